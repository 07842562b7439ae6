import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

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
