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

    @Test func `a setup code is valid for 15 minutes, however the wall clock is set, and mistakes do not use it up`()
        throws
    {
        let code = try rig.makeSetupCode()
        // A box without a battery learns the time after its start.
        rig.clock.stepWall(by: .hours(24 * 365))
        rig.wait(.seconds(15 * 60 - 1))
        #expect(try rig.setUp(code, "<script>").error == "bad-name")
        #expect(try rig.post("/api/setup", ["code": code, "name": "A", "password": "short"]).error == "bad-password")
        #expect(try rig.setUp(code).status == 200)
        let next = try rig.makeSetupCode()
        rig.wait(.seconds(600))
        rig.clock.stepWall(by: .seconds(-600))
        rig.wait(.seconds(300))
        #expect(try rig.setUp(next).error == "wrong-code")
        // A code of before the box was started is void, and the refusal says what to do.
        let old = try rig.makeSetupCode()
        rig.clock.reboot()
        #expect(try rig.get("/api/session").json["setup"] as? Bool == false)
        let refused = try rig.setUp(old)
        #expect(refused.error == "old-code" && refused.text.contains("sudo adhand panel reset"))
        #expect(try rig.setUp("AAAAA-AAAAA").error == "wrong-code")
        #expect(try rig.setUp(try rig.makeSetupCode()).status == 200)
    }

    @Test func `a setup code is valid where a boot has no id, for its 15 minutes`() throws {
        let store = rig.service.store
        for (made, used) in [("a", ""), ("", "a"), ("", "")] {
            _ = try store.makeSetupCode(now: BootMoment(boot: made, seconds: 5000))
            for (seconds, isOpen) in [(4999, false), (5000, true), (5899, true), (5900, false)] as [(Int64, Bool)] {
                #expect(try store.isSetupOpen(now: BootMoment(boot: used, seconds: seconds)) == isOpen, "\(seconds)")
            }
        }
    }

    @Test func `a session lasts 30 days, a caretaker's ends after 12 hours without use`() throws {
        let (caretaker, committee) = (try rig.enter("Amina", .caretaker), try rig.enter("Bilal", .committee))
        for _ in 0..<3 {
            rig.wait(.hours(11))
            #expect(try rig.get("/api/now", as: caretaker).status == 200)
        }
        rig.wait(.hours(12))
        #expect(try rig.get("/api/now", as: caretaker).error == "logged-out")
        rig.wait(.hours(24 * 30 - 46))
        #expect(try rig.get("/api/now", as: committee).status == 200)
        rig.wait(.hours(2))
        #expect(try rig.get("/api/now", as: committee).error == "logged-out")
    }

    @Test func `a visit of the wall clock to next month and back ends no session`() throws {
        let logins = [try rig.enter("Amina", .caretaker), try rig.enter("Bilal", .committee)]
        rig.clock.stepWall(by: .hours(24 * 31))
        for login in logins { #expect(try rig.get("/api/now", as: login).error == "logged-out") }
        #expect(try rig.get("/api/now", as: rig.logIn("Bilal")).status == 200)
        rig.clock.stepWall(by: .hours(-24 * 31))
        for login in logins { #expect(try rig.get("/api/now", as: login).status == 200) }
    }

    @Test func `a clock that was ahead does not lengthen a caretaker's session`() throws {
        let login = try rig.enter("Amina", .caretaker)
        for _ in 0..<4 {
            rig.wait(.hours(11))
            #expect(try rig.get("/api/now", as: login).status == 200)
        }
        rig.clock.stepWall(by: .hours(-24))
        #expect(try rig.get("/api/now", as: login).status == 200)
        rig.wait(.hours(12))
        #expect(try rig.get("/api/now", as: login).error == "logged-out")
    }

    @Test func `failures of a boot with the same id lock nobody longer than they would have`() throws {
        let (store, key) = (rig.service.store, FailureKey(name: "name zayd"))
        func moment(_ seconds: Int64) -> BootMoment { BootMoment(boot: "", seconds: seconds) }
        for _ in 0..<6 { try store.noteFailure([key], now: moment(50_000)) }
        // The box is started again after the first. The wait begins again, in full length.
        for (seconds, wait) in [(50_000, 2), (100, 2), (101, 1), (102, 0)] as [(Int64, Int64)] {
            #expect(try store.wait([key], now: moment(seconds)) == wait, "\(seconds)")
        }
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
            _ = try rig.setUp("AAAAA-AAAAA", "A", from: "127.0.1.\(number)")
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
