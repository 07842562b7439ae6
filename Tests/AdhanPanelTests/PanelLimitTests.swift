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
        // In a day there are 24 more at most.
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
        // Somebody who guesses the caretaker's password makes the caretaker wait for a minute at most.
        for _ in 0..<200 {
            _ = try rig.logIn("Amina", "wrong password", from: "127.0.0.9")
            rig.wait(.seconds(30))
        }
        rig.wait(.seconds(60))
        #expect(try rig.logIn("Amina").status == 200)
    }

    @Test func `a login of one's own does not clear an address that guesses`() throws {
        try rig.add("Bilal", .committee)
        for number in 0..<4 { _ = try rig.logIn("name \(number)", "guess") }
        #expect(try rig.logIn("Bilal").status == 200)
        _ = try rig.logIn("name 5", "guess")
        #expect(try rig.logIn("name 6", "guess").error == "wait")
    }

    @Test func `the table of failures is bounded, and a flood clears no account's row`() throws {
        try rig.add("Zayd", .volunteer, "402917")
        for _ in 0..<7 {
            _ = try rig.logIn("Zayd", "000111")
            rig.wait(.seconds(5))
        }
        #expect(try rig.logIn("Zayd", "000111").error == "wrong-login")
        rig.wait(.seconds(1))
        let (store, now) = (rig.service.store, rig.service.now)
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
        #expect(answer.error == "wait" && (answer.json["seconds"] as? Int ?? 0) <= 60)
    }

    @Test func `guesses of the setup code wait as well`() throws {
        let code = try rig.service.store.makeSetupCode(now: rig.service.now)
        let wrong = ["code": "AAAAA-AAAAA", "name": "A", "password": PanelRig.password]
        for _ in 0..<10 { _ = try rig.post("/api/setup", wrong, from: "127.0.0.9") }
        let right = ["code": code, "name": "Amina", "password": PanelRig.password]
        #expect(try rig.post("/api/setup", right, from: "127.0.0.9").error == "wait")
        #expect(try rig.post("/api/setup", right).status == 200)
    }
}
