import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanPanel

/// Guessing, on a virtual clock.
@Suite struct PanelLimitTests {
    private let rig: PanelRig

    init() throws { rig = try PanelRig() }

    @Test func `of 1,000 wrong PINs in 1,000 seconds only a few are compared`() throws {
        try rig.add("Zayd", .volunteer, "402917")
        var compared = 0
        for number in 0..<1000 {
            let answer = try rig.logIn("Zayd", "\(100_000 + number)")
            if answer.error == "wrong-login" { compared += 1 } else { #expect(answer.error == "wait") }
            rig.wait(.seconds(1))
        }
        // Five at once, and then after 1, 2, 4 … 256 and 512 seconds.
        #expect(compared == 14, "\(compared)")
        // The right PIN has to wait, too.
        #expect(try rig.logIn("Zayd", "402917").error == "wait")
        // In a day there are 96 more at most.
        rig.wait(.hours(1))
        #expect(try rig.logIn("Zayd", "402917").status == 200)
        #expect(try rig.logIn("Zayd", "402917").status == 200)
    }

    @Test func `the wait is known after a restart, and to other addresses`() throws {
        try rig.add("Zayd", .volunteer, "402917")
        for _ in 0..<6 {
            _ = try rig.logIn("Zayd", "000111")
            rig.wait(.seconds(1))
        }
        try rig.restart()
        #expect(try rig.logIn("Zayd", "402917", from: "127.0.0.9").error == "wait")
    }

    @Test func `an address that guesses names waits, and no other address`() throws {
        try rig.add("Bilal", .committee)
        for number in 0..<20 { _ = try rig.logIn("name \(number)", "guess", from: "127.0.0.9") }
        #expect(try rig.logIn("Bilal", from: "127.0.0.9").error == "wait")
        #expect(try rig.logIn("Bilal", from: "127.0.0.8").status == 200)
    }

    @Test func `a committee that is locked out does not lock out the caretaker`() throws {
        try rig.add("Amina", .caretaker)
        try rig.add("Bilal", .committee)
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
        // A new browser waits, for 15 minutes at most.
        let other = try rig.logIn("Amina")
        #expect(other.error == "wait" && (1...900).contains(other.seconds))
        rig.wait(.seconds(900))
        #expect(try rig.logIn("Amina").status == 200)
    }

    @Test func `a browser that has logged in before waits for its own failures, and makes nobody else wait`() throws {
        try rig.add("Amina", .caretaker)
        let (stolen, own) = (try rig.logIn("Amina").device, try rig.logIn("Amina").device)
        #expect(stolen != own && !own.isEmpty)
        var compared = 0
        for _ in 0..<100 where try rig.logIn("Amina", "guess", device: stolen).error == "wrong-login" { compared += 1 }
        #expect(compared == 5)
        #expect(try rig.logIn("Amina", device: stolen).error == "wait")
        #expect(try rig.logIn("Amina", device: own).status == 200)
        #expect(try rig.logIn("Amina").status == 200)
        // A cookie that the box does not know is none.
        let false_ = "__Host-adhand-device=\(String(repeating: "0", count: 64))"
        for _ in 0..<10 { _ = try rig.logIn("Amina", "guess", device: false_) }
        #expect(try rig.logIn("Amina").error == "wait")
    }

    @Test func `waits tell nothing about a name`() throws {
        try rig.add("Amina", .caretaker)
        try rig.add("Bilal", .committee)
        try rig.add("Zayd", .volunteer, "402917")
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
        try rig.add("Zayd", .volunteer, "402917")
        let browsers = try (0..<20).map { _ in try rig.logIn("Zayd", "402917").device }
        var compared = 0
        for _ in 0..<10 {
            for browser in browsers where try rig.logIn("Zayd", "000111", device: browser).error == "wrong-login" {
                compared += 1
            }
        }
        #expect(compared == 21)
        rig.wait(.seconds(900))
        #expect(try rig.logIn("Zayd", "402917", device: browsers[0]).status == 200)
        #expect(try rig.logIn("Zayd", "402917", device: browsers[1]).status == 200)
    }

    @Test func `a new PIN has no browser of before, so that an old one has no more guesses than any other`() throws {
        try rig.add("Amina", .caretaker)
        try rig.add("Zayd", .volunteer, "402917")
        let login = try rig.logIn("Amina")
        let old = try (0..<20).map { _ in try rig.logIn("Zayd", "402917").device }
        let secret = ["name": "Zayd", "secret": "583046"]
        #expect(try rig.post("/api/people/change", secret, cookie: login.cookie, token: login.token).status == 200)
        var compared = 0
        for _ in 0..<6 {
            for browser in old where try rig.logIn("Zayd", "402917", device: browser).error == "wrong-login" {
                compared += 1
            }
        }
        #expect(compared == 5)
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
        #expect(try rig.post("/api/people/change", secret, cookie: login.cookie, token: login.token).status == 200)
        #expect(try count() == [1, 0])
        #expect(try rig.logIn("Bilal", "another good password").status == 200)
        try guess()
        try store.endAllSessions()
        #expect(try rig.logIn("Bilal", "another good password").status == 200 && count() == [1, 2])
        try store.remove("Bilal")
        #expect(try count() == [1, 0])
    }

    private func value(_ cookie: String) -> String { String(cookie.split(separator: "=").last ?? "") }

    @Test func `the cookie of a browser is its alone, and a file of accounts without devices is taken up`() throws {
        try rig.add("Amina", .caretaker)
        let header = try #require(try rig.logIn("Amina").cookies.last)
        let rules = header.split(separator: "; ").dropFirst().map(String.init).sorted()
        #expect(rules == ["HttpOnly", "Max-Age=34560000", "Path=/", "SameSite=Strict", "Secure"])
        let path = rig.directory.file("accounts.sqlite")
        let secret = value(String(header.split(separator: ";")[0]))
        #expect(secret.count == 64 && TestDirectory.bytes(of: path).firstRange(of: Array(secret.utf8)) == nil)
        let device = "DROP TABLE device"
        let boots = ["setup", "failure"].map { "ALTER TABLE \($0) DROP COLUMN boot" }
        for (version, changes) in [(2, boots), (1, boots + [device])] {
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

    @Test func `a browser that brings a cookie of its own choice gets another one`() throws {
        try rig.add("Amina", .caretaker)
        try rig.add("Bilal", .committee)
        let chosen = "__Host-adhand-device=" + String(repeating: "a", count: 64)
        let login = try rig.logIn("Amina", device: chosen)
        #expect(login.status == 200 && login.device != chosen && value(login.device).count == 64)
        #expect(try rig.logIn("Bilal", device: login.device).device == login.device)
    }

    @Test func `the table of failures is bounded, and a flood clears no account's row`() throws {
        try rig.add("Zayd", .volunteer, "402917")
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
        #expect(try rig.logIn("Zayd", "402917").error == "wait")
    }

    @Test func `a clock that is set back makes no wait longer than it may be`() throws {
        try rig.add("Amina", .caretaker)
        for _ in 0..<12 {
            _ = try rig.logIn("Amina", "wrong password")
            rig.wait(.seconds(60))
        }
        _ = try rig.logIn("Amina", "wrong password")
        rig.clock.stepWall(by: .hours(-24 * 400))
        let answer = try rig.logIn("Amina")
        #expect(answer.error == "wait" && (1...900).contains(answer.seconds))
        rig.wait(.seconds(900))
        #expect(try rig.logIn("Amina").status == 200)
    }

    @Test func `guesses of the setup code wait as well`() throws {
        let code = try rig.service.store.makeSetupCode(now: rig.service.boot)
        let wrong = ["code": "AAAAA-AAAAA", "name": "A", "password": PanelRig.password]
        for _ in 0..<10 { _ = try rig.post("/api/setup", wrong, from: "127.0.0.9") }
        let right = ["code": code, "name": "Amina", "password": PanelRig.password]
        #expect(try rig.post("/api/setup", right, from: "127.0.0.9").error == "wait")
        #expect(try rig.post("/api/setup", right).status == 200)
    }
}
