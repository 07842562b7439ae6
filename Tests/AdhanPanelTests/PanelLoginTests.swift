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

    private func setUp(_ code: String, _ name: String = "Amina") throws -> PanelRig.Answer {
        try rig.post("/api/setup", ["code": code, "name": name, "password": PanelRig.password])
    }

    @Test func `the setup code makes a caretaker, once`() throws {
        #expect(try rig.get("/api/session").json["setup"] as? Bool == false)
        let code = try rig.service.store.makeSetupCode(now: rig.service.boot)
        let open = try rig.get("/api/session").json
        #expect(open["setup"] as? Bool == true && open["empty"] as? Bool == true && open["token"] == nil)
        #expect(try setUp("AAAAA-AAAAA").error == "wrong-code")
        // As it may be typed on a phone.
        let answer = try setUp(code.lowercased().replacing("-", with: " "))
        #expect(answer.status == 200 && answer.json["role"] as? String == "caretaker")
        #expect(try setUp(code).error == "wrong-code")
        #expect(try rig.get("/api/session").json["setup"] as? Bool == false)
        #expect(try rig.logIn("amina").status == 200)
    }

    @Test func `the browsers of a lost password are unknown once a setup code has replaced it`() throws {
        try rig.add("Amina", .caretaker)
        let browser = try rig.logIn("Amina").device
        let code = try rig.service.store.makeSetupCode(now: rig.service.boot)
        #expect(try setUp(code).status == 200)
        let secret = String(try #require(browser.split(separator: "=").last))
        #expect(try !rig.service.store.knows(device: secret, of: "amina", now: rig.service.now))
    }

    @Test func `where a sound is not stopped, the page does not say that nothing sounds`() throws {
        try rig.add("Amina", .caretaker)
        let login = try rig.logIn("Amina")
        let server = try rig.replaceDaemon { request, replier in
            var report = StatusReport.sample
            report.sounding = "2026-11-21 adhan-dhuhr"
            request.command == .stop ? replier.refuse(ControlFailure("too many requests")) : replier.answer(report)
        }
        defer { server.stop() }
        #expect(try rig.post("/api/stop", cookie: login.cookie, token: login.token).error == "refused")
    }

    @Test func `the page names the placeholder, what only starts, and what was before the first start`() throws {
        try rig.add("Amina", .caretaker)
        let login = try rig.logIn("Amina")
        let server = try rig.replaceDaemon { _, replier in
            var report = StatusReport.sample
            report.starting = "amina tries tone.mp3"
            report.today[0].isBeforeFirstStart = true
            report.adhans?[0].recording = RecordingName.placeholder
            report.adhans?[0].isPlaceholder = true
            replier.answer(report)
        }
        defer { server.stop() }
        let now = try rig.get("/api/now", cookie: login.cookie).json
        let next = try #require(now["next"] as? [String: Any])
        #expect(next["isPlaceholder"] as? Bool == true && next["file"] as? String == RecordingName.placeholder)
        #expect(now["sounding"] == nil && now["starting"] as? String == "amina tries tone.mp3")
        #expect((now["today"] as? [[String: Any]])?.first?["state"] as? String == "before")
    }

    @Test func `the setup code is over after 15 minutes, and a wrong name or password does not use it up`() throws {
        let code = try rig.service.store.makeSetupCode(now: rig.service.boot)
        rig.wait(.seconds(15 * 60 - 1))
        #expect(try setUp(code, "<script>").error == "bad-name")
        #expect(try rig.post("/api/setup", ["code": code, "name": "A", "password": "short"]).error == "bad-password")
        rig.wait(.seconds(1))
        #expect(try setUp(code).error == "wrong-code")
        let next = try rig.service.store.makeSetupCode(now: rig.service.boot)
        #expect(try setUp(next).status == 200)
    }

    @Test func `the invitation on the box's screen ends with the code's use, and with its time`() throws {
        let file = rig.directory.path + "-panel/invitation.json"
        let folder = PathName.folder(of: file)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }  // reason: it may never have been made
        func show() throws -> String {
            let code = try rig.service.store.makeSetupCode(now: rig.service.boot)
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
        #expect(try setUp("AAAAA-AAAAA").error == "wrong-code")
        #expect(access(file, F_OK) == 0)
        rig.wait(.seconds(1))
        rig.service.endOldInvitation()
        #expect(access(file, F_OK) != 0)
        code = try show()
        #expect(try setUp(code).status == 200)
        #expect(access(file, F_OK) != 0)
    }

    @Test func `a new setup code replaces a lost password`() throws {
        try rig.add("Amina", .committee, "the lost password")
        let old = try rig.logIn("Amina", "the lost password")
        let code = try rig.service.store.makeSetupCode(now: rig.service.boot)
        try rig.service.store.endAllSessions()
        #expect(try rig.get("/api/now", cookie: old.cookie).error == "logged-out")
        #expect(try setUp(code, "amina").status == 200)
        #expect(try rig.logIn("Amina", "the lost password").error == "wrong-login")
        #expect(try rig.service.store.accounts().map(\.role) == [.caretaker])
    }

    @Test func `the cookie is the browser's alone, and only its digest is kept`() throws {
        try rig.add("Amina", .caretaker)
        let header = try #require(try rig.logIn("Amina").headers["set-cookie"])
        let rules = header.split(separator: "; ").dropFirst().map(String.init).sorted()
        #expect(rules == ["HttpOnly", "Max-Age=2592000", "Path=/", "SameSite=Strict", "Secure"])
        let value = try #require(header.split(separator: ";").first?.split(separator: "=").last)
        #expect(header.hasPrefix("__Host-adhand=") && value.count == 64)
        let file = try Data(contentsOf: URL(filePath: rig.directory.file("accounts.sqlite")))
        #expect(file.range(of: Data(value.utf8)) == nil)
        #expect(file.range(of: Data(PanelRig.password.utf8)) == nil)
        #expect(file.range(of: Data("$argon2id$".utf8)) != nil)
    }

    @Test func `a stolen cookie is worth nothing after the logout`() throws {
        try rig.add("Amina", .caretaker)
        let (mine, stolen) = (try rig.logIn("Amina"), try rig.logIn("Amina"))
        #expect(try rig.get("/api/people", cookie: mine.cookie).status == 200)
        #expect(try rig.post("/api/logout", cookie: mine.cookie, token: mine.token).status == 200)
        #expect(try rig.get("/api/people", cookie: mine.cookie).error == "logged-out")
        #expect(try rig.get("/api/people", cookie: stolen.cookie).status == 200)
    }

    @Test func `a disk that takes nothing more keeps neither the page nor a logout from working`() throws {
        try rig.add("Amina", .caretaker)
        let login = try rig.logIn("Amina")
        rig.wait(.seconds(301))
        _ = try rig.service.store.read { try $0.count("PRAGMA query_only = ON") }
        #expect(throws: (any Error).self) { try rig.service.store.endAllSessions() }
        #expect(try rig.get("/api/now", cookie: login.cookie).status == 200)
        let stop = try rig.post("/api/stop", cookie: login.cookie, token: login.token)
        #expect(
            stop.error == "nothing-sounds" && rig.asked.requests.suffix(2).map(\.command) == [.stop, .status],
            "the daemon is asked"
        )
        let person = ["name": "Bilal", "role": "committee", "secret": PanelRig.password]
        let addition = try rig.post("/api/people/add", person, cookie: login.cookie, token: login.token)
        #expect(addition.status == 507 && addition.error == "no-disk")
        #expect(try rig.post("/api/logout", cookie: login.cookie, token: login.token).status == 200)
        #expect(try rig.get("/api/now", cookie: login.cookie).error == "logged-out")
    }

    @Test func `a new password ends the other sessions`() throws {
        try rig.add("Amina", .committee)
        let (mine, other) = (try rig.logIn("Amina"), try rig.logIn("Amina"))
        let change = ["old": PanelRig.password, "new": "another good password"]
        #expect(try rig.post("/api/password", change, cookie: mine.cookie, token: mine.token).status == 200)
        #expect(try rig.get("/api/now", cookie: other.cookie).error == "logged-out")
        #expect(try rig.get("/api/now", cookie: mine.cookie).status == 200)
        #expect(try rig.logIn("Amina").error == "wrong-login")
        let wrong = ["old": "not the password", "new": "another good password"]
        #expect(try rig.post("/api/password", wrong, cookie: mine.cookie, token: mine.token).error == "wrong-login")
    }

    @Test func `a session lasts 30 days, a caretaker's ends after 12 hours without use`() throws {
        try rig.add("Amina", .caretaker)
        try rig.add("Bilal", .committee)
        let (caretaker, committee) = (try rig.logIn("Amina"), try rig.logIn("Bilal"))
        for _ in 0..<3 {
            rig.wait(.hours(11))
            #expect(try rig.get("/api/now", cookie: caretaker.cookie).status == 200)
        }
        rig.wait(.hours(12))
        #expect(try rig.get("/api/now", cookie: caretaker.cookie).error == "logged-out")
        rig.wait(.hours(24 * 30 - 46))
        #expect(try rig.get("/api/now", cookie: committee.cookie).status == 200)
        rig.wait(.hours(2))
        #expect(try rig.get("/api/now", cookie: committee.cookie).error == "logged-out")
    }

    @Test func `a session outlives a restart of the panel`() throws {
        try rig.add("Amina", .caretaker)
        let login = try rig.logIn("Amina")
        try rig.restart()
        #expect(try rig.get("/api/people", cookie: login.cookie).status == 200)
    }

    @Test func `a name that is unknown is answered as a wrong password, and its comparison costs as much`() throws {
        try rig.add("Amina", .caretaker)
        let (wrong, unknown) = (try rig.logIn("Amina", "wrong password"), try rig.logIn("Nobody", "wrong password"))
        #expect(wrong.text == unknown.text && wrong.status == 401 && unknown.status == 401)
        let hash = try rig.service.hashing.hash(PanelRig.password)
        func costs(_ hash: String) -> Substring? { hash.split(separator: "$").dropFirst(2).first }
        #expect(costs(rig.service.hashing.decoy) == costs(hash) && costs(hash)?.isEmpty == false)
    }

    @Test func `a PIN works only in the local network`() throws {
        try rig.add("Zayd", .volunteer, "402917")
        let login = try rig.logIn("Zayd", "402917")
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

    @Test func `a name is the same however its letters are made`() throws {
        try rig.add("Jos\u{E9}", .committee)
        #expect(try rig.logIn("JOSE\u{301}").status == 200)
        try rig.add("Strauß Σάμος", .committee)
        #expect(try rig.logIn("STRAUSS ΣΆΜΟΣ").status == 200)
        for name in ["Амина", "محمد علي", "فاطمہ", "O'Brien-Smith 2", "আমিনা", "Amina Амина"] {
            #expect(PanelAccount.name(name) == name)
        }
    }

    @Test func `a PIN and a setup code may be typed in the digits of other scripts`() throws {
        try rig.add("Amina", .caretaker)
        let login = try rig.logIn("Amina")
        let person = ["name": "Zayd", "role": "volunteer", "secret": "٤٠٢٩١٧"]
        #expect(try rig.post("/api/people/add", person, cookie: login.cookie, token: login.token).status == 200)
        for pin in ["402917", "۴۰۲۹۱۷", "৪০২৯১৭"] { #expect(try rig.logIn("Zayd", pin).status == 200) }
        let zayd = try rig.logIn("Zayd", "402917")
        let change = ["old": "۴۰۲۹۱۷", "new": "۷۳۱۸۰۵"]
        #expect(try rig.post("/api/password", change, cookie: zayd.cookie, token: zayd.token).status == 200)
        #expect(try rig.logIn("Zayd", "731805").status == 200)
        let code = try rig.service.store.makeSetupCode(now: rig.service.boot)
        let typed = String(
            code.map {
                Character($0.wholeNumberValue.flatMap { UnicodeScalar(0x6F0 + $0) }.map(String.init) ?? "\($0)")
            }
        )
        #expect(try rig.service.store.isSetupCode(typed, now: rig.service.boot))
    }

    @Test func `a role of the same kind is changed without a new password`() throws {
        try rig.add("Amina", .caretaker)
        try rig.add("Bilal", .committee)
        let login = try rig.logIn("Amina")
        let change = ["name": "Bilal", "role": "caretaker"]
        #expect(try rig.post("/api/people/change", change, cookie: login.cookie, token: login.token).status == 200)
        #expect(try rig.logIn("Bilal").json["role"] as? String == "caretaker")
    }

    @Test func `a password is hashed by argon2id in two passes over 64 MB`() throws {
        #expect(try PasswordHashing.usual().hash("a").hasPrefix("$argon2id$v=19$m=65536,t=2,p=1$"))
    }

    @Test func `nothing secret is in the log`() throws {
        let code = try rig.service.store.makeSetupCode(now: rig.service.boot)
        let login = try setUp(code)
        try rig.add("Zayd", .volunteer, "402917")
        _ = try rig.logIn("Zayd", "402917")
        _ = try rig.logIn("Zayd", "555123")
        // Some type the password into the wrong field.
        _ = try rig.logIn("a-typed-password", "x")
        _ = try setUp("WRONG-CODES")
        _ = try rig.post("/api/mute", ["what": "2h"], cookie: login.cookie, token: login.token)
        let lines = rig.log.lines.joined(separator: "\n")
        #expect(lines.contains("Zayd has logged in") && lines.contains("Amina orders: mute"))
        let secrets = [
            PanelRig.password, "402917", "555123", "a-typed-password", code, code.replacing("-", with: ""), "WRONG",
            login.token, String(login.cookie.split(separator: "=").last ?? "?"),
        ]
        for secret in secrets { #expect(!lines.contains(secret), "\(secret)") }
    }
}
