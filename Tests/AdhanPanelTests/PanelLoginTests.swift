import AdhanCore
import AdhanSupport
import AdhanTestSupport
import AdhanWeb
import Foundation
import Testing

@testable import AdhanPanel

/// Setup, login, sessions and their ends, over the real server.
@Suite struct PanelLoginTests {
    private let rig: PanelRig

    init() throws { rig = try PanelRig() }

    @Test func `the setup code makes a caretaker, once`() throws {
        #expect(try rig.get("/api/session").json["setup"] as? Bool == false)
        let code = try rig.makeSetupCode()
        let open = try rig.get("/api/session").json
        #expect(open["setup"] as? Bool == true && open["empty"] as? Bool == true && open["token"] == nil)
        #expect(try rig.setUp("AAAAA-AAAAA").error == "wrong-code")
        // As it may be typed on a phone.
        let answer = try rig.setUp(code.lowercased().replacing("-", with: " "))
        #expect(answer.status == 200 && answer.json["role"] as? String == "caretaker")
        #expect(try rig.setUp(code).error == "wrong-code")
        #expect(try rig.get("/api/session").json["setup"] as? Bool == false)
        #expect(try rig.logIn("amina").status == 200)
    }

    @Test func `the invitation on the box's screen ends with the code's use, and with its time`() throws {
        let file = rig.directory.path + "-panel/invitation.json"
        let folder = PathName.folder(of: file)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }  // reason: it may never have been made
        func show() throws -> String {
            let code = try rig.makeSetupCode()
            let owner = (user: geteuid(), group: getegid())
            let address = "https://192.0.2.7:8443/"
            try rig.service.invitation.show(address, code: code, picture: ["1"], now: rig.service.now, owner: owner)
            return code
        }
        var code = try show()
        let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int
        #expect(mode == 0o640)
        let told = try JSONSerialization.jsonObject(with: Data(contentsOf: URL(filePath: file))) as? [String: Any]
        #expect(told?["code"] as? String == code && told?["until"] as? Int64 == rig.service.now + 15 * 60)
        rig.wait(.seconds(15 * 60 - 1))
        rig.service.endOldInvitation()
        #expect(access(file, F_OK) == 0)
        #expect(try rig.setUp("AAAAA-AAAAA").error == "wrong-code")
        #expect(access(file, F_OK) == 0)
        rig.wait(.seconds(1))
        rig.service.endOldInvitation()
        #expect(access(file, F_OK) != 0)
        code = try show()
        #expect(try rig.setUp(code).status == 200)
        #expect(access(file, F_OK) != 0)
    }

    @Test func `a new setup code replaces a lost password, whose browsers are unknown then`() throws {
        try rig.add("Amina", .committee, "the lost password")
        let old = try rig.logIn("Amina", "the lost password")
        let secret = String(try #require(old.device.split(separator: "=").last))
        let store = rig.service.store
        let code = try rig.makeSetupCode()
        try store.endAllSessions()
        #expect(try rig.get("/api/now", as: old).error == "logged-out")
        #expect(try store.knows(device: secret, of: "amina", now: rig.service.now))
        #expect(try rig.setUp(code, "amina").status == 200)
        #expect(try !store.knows(device: secret, of: "amina", now: rig.service.now))
        #expect(try rig.logIn("Amina", "the lost password").error == "wrong-login")
        #expect(try store.accounts().map(\.role) == [.caretaker])
    }

    @Test func `a stolen cookie is worth nothing after the logout, nor after a new password`() throws {
        try rig.add("Amina", .committee)
        let (mine, stolen, left) = (try rig.logIn("Amina"), try rig.logIn("Amina"), try rig.logIn("Amina"))
        // A session outlives a restart of the panel.
        try rig.restart()
        #expect(try rig.get("/api/now", as: left).status == 200)
        #expect(try rig.post("/api/logout", as: left).status == 200)
        #expect(try rig.get("/api/now", as: left).error == "logged-out")
        #expect(try rig.get("/api/now", as: stolen).status == 200)
        func change(_ old: String) throws -> PanelRig.Answer {
            try rig.post("/api/password", ["old": old, "new": "another good password"], as: mine)
        }
        #expect(try change(PanelRig.password).status == 200)
        #expect(try rig.get("/api/now", as: stolen).error == "logged-out")
        #expect(try rig.get("/api/now", as: mine).status == 200)
        #expect(try rig.logIn("Amina").error == "wrong-login")
        #expect(try change("not the password").error == "wrong-login")
    }

    @Test func `a disk that takes nothing more keeps neither the page nor a logout from working`() throws {
        let login = try rig.enter("Amina", .caretaker)
        rig.wait(.seconds(301))
        _ = try rig.service.store.read { try $0.count("PRAGMA query_only = ON") }
        #expect(throws: (any Error).self) { try rig.service.store.endAllSessions() }
        #expect(try rig.get("/api/now", as: login).status == 200)
        let stop = try rig.post("/api/stop", as: login)
        #expect(
            stop.error == "nothing-sounds" && rig.asked.requests.suffix(2).map(\.command) == [.stop, .status],
            "the daemon is asked"
        )
        let person = ["name": "Bilal", "role": "committee", "secret": PanelRig.password]
        let addition = try rig.post("/api/people/add", person, as: login)
        #expect(addition.status == 507 && addition.error == "no-disk")
        #expect(try rig.post("/api/logout", as: login).status == 200)
        #expect(try rig.get("/api/now", as: login).error == "logged-out")
    }

    @Test
    func
        `a name that is unknown is answered as a wrong password, and its comparison costs as much: two passes over 64 MB`()
        throws
    {
        try rig.add("Amina", .caretaker)
        let (wrong, unknown) = (try rig.logIn("Amina", "wrong password"), try rig.logIn("Nobody", "wrong password"))
        #expect(wrong.text == unknown.text && wrong.status == 401 && unknown.status == 401)
        let hash = try rig.service.hashing.hash(PanelRig.password)
        func costs(_ hash: String) -> Substring? { hash.split(separator: "$").dropFirst(2).first }
        #expect(costs(rig.service.hashing.decoy) == costs(hash) && costs(hash)?.isEmpty == false)
        #expect(try PasswordHashing.usual().hash("a").hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
    }

    @Test func `a PIN works only in the local network`() throws {
        let login = try rig.enter("Zayd", .volunteer)
        #expect(login.status == 200)
        let body = Array("{\"name\":\"Zayd\",\"secret\":\"402917\"}".utf8)
        func answer(from host: String) throws -> UInt32 {
            rig.service.answer(try .sample("/api/login", body, from: host)).status
        }
        #expect(try answer(from: "192.168.1.20") == 200)
        #expect(try answer(from: "203.0.113.5") == 401)
        // Neither does the session of a phone that was taken elsewhere.
        func order(from host: String) throws -> UInt32 {
            rig.service.answer(try .sample("/api/unmute", [], from: host, login)).status
        }
        #expect(try order(from: "192.168.1.20") == 200)
        #expect(try order(from: "203.0.113.5") == 401)
    }

    @Test func `a PIN and a setup code may be typed in the digits of other scripts`() throws {
        let login = try rig.enter("Amina", .caretaker)
        let person = ["name": "Zayd", "role": "volunteer", "secret": "٤٠٢٩١٧"]
        #expect(try rig.post("/api/people/add", person, as: login).status == 200)
        for pin in ["402917", "۴۰۲۹۱۷", "৪০২৯১৭"] { #expect(try rig.logIn("Zayd", pin).status == 200) }
        let zayd = try rig.logIn("Zayd", "402917")
        let change = ["old": "۴۰۲۹۱۷", "new": "۷۳۱۸۰۵"]
        #expect(try rig.post("/api/password", change, as: zayd).status == 200)
        #expect(try rig.logIn("Zayd", "731805").status == 200)
        let code = try rig.makeSetupCode()
        let typed = code.map { $0.wholeNumberValue.flatMap { UnicodeScalar(0x6F0 + $0) }.map(String.init) ?? "\($0)" }
        #expect(try rig.service.store.isSetupCode(typed.joined(), now: rig.service.boot))
    }

    @Test func `nothing secret is in the log`() throws {
        let code = try rig.makeSetupCode()
        let login = try rig.setUp(code)
        try rig.add("Zayd", .volunteer)
        _ = try rig.logIn("Zayd", "402917")
        _ = try rig.logIn("Zayd", "555123")
        // Some type the password into the wrong field.
        _ = try rig.logIn("a-typed-password", "x")
        _ = try rig.setUp("WRONG-CODES")
        _ = try rig.post("/api/mute", ["what": "2h"], as: login)
        let lines = rig.log.lines.joined(separator: "\n")
        #expect(lines.contains("Zayd has logged in") && lines.contains("Amina orders: mute"))
        let secrets = [
            PanelRig.password, "402917", "555123", "a-typed-password", code, code.replacing("-", with: ""), "WRONG",
            login.token, String(login.cookie.split(separator: "=").last ?? "?"),
        ]
        for secret in secrets { #expect(!lines.contains(secret), "\(secret)") }
    }
}
