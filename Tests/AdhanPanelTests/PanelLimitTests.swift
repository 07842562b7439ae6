import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanPanel

/// Guessing, on a virtual clock.
@Suite struct PanelLimitTests {
    private let rig: PanelRig

    init() throws { rig = try PanelRig() }

    /// How many of these logins are compared, rather than told to wait.
    private func compared(_ name: String, _ secret: String, of browsers: [String], times: Int) throws -> Int {
        try (0..<times).map { _ in
            try browsers.count { try rig.logIn(name, secret, device: $0).error == "wrong-login" }
        }.reduce(0, +)
    }

    @Test func `of 1,000 wrong PINs in 1,000 seconds only a few are compared, whatever is set or started again`()
        throws
    {
        try rig.add("Zayd", .volunteer)
        var compared = 0
        for number in 0..<1000 {
            let answer = try rig.logIn("Zayd", "\(100_000 + number)")
            if answer.error == "wrong-login" { compared += 1 } else { #expect(answer.error == "wait") }
            rig.wait(.seconds(1))
        }
        // Five at once, and then after 1, 2, 4 … 256 and 512 seconds.
        #expect(compared == 14, "\(compared)")
        // The right PIN has to wait, too: on a clock that is set by a day, after a restart, and at another address.
        for hours in [0, 25, -25] {
            rig.clock.stepWall(by: .hours(hours))
            _ = try rig.logIn("Nobody", "000111", from: "127.0.0.9")
            #expect(try rig.logIn("Zayd", PanelRig.pin).error == "wait", "\(hours)")
        }
        try rig.restart()
        #expect(try rig.logIn("Zayd", PanelRig.pin, from: "127.0.0.8").error == "wait")
        let before = try rig.logIn("Zayd", PanelRig.pin).seconds
        // After a start of the box the wait begins again, in full length.
        rig.clock.reboot()
        try rig.restart()
        let after = try rig.logIn("Zayd", PanelRig.pin).seconds
        #expect((1..<512).contains(before) && after == 512, "\(before) \(after)")
        // In a day there are 96 more at most.
        rig.wait(.seconds(512))
        for _ in 1...2 { #expect(try rig.logIn("Zayd", PanelRig.pin).status == 200) }
    }

    @Test
    func `an address that guesses names waits, and no other one; nor does a locked committee lock a caretaker out`()
        throws
    {
        try rig.add("Amina", .caretaker)
        try rig.add("Bilal", .committee)
        for number in 0..<20 { _ = try rig.logIn("name \(number)", "guess", from: "127.0.0.9") }
        #expect(try rig.logIn("Bilal", from: "127.0.0.9").error == "wait")
        #expect(try rig.logIn("Bilal", from: "127.0.0.8").status == 200)
        for _ in 0..<30 { _ = try rig.logIn("Bilal", "wrong password") }
        #expect(try rig.logIn("Bilal").error == "wait")
        #expect(try rig.logIn("Amina").status == 200)
    }

    @Test func `somebody who guesses all the time locks nobody out of a browser that has logged in before`() throws {
        try rig.add("Amina", .caretaker)
        try rig.add("Bilal", .committee)
        let device = try rig.logIn("Amina").device
        // The browser of another person keeps its cookie, and is known for both.
        #expect(try rig.logIn("Bilal", device: device).device == device)
        for _ in 0..<200 {
            _ = try rig.logIn("Amina", "wrong password", from: "127.0.0.9")
            _ = try rig.logIn("Bilal", "wrong password")
            rig.wait(.seconds(30))
        }
        for name in ["Amina", "Bilal"] { #expect(try rig.logIn(name, device: device).status == 200) }
        // A new browser waits, for 15 minutes at most, also where the clock is set back.
        for hours in [0, -24 * 400] {
            rig.clock.stepWall(by: .hours(hours))
            let other = try rig.logIn("Amina")
            #expect(other.error == "wait" && (1...900).contains(other.seconds), "\(hours)")
        }
        rig.wait(.seconds(900))
        #expect(try rig.logIn("Amina").status == 200)
    }

    @Test func `a browser that has logged in before waits for its own failures, and makes nobody else wait`() throws {
        try rig.add("Amina", .caretaker)
        let (stolen, own) = (try rig.logIn("Amina").device, try rig.logIn("Amina").device)
        #expect(stolen != own && !own.isEmpty)
        #expect(try compared("Amina", "guess", of: [stolen], times: 100) == 5)
        #expect(try rig.logIn("Amina", device: stolen).error == "wait")
        #expect(try rig.logIn("Amina", device: own).status == 200)
        #expect(try rig.logIn("Amina").status == 200)
        // A browser that brings a cookie of its own choice gets another one, which is known for others, too.
        let chosen = "__Host-adhand-device=" + String(repeating: "a", count: 64)
        let login = try rig.logIn("Amina", device: chosen)
        #expect(login.status == 200 && login.device != chosen && value(login.device).count == 64)
        try rig.add("Bilal", .committee)
        #expect(try rig.logIn("Bilal", device: login.device).device == login.device)
        // As a sign of an earlier login it is none.
        for _ in 0..<10 { _ = try rig.logIn("Amina", "guess", device: chosen) }
        #expect(try rig.logIn("Amina").error == "wait")
    }

    @Test func `waits tell nothing about a name`() throws {
        try rig.add("Amina", .caretaker)
        try rig.add("Bilal", .committee)
        try rig.add("Zayd", .volunteer)
        let seen = try ["Amina", "Bilal", "Zayd", "Nobody"].enumerated().map { number, name in
            let own = "127.0.0.\(20 + number)"
            return try (0..<40).map { _ in
                let answer = try rig.logIn(name, "000111", from: own)
                rig.wait(.seconds(answer.seconds))
                return "\(answer.status) \(answer.text)"
            }
        }
        #expect(seen.allSatisfy { $0 == seen[0] } && seen[0].last?.contains("900") == true, "\(seen)")
    }

    @Test func `many browsers that know an account have few guesses together`() throws {
        try rig.add("Zayd", .volunteer)
        let browsers = try (0..<20).map { _ in try rig.logIn("Zayd", PanelRig.pin).device }
        #expect(try compared("Zayd", "000111", of: browsers, times: 10) == 21)
        rig.wait(.seconds(900))
        for browser in browsers.prefix(2) {
            #expect(try rig.logIn("Zayd", PanelRig.pin, device: browser).status == 200)
        }
    }

    @Test func `a new PIN has no browser of before, so that an old one has no more guesses than any other`() throws {
        try rig.add("Amina", .caretaker)
        try rig.add("Zayd", .volunteer)
        let login = try rig.logIn("Amina")
        let old = try (0..<20).map { _ in try rig.logIn("Zayd", PanelRig.pin).device }
        let secret = ["name": "Zayd", "secret": "583046"]
        #expect(try rig.post("/api/people/change", secret, as: login).status == 200)
        #expect(try compared("Zayd", PanelRig.pin, of: old, times: 6) == 5)
    }

    @Test func `a new secret and a reset end waits; a new secret forgets browsers, of which an account has 20`() throws
    {
        try rig.add("Amina", .caretaker)
        try rig.add("Bilal", .committee)
        let accounts = [("Amina", PanelAccount.Role.caretaker), ("Bilal", .committee)].map(PanelAccount.init)
        let store = rig.service.store
        func count() throws -> [Int64] { try accounts.map { try store.devices(of: $0) } }
        func guess() throws {
            for _ in 0..<20 { _ = try rig.logIn("Bilal", "wrong password", from: "127.0.0.9") }
            #expect(try rig.logIn("Bilal", "another good password").error == "wait")
        }
        let login = try rig.logIn("Amina")
        for _ in 0..<25 { _ = try rig.logIn("Bilal") }
        #expect(try count() == [1, 20])
        let change = ["old": PanelRig.password, "new": "another good password"]
        let cookies = login.cookie + "; " + login.device
        let changed = try rig.post("/api/password", change, cookie: cookies, token: login.token)
        // The browser in use stays known.
        #expect(try changed.status == 200 && count() == [1, 20])
        try guess()
        let secret = ["name": "Bilal", "secret": "another good password"]
        #expect(try rig.post("/api/people/change", secret, as: login).status == 200)
        #expect(try count() == [1, 0])
        #expect(try rig.logIn("Bilal", "another good password").status == 200)
        try guess()
        try store.endAllSessions()
        #expect(try rig.logIn("Bilal", "another good password").status == 200 && count() == [1, 2])
        try store.remove("Bilal")
        #expect(try count() == [1, 0])
    }

    private func value(_ cookie: String) -> String { String(cookie.split(separator: "=").last ?? "") }

    @Test func `cookies are the browser's alone, only digests are kept, and an older file of accounts is taken up`()
        throws
    {
        let login = try rig.enter("Amina", .caretaker)
        let lengths = ["__Host-adhand": "2592000", "__Host-adhand-device": "34560000"]
        #expect(
            login.cookies.count == lengths.count && login.headers["set-cookie"]?.hasPrefix("__Host-adhand=") == true
        )
        let file = TestDirectory.bytes(of: rig.directory.file("accounts.sqlite"))
        func isKept(_ text: String) -> Bool { file.firstRange(of: Array(text.utf8)) != nil }
        for header in login.cookies {
            let parts = header.split(separator: "; ").map(String.init)
            let age = "Max-Age=\(lengths[String(parts[0].prefix { $0 != "=" })] ?? "?")"
            #expect(parts.dropFirst().sorted() == ["HttpOnly", age, "Path=/", "SameSite=Strict", "Secure"])
            #expect(value(parts[0]).count == 64 && !isKept(value(parts[0])), "\(header)")
        }
        #expect(!isKept(PanelRig.password) && isKept("$argon2id$"))
        let boots = ["setup", "failure"].map { "ALTER TABLE \($0) DROP COLUMN boot" }
        for (version, changes) in [(2, boots), (1, boots + ["DROP TABLE device"])] {
            for sql in changes + ["PRAGMA user_version = \(version)"] {
                _ = try rig.service.store.write { try $0.count(sql) }
            }
            try rig.restart()
            #expect(try rig.logIn("Amina").status == 200)
        }
    }

    @Test func `a login of one's own does not clear an address that guesses`() throws {
        try rig.add("Bilal", .committee)
        for number in 0..<4 { _ = try rig.logIn("name \(number)", "guess") }
        #expect(try rig.logIn("Bilal").status == 200)
        _ = try rig.logIn("name 5", "guess")
        #expect(try rig.logIn("name 6", "guess").error == "wait")
    }

    @Test func `people who slip once and then log in make nobody at their address wait`() throws {
        for name in 1...8 {
            try rig.add("Member \(name)", .committee)
            #expect(try rig.logIn("Member \(name)", "a slip").error == "wrong-login")
            #expect(try rig.logIn("Member \(name)").status == 200)
        }
        for number in 1...4 { _ = try rig.logIn("name \(number)", "guess") }
        #expect(try rig.logIn("Member 1").status == 200)
        _ = try rig.logIn("name 5", "guess")
        #expect(try rig.logIn("Member 1").error == "wait")
    }

    @Test func `the table of failures is bounded, and a flood clears no account's row`() throws {
        try rig.add("Zayd", .volunteer)
        for _ in 0..<7 {
            _ = try rig.logIn("Zayd", "000111")
            rig.wait(.seconds(5))
        }
        #expect(try rig.logIn("Zayd", "000111").error == "wrong-login")
        rig.wait(.seconds(1))
        let (store, now) = (rig.service.store, rig.service.boot)
        for block in 0..<50 {
            let keys = (0..<100).map { FailureKey(name: "address \(block).\($0)", longestWait: 900) }
            try store.noteFailure(keys, now: now)
        }
        #expect(try store.failureRows() <= 4200)
        #expect(try rig.logIn("Zayd", PanelRig.pin).error == "wait")
    }

    @Test func `guesses of the setup code wait as well`() throws {
        let code = try rig.makeSetupCode()
        for _ in 0..<10 { _ = try rig.setUp("AAAAA-AAAAA", "A", from: "127.0.0.9") }
        #expect(try rig.setUp(code, from: "127.0.0.9").error == "wait")
        #expect(try rig.setUp(code).status == 200)
    }
}
