import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanPanel

/// Setup codes, sessions and waits on clocks that are set, and after a restart of the box.
@Suite struct PanelClockTests {
    private let rig: PanelRig

    init() throws { rig = try PanelRig() }

    private func setUp(_ code: String) throws -> PanelRig.Answer {
        try rig.post("/api/setup", ["code": code, "name": "Amina", "password": PanelRig.password])
    }

    @Test func `a setup code is valid for 15 minutes, however the wall clock is set`() throws {
        // A box without a battery learns the time after its start.
        let code = try rig.service.store.makeSetupCode(now: rig.service.boot)
        rig.clock.stepWall(by: .hours(24 * 365))
        #expect(try setUp(code).status == 200)
        let next = try rig.service.store.makeSetupCode(now: rig.service.boot)
        rig.wait(.seconds(600))
        rig.clock.stepWall(by: .seconds(-600))
        rig.wait(.seconds(300))
        #expect(try setUp(next).error == "wrong-code")
    }

    @Test func `a visit of the wall clock to next month and back ends no session`() throws {
        try rig.add("Amina", .caretaker)
        try rig.add("Bilal", .committee)
        let (amina, bilal) = (try rig.logIn("Amina"), try rig.logIn("Bilal"))
        rig.clock.stepWall(by: .hours(24 * 31))
        for login in [amina, bilal] { #expect(try rig.get("/api/now", cookie: login.cookie).error == "logged-out") }
        let visitor = try rig.logIn("Bilal")
        #expect(try rig.get("/api/now", cookie: visitor.cookie).status == 200)
        rig.clock.stepWall(by: .hours(-24 * 31))
        for login in [amina, bilal] { #expect(try rig.get("/api/now", cookie: login.cookie).status == 200) }
    }

    @Test func `a clock that was ahead does not lengthen a caretaker's session`() throws {
        try rig.add("Amina", .caretaker)
        let login = try rig.logIn("Amina")
        for _ in 0..<4 {
            rig.wait(.hours(11))
            #expect(try rig.get("/api/now", cookie: login.cookie).status == 200)
        }
        rig.clock.stepWall(by: .hours(-24))
        #expect(try rig.get("/api/now", cookie: login.cookie).status == 200)
        rig.wait(.hours(12))
        #expect(try rig.get("/api/now", cookie: login.cookie).error == "logged-out")
    }

    @Test func `a step of the wall clock by a day forgets no wait`() throws {
        try rig.add("Zayd", .volunteer, "402917")
        for _ in 0..<200 {
            _ = try rig.logIn("Zayd", "000111")
            rig.wait(.seconds(5))
        }
        rig.clock.stepWall(by: .hours(25))
        _ = try rig.logIn("Nobody", "000111", from: "127.0.0.9")
        #expect(try rig.logIn("Zayd", "402917").error == "wait")
        rig.clock.stepWall(by: .hours(-25))
        #expect(try rig.logIn("Zayd", "402917").error == "wait")
    }

    @Test func `a setup code of before the box was started is void, and the refusal says what to do`() throws {
        let code = try rig.service.store.makeSetupCode(now: rig.service.boot)
        rig.clock.reboot()
        #expect(try rig.get("/api/session").json["setup"] as? Bool == false)
        let refused = try setUp(code)
        #expect(refused.error == "old-code" && refused.text.contains("sudo adhand panel reset"))
        #expect(try setUp("AAAAA-AAAAA").error == "wrong-code")
        #expect(try setUp(try rig.service.store.makeSetupCode(now: rig.service.boot)).status == 200)
    }

    @Test func `after a start of the box the waits begin again, in full length`() throws {
        try rig.add("Zayd", .volunteer, "402917")
        for _ in 0..<200 {
            _ = try rig.logIn("Zayd", "000111")
            rig.wait(.seconds(5))
        }
        let before = try rig.logIn("Zayd", "402917").seconds
        rig.clock.reboot()
        try rig.restart()
        let after = try rig.logIn("Zayd", "402917").seconds
        #expect((1..<512).contains(before) && after == 512, "\(before) \(after)")
        rig.wait(.seconds(512))
        #expect(try rig.logIn("Zayd", "402917").status == 200)
    }

    @Test(arguments: [("a", ""), ("", "a"), ("", "")])
    func `a setup code is valid where a boot has no id, for its 15 minutes`(made: String, used: String) throws {
        let store = rig.service.store
        _ = try store.makeSetupCode(now: BootMoment(boot: made, seconds: 5000))
        for (seconds, isOpen) in [(4999, false), (5000, true), (5899, true), (5900, false)] as [(Int64, Bool)] {
            #expect(try store.isSetupOpen(now: BootMoment(boot: used, seconds: seconds)) == isOpen, "\(seconds)")
        }
    }

    @Test func `failures of a boot with the same id lock nobody longer than they would have`() throws {
        let (store, key) = (rig.service.store, FailureKey(name: "name zayd"))
        func moment(_ seconds: Int64) -> BootMoment { BootMoment(boot: "", seconds: seconds) }
        for _ in 0..<6 { try store.noteFailure([key], now: moment(50_000)) }
        #expect(try store.wait([key], now: moment(50_000)) == 2)
        // The box was started again. The wait begins again, in full length.
        #expect(try store.wait([key], now: moment(100)) == 2)
        #expect(try store.wait([key], now: moment(101)) == 1)
        #expect(try store.wait([key], now: moment(102)) == 0)
    }

    @Test func `failures are forgotten after a day of the boot's clock`() throws {
        for _ in 0..<5 { _ = try rig.logIn("Zayd", "000111") }
        rig.wait(.hours(25))
        _ = try rig.logIn("Nobody", "000111", from: "127.0.0.9")
        #expect(try rig.logIn("Zayd", "000111").error == "wrong-login")
        #expect(try rig.logIn("Zayd", "000111").error == "wrong-login", "the first failure costs no wait")
    }

    @Test func `a stranger who fails every two seconds writes one line an hour into the log`() throws {
        for number in 0..<60 {
            _ = try rig.logIn("name \(number)", "guess", from: "127.0.1.\(number)")
            let wrong = ["code": "AAAAA-AAAAA", "name": "A", "password": PanelRig.password]
            _ = try rig.post("/api/setup", wrong, from: "127.0.1.\(number)")
            rig.wait(.seconds(2))
        }
        #expect(rig.log.lines.count == 2, "\(rig.log.lines)")
        rig.wait(.hours(1))
        rig.service.warnings.logCounted()
        let counted = rig.log.lines.dropFirst(2).sorted()
        let ending = ", and 58 more in the last hour"
        #expect(counted.count == 2 && counted.allSatisfy { $0.hasSuffix(ending) }, "\(counted)")
    }
}
