import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

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

@Suite struct ClockObserverTests {
    private let machine: MachineClock
    private let directory: TestDirectory

    init() throws {
        machine = try MachineClock(at: try .utc("2026-11-22", 12))
        directory = machine.directory
    }

    private func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: directory.file(name), withIntermediateDirectories: true)
    }

    @Test func `where nobody can say, nobody has said`() {
        let reading = machine.observer().reading()
        #expect(
            reading.observation == ClockObservation(isSynchronised: nil, hasHardwareClock: false, uptime: .hours(1))
        )
        #expect(
            reading.evidence == [
                "there is no bus", "timesyncd does not run either", "there is no hardware clock",
                "the machine started 1h ago",
            ]
        )
        #expect(reading.problems.isEmpty)
    }

    @Test func `the bus' answer counts, and timesyncd's file only without it`() throws {
        try makeFolder("timesync")
        #expect(machine.observer().reading().observation.isSynchronised == false)
        try directory.write([], to: "timesync/synchronized")
        #expect(machine.observer().reading().observation.isSynchronised == true)
        machine.answer(false)
        #expect(machine.observer().reading().observation.isSynchronised == false)
        machine.answer(true)
        #expect(machine.observer().reading().observation.isSynchronised == true)
    }

    @Test func `a hardware clock is seen by its file`() throws {
        try directory.write([], to: "rtc0")
        #expect(machine.observer().reading().observation.hasHardwareClock)
    }

    @Test func `an answer about a clock that was set meanwhile counts for nothing`() throws {
        machine.answer(true)
        machine.whenAsked { [weak machine] in if let machine { machine.set(machine.wall + .hours(1)) } }
        let reading = machine.observer().reading()
        #expect(reading.observation.isSynchronised == nil)
        #expect(reading.evidence.contains("the clock was set during this look"))
    }
}

@Suite struct ClockConfirmationTests {
    private let machine: MachineClock

    init() throws { machine = try MachineClock(at: try .utc("2026-11-22", 12)) }

    private var isConfirmed: Bool { machine.observer().reading().observation.confirmed }

    private func confirm() throws { try machine.observer().person.give(machine.observer().anchor()) }

    @Test func `a word holds while time passes`() throws {
        #expect(!isConfirmed)
        try confirm()
        #expect(isConfirmed)
        machine.pass(.days(90))
        #expect(isConfirmed)
    }

    @Test func `a word ends when the clock is set, and comes back with it`() throws {
        try confirm()
        machine.set(machine.wall + .seconds(60))
        #expect(isConfirmed)
        machine.set(machine.wall + .seconds(1))
        #expect(!isConfirmed)
        machine.set(machine.wall - .seconds(122))
        #expect(!isConfirmed)
        machine.set(machine.wall + .seconds(1))
        #expect(isConfirmed)
        machine.set(Instant(microseconds: .max))
        #expect(!isConfirmed)
        machine.set(Instant(microseconds: .min))
        #expect(!isConfirmed)
        try confirm()
        #expect(isConfirmed)
    }

    @Test func `a word ends with the boot, even if the clock stands as before`() throws {
        try confirm()
        try machine.reboot("two", wall: machine.wall, uptime: .hours(1))
        #expect(!isConfirmed)
    }

    @Test func `where the name of the boot is hidden, its beginning tells it`() throws {
        try confirm()
        #expect(machine.observer(seesBoot: false).reading().observation.confirmed)
        try machine.reboot("two", wall: machine.wall + .minutes(5), uptime: .seconds(20))
        #expect(!machine.observer(seesBoot: false).reading().observation.confirmed)
    }

    @Test(arguments: ["", "{", "{\"start\":\"x\"}", "[]", "{\"boot\":\"one\",\"start\":1e400}", "\0\0\0"])
    func `a damaged file counts for nothing and is told of`(text: String) throws {
        try confirm()
        try machine.directory.write(Array(text.utf8), to: "run/clock-confirmed")
        let reading = machine.observer().reading()
        #expect(!reading.observation.confirmed)
        #expect(reading.problems.first?.contains("run/clock-confirmed: it is damaged") == true, "\(reading.problems)")
        try confirm()
        #expect(isConfirmed)
    }

    @Test func `a word that cannot be kept says why`() throws {
        try machine.directory.write([1], to: "run")
        let error = #expect(throws: AtomicFile.Fault.self) { try confirm() }
        #expect(error?.description.contains("run/clock-confirmed: making it failed: Not a directory") == true)
        #expect(machine.observer().reading().problems.first?.contains("Not a directory") == true)
    }

    @Test func `a link is written over, not through`() throws {
        try confirm()
        let other = try machine.directory.write(Array("precious".utf8), to: "other")
        let run = machine.directory.file("run")
        #expect(try ChildProcess(["ln", "-sf", other, run + "/clock-confirmed"]).wait() == 0)
        try confirm()
        #expect(isConfirmed)
        #expect(TestDirectory.bytes(of: other) == Array("precious".utf8))
    }
}
