import AdhanCore
import AdhanTestSupport
import AdhanWeb
import Foundation
import Synchronization
import Testing

@testable import AdhanPanel
@testable import AdhanSupport

/// Load that one person, a stranger or a hanging daemon could put on the others.
@Suite struct PanelLoadTests {
    private let rig: PanelRig

    init() throws { rig = try PanelRig() }

    @Test func `a person who floods the box with orders waits, and nobody else; an order is logged once it was done`()
        throws
    {
        let (flooding, other) = (try rig.enter("Bilal", .committee), try rig.enter("Zayd", .volunteer))
        func unmute(_ login: PanelRig.Answer) throws -> String? { try rig.post("/api/unmute", as: login).error }
        #expect(try (1...30).map { _ in try unmute(flooding) }.count { $0 == nil } == 8)
        #expect(try unmute(flooding) == "too-fast" && unmute(other) == nil)
        // A sound can be stopped in any case.
        let stop = try rig.post("/api/stop", as: flooding)
        #expect(stop.error == "nothing-sounds" && rig.asked.requests.suffix(2).map(\.command) == [.stop, .status])
        rig.wait(.seconds(3))
        #expect(try unmute(flooding) == nil)
        #expect(try unmute(flooding) == "too-fast")
        // A stop of nothing is never logged.
        func order(_ what: String) throws -> [String] {
            let known = rig.log.lines.count
            for _ in 0..<5 { _ = try rig.post("/api/\(what)", as: other) }
            return Array(rig.log.lines.dropFirst(known))
        }
        #expect(try order("stop") == [])
        #expect(try order("unmute") == [String](repeating: "notice: Zayd orders: unmute", count: 5))
    }

    @Test func `a login counts for the name that it gives, but a browser that has logged in counts as itself`() throws {
        let login = try rig.enter("Amina", .caretaker)
        let address = try #require(ListenAddress("10.0.0.2:1")).withSocketAddress { PeerAddress($0) }
        func party(_ body: String, cookie: String = "", path: String = "/api/login") -> WebParty {
            rig.service.party(WebCall("POST", path, address, ["cookie": cookie], Array(body.utf8)))
        }
        let body = #"{"name": " AMINA", "secret": "a guess"}"#
        let false_ = "__Host-adhand-device=\(String(repeating: "0", count: 64))"
        for _ in 1...2 {
            #expect(party(body) == WebParty(address, person: "amina"))
            #expect(party(body, cookie: false_) == WebParty(address, person: "amina"))
            // Whoever claims her name elsewhere does not make her browser wait.
            let own = party(body, cookie: login.device)
            #expect(own != party(body) && own != WebParty(address, person: "amina", isKnown: true))
            #expect(party("{", cookie: login.device) == own)
            let session = party("{}", cookie: login.cookie, path: "/api/stop")
            #expect(session == WebParty(address, person: "amina", isKnown: true))
            try rig.restart()
        }
        // A longer one is refused before its name would be read.
        let long = body + String(repeating: " ", count: 2048)
        #expect(try rig.ask("/api/login", "POST", cookie: "", [], Array(long.utf8)).status == 413)
    }

    /// - Returns: the status of an upload of so many bytes, by its head alone where it is refused.
    private func upload(_ path: String, cookie: String, bytes: Int, sends: Bool = false) throws -> Int {
        let headers = ["Host: localhost", "Content-Type: application/octet-stream", "Cookie: \(cookie)"]
        let length = sends ? [] : ["Content-Length: \(bytes)"]
        let body = sends ? [UInt8](repeating: 0, count: bytes) : nil
        return try WebClient(rig.address).ask(path, "POST", headers + length, body: body).status
    }

    @Test func `a large body needs the cookie of a session whose role may send it`() throws {
        let (caretaker, committee) = (try rig.enter("Amina", .caretaker), try rig.enter("Bilal", .committee))
        let (path, size) = ("/api/sound/upload", 5 << 20)
        for cookie in ["", "__Host-adhand=", "__Host-adhand=\(String(repeating: "0", count: 64))", committee.cookie] {
            #expect(try upload(path, cookie: cookie, bytes: size) == 401)
        }
        // Its token is missing: the body was read.
        #expect(try upload(path, cookie: caretaker.cookie, bytes: size, sends: true) == 403)
        #expect(try upload("/api/times/upload", cookie: committee.cookie, bytes: 2 << 20, sends: true) == 403)
        // Also without any request after a restart of the panel.
        try rig.restart()
        #expect(try upload(path, cookie: caretaker.cookie, bytes: size, sends: true) == 403)
        #expect(try rig.post("/api/logout", as: caretaker).status == 200)
        _ = try rig.get("/api/session", as: caretaker)
        #expect(try upload(path, cookie: caretaker.cookie, bytes: size) == 401)
    }

    @Test func `a login does not wait for those who wait for a daemon that hangs`() throws {
        let login = try rig.enter("Zayd", .volunteer)
        let asked = Atomic(0)
        // It never answers.
        let server = try rig.replaceDaemon { _, _ in asked.add(1, ordering: .sequentiallyConsistent) }
        defer { server.stop() }
        let clients = try (0..<12).map { _ in try WebClient(rig.address) }
        for each in clients { each.say("GET /api/now HTTP/1.1\r\nHost: localhost\r\nCookie: \(login.cookie)\r\n\r\n") }
        #expect(eventually { asked.load(ordering: .sequentiallyConsistent) == 1 })
        let start = BootClock.now()
        #expect(try rig.logIn("Zayd", "402917").status == 200)
        #expect(BootClock.now() - start < .seconds(4))
        // One question has answered all of them.
        for each in clients { #expect(each.read(until: "}")?.contains("has not answered") == true) }
        #expect(asked.load(ordering: .sequentiallyConsistent) == 1 && BootClock.now() - start < .seconds(15))
    }

    @Test func `a preview with each key that is typed asks for the days once, until something changes`() throws {
        let login = try rig.enter("Amina", .caretaker)
        func preview(_ text: String) throws -> Int {
            let body: [String: Any] = ["screen": ["announcements": [["text": text]]]]
            return try rig.post("/api/screen/preview", body, as: login).status
        }
        func questions() -> Int { rig.asked.requests.count { $0.command == .times } }
        for length in 1...30 { #expect(try preview(String(repeating: "a", count: length)) == 200) }
        #expect(questions() == 1)
        let base = try rig.get("/api/screen", as: login).revision
        let body: [String: Any] = ["base": base, "screen": ["announcements": [["text": "a"]]]]
        let path = "/api/screen/announcements"
        #expect(try rig.post(path, body, as: login).status == 200)
        #expect(try preview("b") == 200 && questions() == 2)
    }

    @Test func `an answer from before an order is given to nobody after it`() throws {
        let question = SharedQuestion<Int>()
        let count = Atomic(0)
        func ask() -> Int? { try? question.ask { count.add(1, ordering: .relaxed).newValue }.get() }
        #expect(ask() == 1 && ask() == 2)
        let fault = ControlFault.notRunning(path: "")
        #expect(throws: fault) { try question.ask { () throws(ControlFault) in throw fault }.get() }
        #expect(ask() == nil, "a moment after a question without an answer")
        question.expire()
        #expect(ask() == 3)
    }
}
