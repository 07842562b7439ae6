import Dispatch
import AdhanTestSupport
import AdhanCore
import Glibc
import Testing

@testable import AdhanSupport
@testable import adhand

@Suite struct ServiceCheckTests {
    private let none: Result<StatusReport, ControlFault> = .failure(.notRunning(path: "/run/adhand/adhand.sock"))
    private let good: Result<StatusReport, ControlFault> = .success(.example())

    private func unit(_ load: String = "loaded", _ active: String = "active", _ file: String = "enabled") -> UnitState {
        .unit(load: load, active: active, file: file)
    }

    @Test func `a service that runs and starts with the box is in order, and its need for attention is shown`() {
        #expect(ServiceCheck.finding(unit(), good) == .good("the daemon runs, and starts with the box"))
        #expect(ServiceCheck.finding(unit(), .failure(.notAllowed(path: "", user: "ali"))).isGood)
        #expect(ServiceCheck.finding(unit("loaded", "reloading"), good).isGood)
    }

    @Test func `a user who may not ask the daemon sees only what systemd knows`() {
        let denied: Result<StatusReport, ControlFault> = .failure(.notAllowed(path: "", user: "ali"))
        #expect(ServiceCheck.finding(unit("loaded", "inactive"), denied).words == "the daemon does not run")
        #expect(ServiceCheck.finding(.noSystemd, denied).words.hasPrefix("it is not known whether the daemon runs"))
    }

    @Test func `a daemon that needs attention is reported`() {
        let missing = StatusReport.Problem(.sound, nil, Fault(.cardMissing, detail: "hw:1"), what: nil, command: nil)
        let report = StatusReport.example { $0.problems = [missing, .init(.missed, what: "missed", advice: "look")] }
        for look in [unit(), .noSystemd] {
            let finding = ServiceCheck.finding(look, .success(report))
            #expect(finding.words.hasSuffix("; it reports: missed (and 1 more)") && finding.advice == "look")
        }
        // The sound has rows of its own, which have the reason.
        let sound = ServiceCheck.finding(unit(), .success(.example { $0.problems = [missing] }))
        #expect(!sound.isGood && !sound.words.contains("missing") && sound.advice == "see the rows above")
    }

    @Test(arguments: [
        ("loaded", "inactive", "disabled", "sudo systemctl enable --now adhand"),
        ("loaded", "failed", "enabled", "see why: sudo journalctl -u adhand -n 30"),
        ("loaded", "activating", "enabled", "see why: sudo journalctl -u adhand -n 30"),
        ("loaded", "active", "enabled", "restart it: sudo systemctl restart adhand"),
        ("masked", "inactive", "masked", "sudo systemctl unmask adhand"),
        (
            "not-found", "inactive", "",
            "install it with its service: sudo make install, then: sudo systemctl enable --now adhand"
        ),
        ("bad-setting", "inactive", "enabled", "systemctl status adhand"),
    ])
    func `each reason for not running has its command`(load: String, active: String, file: String, advice: String) {
        #expect(ServiceCheck.finding(unit(load, active, file), none).advice == advice)
    }

    @Test func `a running daemon is in order only if it starts with the box`() {
        #expect(
            ServiceCheck.finding(unit("loaded", "active", "disabled"), good).advice == "sudo systemctl enable adhand"
        )
        #expect(ServiceCheck.finding(unit("not-found", "inactive", ""), good).words.contains("not as the service"))
        #expect(!ServiceCheck.finding(.silent("the system bus: no greeting"), good).isGood)
    }

    @Test func `without systemd a running daemon is in order, and the advice is to start one that is not`() {
        #expect(ServiceCheck.finding(.noSystemd, good).isGood)
        #expect(ServiceCheck.finding(.noSystemd, none).advice == "start it: adhand run")
        let mute = ServiceCheck.finding(.noSystemd, .failure(.noAnswer(path: "/run/a", after: .seconds(10))))
        #expect(mute.words.contains("has not answered within 10s"))
    }

    @Test func `the machine's own systemd is asked with a time limit`() {
        let start = BootClock.now()
        _ = UnitState.now("adhand")
        #expect(BootClock.now() - start < .seconds(8))
    }
}
