import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanCaller
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
