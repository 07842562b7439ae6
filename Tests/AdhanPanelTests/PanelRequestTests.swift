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

    /// Who may ask for what; nil for everybody, also without a login.
    private static let rights: [(roles: Set<PanelAccount.Role>?, routes: [String])] = [
        (nil, ["GET /api/session", "POST /api/setup", "POST /api/login", "GET /calendar/"]),
        (
            [.caretaker, .committee, .volunteer],
            [
                "POST /api/logout", "POST /api/password", "GET /api/now", "POST /api/stop", "POST /api/mute",
                "POST /api/unmute", "GET /api/calendar", "GET /api/calendar.ics", "GET /api/history",
                "GET /api/history.csv", "GET /api/screen", "POST /api/screen/announcements", "POST /api/screen/preview",
                "GET /api/screen/picture",
            ]
        ),
        (
            [.caretaker, .committee],
            [
                "POST /api/test", "GET /api/states", "POST /api/states/restore", "GET /api/calendar/link",
                "POST /api/calendar/link", "GET /api/iqama", "POST /api/iqama/preview", "POST /api/iqama/save",
                "POST /api/screen/pictures", "POST /api/screen/upload", "GET /api/times", "POST /api/times/upload",
                "POST /api/times/read", "POST /api/times/confirm", "POST /api/times/drop", "GET /api/sound",
                "GET /api/sound/recording", "POST /api/sound/play",
            ]
        ),
        (
            [.caretaker],
            [
                "GET /api/people", "POST /api/people/add", "POST /api/people/change", "POST /api/people/remove",
                "POST /api/sound", "POST /api/sound/upload", "POST /api/sound/remove", "POST /api/screen/look",
                "GET /api/setup/state", "POST /api/setup/place", "POST /api/setup/methods", "POST /api/setup/fit",
                "POST /api/setup/tomorrow", "POST /api/setup/save",
            ]
        ),
    ]

    @Test func `each role may ask for its routes alone, and without a login nothing is answered`() throws {
        let all = Self.rights.flatMap { row in row.routes.map { ($0, row.roles) } }
        #expect(Set(all.map(\.0)) == Set(PanelService.routes.keys))
        let logins = try PanelAccount.Role.allCases.map { ($0, try rig.enter($0.rawValue, $0)) }
        let cookies = ["", "__Host-adhand=", "__Host-adhand=\(String(repeating: "0", count: 64))"]
        for (name, roles) in all {
            let route = try #require(PanelService.routes[name])
            #expect(route.roles == roles, "\(name)")
            guard let roles else { continue }
            let words = name.split(separator: " ").map(String.init)
            let body: [UInt8]? = words[0] == "GET" ? nil : Array("{}".utf8)
            for cookie in cookies {
                let answer = try rig.ask(words[1], words[0], cookie: cookie, ["Content-Type: \(route.type)"], body)
                #expect(answer.status == 401 && answer.headers["cache-control"] == "no-store", "\(name)")
            }
            for (role, login) in logins where !roles.contains(role) {
                let answer =
                    try body.map { try rig.upload(words[1], $0, as: login, type: route.type) }
                    ?? rig.get(words[1], as: login)
                #expect(answer.error == "forbidden", "\(role) \(name)")
            }
        }
        #expect(rig.asked.requests.isEmpty)
        for (_, login) in logins {
            let mute = try rig.post("/api/mute", ["what": "until 13:30"], as: login)
            #expect(mute.json["words"] as? String == "done: mute")
        }
        #expect(rig.asked.requests.map(\.command) == [.mute, .mute, .mute])
        #expect(rig.asked.requests.allSatisfy { $0.value == "until 13:30" })
        #expect(try rig.post("/api/test", as: logins[1].1).status == 200)
        #expect(rig.asked.requests.last?.command == .selfTest)
    }

    @Test func `a change without the session's token is refused`() throws {
        try rig.add("Bilal", .committee)
        let (mine, other) = (try rig.logIn("Bilal"), try rig.logIn("Bilal"))
        for token in ["", "0", other.token, mine.token + "0"] {
            #expect(try rig.post("/api/stop", as: mine, token: token).error == "foreign")
        }
        #expect(rig.asked.requests.isEmpty)
        #expect(try rig.post("/api/unmute", as: mine).status == 200)
        // An older browser names no origin.
        #expect(
            try rig.post("/api/unmute", as: mine, headers: [Self.json, "X-Adhand-Token: \(mine.token)"]).status == 200
        )
        #expect(rig.asked.requests.map(\.command) == [.unmute, .unmute])
    }

    @Test func `a change that another web site could have sent is refused`() throws {
        let login = try rig.enter("Bilal", .committee)
        for headers in [
            ["Content-Type: text/plain"], ["Content-Type: application/x-www-form-urlencoded"], [],
            [Self.json, "Origin: https://evil.example"], [Self.json, "Origin: http://localhost"],
            [Self.json, "Origin: https://localhost.evil.example"], [Self.json, "Origin: null"],
            [Self.json, "Sec-Fetch-Site: cross-site"], [Self.json, "Sec-Fetch-Site: same-site"],
            [Self.json, "Sec-Fetch-Site: none"],
        ] {
            let all = headers + ["X-Adhand-Token: \(login.token)"]
            #expect(try rig.post("/api/unmute", as: login, headers: all).error == "foreign", "\(headers)")
            // A login, too: a visitor must not be logged into another's account.
            let account = ["name": "Bilal", "secret": PanelRig.password]
            #expect(try rig.post("/api/login", account, headers: headers).error == "foreign", "\(headers)")
        }
        #expect(rig.asked.requests.isEmpty)
        let other = try WebClient(rig.address).ask("/api/session", "GET", ["Host: evil.example"])
        #expect(other.status == 421 && other.body.contains("[panel]"), "a name that is not the box's")
    }

    @Test func `a caretaker adds, changes and removes accounts`() throws {
        let login = try rig.enter("Amina", .caretaker)
        func post(_ path: String, _ body: [String: String]) throws -> PanelRig.Answer {
            try rig.post("/api/people/" + path, body, as: login)
        }
        #expect(
            try post("add", ["name": " Zayd  the  Younger ", "role": "volunteer", "secret": "402917"]).status == 200
        )
        let taken = ["name": "zayd the younger", "role": "committee", "secret": "a long password"]
        #expect(try post("add", taken).error == "name-taken")
        let volunteer = try rig.logIn("zayd the younger", "402917")
        #expect(volunteer.json["name"] as? String == "Zayd the Younger")
        // A PIN would be a committee's password.
        #expect(try post("change", ["name": "Zayd the Younger", "role": "committee"]).error == "secret-needed")
        let change = ["name": "Zayd the Younger", "role": "committee", "secret": "a long password"]
        #expect(try post("change", change).status == 200)
        #expect(try rig.get("/api/now", as: volunteer).error == "logged-out")
        let committee = try rig.logIn("Zayd the Younger", "a long password")
        #expect(try post("remove", ["name": "Zayd the Younger"]).status == 200)
        #expect(try rig.get("/api/now", as: committee).error == "logged-out")
        #expect(try post("remove", ["name": "Amina"]).error == "last-caretaker")
        #expect(try post("change", ["name": "Amina", "role": "committee"]).error == "last-caretaker")
        #expect(try post("remove", ["name": "Nobody"]).error == "no-such-name")
        let people = try rig.get("/api/people", as: login).json["people"] as? [[String: String]]
        #expect(people == [["name": "Amina", "role": "caretaker"]])
        // A role of the same kind needs no new password.
        try rig.add("Bilal", .committee)
        #expect(try post("change", ["name": "Bilal", "role": "caretaker"]).status == 200)
        #expect(try rig.logIn("Bilal").json["role"] as? String == "caretaker")
    }

    @Test func `a wrong name, role or password is named`() throws {
        let login = try rig.enter("Amina", .caretaker)
        let names = [
            "", String(repeating: "a", count: 41), "a\u{202E}b", "a\nb", "<b>a", "a\u{0}b",
            // A Cyrillic а, and a Greek ο.
            "Аmina", "Bilal Οmar", "Root",
            // A variation selector, a filler, and wide letters.
            "Amina\u{FE0F}", "Amina\u{3164}", "ｒoot",
        ].map { ($0, "committee", "a long password", "bad-name") }
        let others = [
            ("Ali", "committee", "short", "bad-password"),
            ("Ali", "caretaker", String(repeating: "a", count: 129), "bad-password"),
            ("Ali", "volunteer", "12345", "bad-pin"), ("Ali", "volunteer", "123456", "bad-pin"),
            ("Ali", "volunteer", "000000", "bad-pin"), ("Ali", "volunteer", "١٢٣٤٥٦", "bad-pin"),
            ("Ali", "root", "a long password", "bad-request"),
        ]
        for (name, role, secret, error) in names + others {
            let person = ["name": name, "role": role, "secret": secret]
            #expect(try rig.post("/api/people/add", person, as: login).error == error, "\(person)")
        }
    }

    @Test func `a body that is not the JSON of its route, no text, or too large is refused`() throws {
        func logIn(_ body: [UInt8]) throws -> Int { try rig.ask("/api/login", "POST", [Self.json], body).status }
        for body in [
            "", "{", "[]", "null", "{\"name\":1,\"secret\":\"a\"}", "{\"name\":\"a\"}", "\u{0}",
            String(repeating: "[", count: 2_000), "{\"name\":\"\\ud800\",\"secret\":\"\"}",
        ] { #expect([400, 401].contains(try logIn(Array(body.utf8))), "\(body.prefix(40))") }
        #expect(try logIn([0x7B, 0xFF, 0xFE, 0x7D]) == 400)
        #expect(try logIn([UInt8](repeating: 0x20, count: 65_537)) == 413)
        #expect(try rig.get("/api/session").status == 200)
        let long = String(repeating: "a", count: 900)
        #expect(try rig.logIn(long, long).error == "wrong-login")
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
