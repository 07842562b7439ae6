import AdhanSupport
import AdhanTestSupport
import AdhanWeb
import Foundation
import Testing

@testable import AdhanPanel

/// Rights, and requests that the panel's own page would not send.
@Suite struct PanelRequestTests {
    private let rig: PanelRig

    init() throws { rig = try PanelRig() }

    private static let json = "Content-Type: application/json"

    @Test func `a change without the session's token is refused`() throws {
        try rig.add("Bilal", .committee)
        let (mine, other) = (try rig.logIn("Bilal"), try rig.logIn("Bilal"))
        for token in ["", "0", other.token, mine.token + "0"] {
            #expect(try rig.post("/api/stop", cookie: mine.cookie, token: token).error == "foreign")
        }
        #expect(rig.asked.requests.isEmpty)
        #expect(try rig.post("/api/unmute", cookie: mine.cookie, token: mine.token).status == 200)
        #expect(rig.asked.requests.map(\.command) == [.unmute])
    }

    @Test(arguments: [
        ["Content-Type: text/plain"], ["Content-Type: application/x-www-form-urlencoded"], [],
        ["Content-Type: application/json", "Origin: https://evil.example"],
        ["Content-Type: application/json", "Origin: http://localhost"],
        ["Content-Type: application/json", "Origin: https://localhost.evil.example"],
        ["Content-Type: application/json", "Origin: null"],
        ["Content-Type: application/json", "Sec-Fetch-Site: cross-site"],
        ["Content-Type: application/json", "Sec-Fetch-Site: same-site"],
        ["Content-Type: application/json", "Sec-Fetch-Site: none"],
    ])
    func `a change that another web site could have sent is refused`(headers: [String]) throws {
        try rig.add("Bilal", .committee)
        let login = try rig.logIn("Bilal")
        let all = headers + ["X-Adhand-Token: \(login.token)"]
        #expect(try rig.post("/api/unmute", cookie: login.cookie, all).error == "foreign")
        // A login, too: a visitor must not be logged into another's account.
        #expect(try rig.post("/api/login", ["name": "Bilal", "secret": PanelRig.password], headers).error == "foreign")
        #expect(rig.asked.requests.isEmpty)
    }

    @Test func `a request by a name that is not the box's is refused`() throws {
        let answer = try WebClient(rig.address).ask("/api/session", "GET", ["Host: evil.example"])
        #expect(answer.status == 421 && answer.body.contains("[panel]"))
    }

    @Test(arguments: [
        ("/api/now", "GET"), ("/api/people", "GET"), ("/api/stop", "POST"), ("/api/mute", "POST"),
        ("/api/unmute", "POST"), ("/api/test", "POST"), ("/api/logout", "POST"), ("/api/password", "POST"),
        ("/api/people/add", "POST"), ("/api/people/change", "POST"), ("/api/people/remove", "POST"),
    ])
    func `without a login nothing is answered`(path: String, method: String) throws {
        for cookie in ["", "__Host-adhand=", "__Host-adhand=\(String(repeating: "0", count: 64))"] {
            let body: [UInt8]? = method == "GET" ? nil : Array("{}".utf8)
            let answer = try rig.ask(path, method, cookie: cookie, [Self.json], body)
            #expect(answer.status == 401 && answer.headers["cache-control"] == "no-store")
        }
        #expect(rig.asked.requests.isEmpty)
    }

    @Test func `each role may do what it is for, and no more`() throws {
        try rig.add("Bilal", .committee)
        try rig.add("Zayd", .volunteer, "402917")
        let (committee, volunteer) = (try rig.logIn("Bilal"), try rig.logIn("Zayd", "402917"))
        for each in [committee, volunteer] {
            func post(_ path: String, _ body: [String: String] = [:]) throws -> PanelRig.Answer {
                try rig.post(path, body, cookie: each.cookie, token: each.token)
            }
            #expect(try post("/api/mute", ["what": "until 13:30"]).json["words"] as? String == "done: mute")
            #expect(try post("/api/unmute").status == 200)
            #expect(try rig.get("/api/people", cookie: each.cookie).error == "forbidden")
            let person = ["name": "Eve", "role": "caretaker", "secret": "a long password"]
            #expect(try post("/api/people/add", person).error == "forbidden")
            #expect(try post("/api/people/change", ["name": "Zayd", "role": "caretaker"]).error == "forbidden")
            #expect(try post("/api/people/remove", ["name": "Bilal"]).error == "forbidden")
        }
        #expect(try rig.post("/api/test", cookie: committee.cookie, token: committee.token).status == 200)
        #expect(try rig.post("/api/test", cookie: volunteer.cookie, token: volunteer.token).error == "forbidden")
        #expect(rig.asked.requests.filter { $0.command == .mute }.map(\.value) == ["until 13:30", "until 13:30"])
        #expect(rig.asked.requests.count { $0.command == .selfTest } == 1)
    }

    @Test func `a caretaker adds, changes and removes accounts`() throws {
        try rig.add("Amina", .caretaker)
        let login = try rig.logIn("Amina")
        func post(_ path: String, _ body: [String: String]) throws -> PanelRig.Answer {
            try rig.post("/api/people/" + path, body, cookie: login.cookie, token: login.token)
        }
        let pin = ["name": " Zayd  the  Younger ", "role": "volunteer", "secret": "402917"]
        #expect(try post("add", pin).status == 200)
        #expect(
            try post("add", ["name": "zayd the younger", "role": "committee", "secret": "a long password"]).error
                == "name-taken"
        )
        let volunteer = try rig.logIn("zayd the younger", "402917")
        #expect(volunteer.json["name"] as? String == "Zayd the Younger")
        // A PIN would be a committee's password.
        #expect(try post("change", ["name": "Zayd the Younger", "role": "committee"]).error == "secret-needed")
        let change = ["name": "Zayd the Younger", "role": "committee", "secret": "a long password"]
        #expect(try post("change", change).status == 200)
        #expect(try rig.get("/api/now", cookie: volunteer.cookie).error == "logged-out")
        let committee = try rig.logIn("Zayd the Younger", "a long password")
        #expect(try post("remove", ["name": "Zayd the Younger"]).status == 200)
        #expect(try rig.get("/api/now", cookie: committee.cookie).error == "logged-out")
        #expect(try post("remove", ["name": "Amina"]).error == "last-caretaker")
        #expect(try post("change", ["name": "Amina", "role": "committee"]).error == "last-caretaker")
        #expect(try post("remove", ["name": "Nobody"]).error == "no-such-name")
        let people = try rig.get("/api/people", cookie: login.cookie).json["people"] as? [[String: String]]
        #expect(people == [["name": "Amina", "role": "caretaker"]])
    }

    @Test(arguments: [
        ("", "committee", "a long password", "bad-name"),
        (String(repeating: "a", count: 41), "committee", "a long password", "bad-name"),
        ("a\u{202E}b", "committee", "a long password", "bad-name"),
        ("a\nb", "committee", "a long password", "bad-name"),
        ("<b>a", "committee", "a long password", "bad-name"), ("a\u{0}b", "committee", "a long password", "bad-name"),
        ("Ali", "committee", "short", "bad-password"),
        ("Ali", "caretaker", String(repeating: "a", count: 129), "bad-password"),
        ("Ali", "volunteer", "12345", "bad-pin"), ("Ali", "volunteer", "123456", "bad-pin"),
        ("Ali", "volunteer", "000000", "bad-pin"), ("Ali", "volunteer", "١٢٣٤٥٦", "bad-pin"),
        // A Cyrillic а, and a Greek ο.
        ("Аmina", "committee", "a long password", "bad-name"),
        ("Bilal Οmar", "committee", "a long password", "bad-name"),
        ("Root", "committee", "a long password", "bad-name"),
        // A variation selector, a filler, and wide letters.
        ("Amina\u{FE0F}", "committee", "a long password", "bad-name"),
        ("Amina\u{3164}", "committee", "a long password", "bad-name"),
        ("ｒoot", "committee", "a long password", "bad-name"),
        ("Ali", "root", "a long password", "bad-request"),
    ])
    func `a wrong name, role or password is named`(name: String, role: String, secret: String, error: String) throws {
        try rig.add("Amina", .caretaker)
        let login = try rig.logIn("Amina")
        let person = ["name": name, "role": role, "secret": secret]
        #expect(try rig.post("/api/people/add", person, cookie: login.cookie, token: login.token).error == error)
    }

    @Test(arguments: [
        "", "{", "[]", "null", "{\"name\":1,\"secret\":\"a\"}", "{\"name\":\"a\"}", "\u{0}",
        String(repeating: "[", count: 2_000), "{\"name\":\"\\ud800\",\"secret\":\"\"}",
    ])
    func `a body that is not the JSON of its route is refused`(body: String) throws {
        let answer = try rig.ask("/api/login", "POST", cookie: "", [Self.json], Array(body.utf8))
        #expect([400, 401].contains(answer.status))
        #expect(try rig.get("/api/session").status == 200)
    }

    @Test func `a body of bytes that are no text, or of too many, is refused`() throws {
        let bytes: [UInt8] = [0x7B, 0xFF, 0xFE, 0x7D]
        #expect(try rig.ask("/api/login", "POST", cookie: "", [Self.json], bytes).status == 400)
        let large = [UInt8](repeating: 0x20, count: 65_537)
        #expect(try rig.ask("/api/login", "POST", cookie: "", [Self.json], large).status == 413)
        let long = String(repeating: "a", count: 900)
        #expect(try rig.logIn(long, long).error == "wrong-login")
    }

    @Test func `the view has the next adhan, today and what is wrong, and says when the daemon is away`() throws {
        try rig.add("Zayd", .volunteer, "402917")
        let login = try rig.logIn("Zayd", "402917")
        let facts = try rig.get("/api/now", cookie: login.cookie)
        #expect(facts.json["mosque"] as? String == "Central Mosque" && facts.headers["cache-control"] == "no-store")
        #expect((facts.json["today"] as? [[String: String]])?.first?["prayer"] == "dhuhr")
        let problem = (facts.json["problems"] as? [[String: Any]])?.first
        #expect(problem?["advice"] as? String == "adhand set volume default")
        #expect(
            try rig.post("/api/stop", cookie: login.cookie, token: login.token).json["words"] as? String
                == "nothing sounds"
        )
        rig.daemon.stop()
        let away = try rig.get("/api/now", cookie: login.cookie)
        #expect(away.status == 200 && (away.json["away"] as? String)?.isEmpty == false)
        #expect(try rig.post("/api/unmute", cookie: login.cookie, token: login.token).error == "away")
    }
}

extension WebCall {
    /// A change by a client of any address.
    static func sample(
        _ path: String,
        _ body: [UInt8],
        from host: String,
        _ login: PanelRig.Answer? = nil
    ) throws -> WebCall {
        let address = try #require(ListenAddress("\(host):1")).withSocketAddress { PeerAddress($0) }
        var headers = ["content-type": "application/json", "host": "localhost"]
        if let login { (headers["cookie"], headers["x-adhand-token"]) = (login.cookie, login.token) }
        return WebCall("POST", path, address, headers, body)
    }
}
