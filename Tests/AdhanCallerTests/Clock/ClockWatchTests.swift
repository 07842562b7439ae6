import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller
/// Boxes from their boot on, with the looks that the daemon makes.
@Suite struct ClockWatchTests {
    private let released: Instant

    init() throws { released = try .utc("2026-11-21", 0) }

    @Test func `a Pi boots in the past, is set by the network and outlives its loss`() throws {
        let machine = try MachineClock(at: released - .days(200))
        machine.answer(false)
        let watch = machine.watch(released: released)
        #expect(watch.report(recording: true).trust == .untrusted(.beforeFloor(released)))
        machine.set(released + .days(10))
        #expect(watch.report(recording: true).trust == .untrusted(.noHardwareClock))
        machine.answer(true)
        #expect(watch.report(recording: true).trust == .synchronised)
        machine.pass(.hours(9))
        machine.answer(false)
        #expect(watch.report(recording: true).trust == .assumed(.synchronisedEarlier))
        // The daemon is restarted meanwhile.
        #expect(machine.watch(released: released).report(recording: true).trust == .assumed(.synchronisedEarlier))
        // The power goes; without a hardware clock it comes back in the past.
        try machine.reboot("two", wall: released + .days(9), uptime: .seconds(20))
        let later = machine.watch(released: released).report(recording: true)
        #expect(later.trust == .untrusted(.beforeFloor(released + .days(10))))
        #expect(later.floor == released + .days(10))
        #expect(later.problems.isEmpty)
    }

    @Test func `a look that only looks leaves nothing behind`() throws {
        let machine = try MachineClock(at: released + .days(1))
        machine.answer(true)
        #expect(machine.watch(released: released).report(recording: false).trust == .synchronised)
        machine.answer(false)
        #expect(machine.watch(released: released).report(recording: false).trust == .untrusted(.noHardwareClock))
    }

    @Test func `a disk that refuses does not make a synchronised clock untrusted, and is told of`() throws {
        let machine = try MachineClock(at: released + .days(1))
        try machine.directory.write([1], to: "run")
        try machine.directory.write([1], to: "state")
        machine.answer(true)
        let report = machine.watch(released: released).report(recording: true)
        #expect(report.trust == .synchronised)
        #expect(report.problems.contains { $0.contains("run/clock-synchronised") })
        #expect(report.problems.contains { $0.contains("state/clock-floor") })
    }

    @Test func `each verdict says why, and what to do`() throws {
        let now = try Instant.utc("2026-01-01", 12)
        func words(_ trust: ClockTrust) -> String { trust.words(.utc, now: now) }
        let before = words(.untrusted(.beforeFloor(released)))
        #expect(before.contains("shows 2026-01-01T12:00:00+00:00, which is before 2026-11-21T00:00:00+00:00"))
        #expect(words(.untrusted(.startedRecently(trustAfter: .minutes(10)))).contains("less than 10m ago"))
        for reason in [
            .beforeFloor(released), .startedRecently(trustAfter: .zero), .noHardwareClock,
        ] as [ClockTrust.UntrustedReason] {
            #expect(words(.untrusted(reason)).hasSuffix("sudo adhand clock confirm"))
        }
    }
}
