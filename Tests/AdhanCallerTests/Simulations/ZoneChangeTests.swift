import Logging
import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport
@testable import AdhanCaller

/// A country drops its summer time, and Debian ships a new tzdata.
@Suite struct ZoneChangeTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    /// Compiles a zone as tzdata's makefile does.
    private func zic(_ rules: String, into folder: String) throws -> ZoneRules {
        let source = try directory.write(Array((rules + "\n").utf8), to: "source")
        try ChildProcess.run(["/usr/sbin/zic", "-b", "fat", "-d", directory.file(folder), source])
        return try ZoneRules(name: "Test/Land", tzif: TestDirectory.bytes(of: directory.file(folder) + "/Test/Land"))
    }

    private static let withSummerTime = """
        Rule Land 1980 max - Mar lastSun 1:00u 1:00 S
        Rule Land 1980 max - Oct lastSun 1:00u 0 -
        Zone Test/Land 2:00 Land LN%sT
        """
    private static let withoutSummerTime = "Zone Test/Land 2:00 - LDT"

    @Test func `the prayers move by the hour as soon as the file has changed, and none is called twice`() throws {
        let (old, new) = (try zic(Self.withSummerTime, into: "a"), try zic(Self.withoutSummerTime, into: "b"))
        let coordinates = try Coordinates(latitude: 30, longitude: 31)
        let source = PrayerCalculator(coordinates: coordinates, zone: old, method: .mwl)
        let start = old.instant(try CivilDate("2026-06-01"), secondOfDay: 10 * 3600)
        let box = VirtualBox(at: start, source: source, zone: old)
        box.start()
        box.run(until: start + .days(1))
        box.life?.post(.zone(new))
        box.run(until: start + .days(3))
        // Five a day still, at the same intervals, with the dates of the new local time.
        #expect(box.called.count == 15)
        #expect(Set(box.called.map(\.key)).count == 15)
        #expect(try box.ledger.entries(.first..<(.last)).allSatisfy { $0.state == .completed })
    }

    @Test func `a daemon that began with a damaged file follows the file within a minute of its change`() throws {
        let zones = directory.file("zones")
        try FileManager.default.createDirectory(atPath: zones + "/Test", withIntermediateDirectories: true)
        let source = try directory.write(Array((Self.withSummerTime + "\n").utf8), to: "old")
        try ChildProcess.run(["/usr/sbin/zic", "-b", "fat", "-d", zones, source])
        let config = try Binary.config(
            "[place]\nlatitude = 30\nlongitude = 31\ntimezone = \"Test/Land\"\n[audio]\ndevices = [\"silent\"]\n",
            in: directory
        )
        func start() throws -> Binary.Running {
            let running = try Binary.start(["run", "--config", config], in: directory, environment: ["TZDIR": zones])
            #expect(eventually { running.text.contains("timetable refreshed (start)") })
            return running
        }
        let first = try start()
        #expect(eventually { access(directory.file("state/zone.json"), F_OK) == 0 }, "\(first.text)")
        first.process.signal(SIGKILL)
        first.process.wait()
        try directory.write([], to: "zones/Test/Land")
        let running = try start()
        #expect(eventually { running.text.contains("the last known rules of the zone are used") }, "\(running.text)")
        let changed = try directory.write(Array("Zone Test/Land 4:00 - LDT\n".utf8), to: "new")
        try ChildProcess.run(["/usr/sbin/zic", "-b", "fat", "-d", directory.file("other"), changed])
        let before = LinuxClock().wall()
        #expect(rename(directory.file("other/Test/Land"), zones + "/Test/Land") == 0)
        #expect(eventually(within: .seconds(60)) { running.text.contains("timetable refreshed (zone changed)") })
        #expect(LinuxClock().wall() - before <= .seconds(60))
        #expect(running.text.contains("+04:00"))
        #expect(running.text.contains("tzdata is in order again"))
        running.process.signal(SIGTERM)
        #expect(running.finish().code == 0)
    }

    @Test func `without tzdata nothing is guessed, and the fault says what to install`() throws {
        let outcome = try Binary.run(
            ["times", "--latitude", "51.5", "--longitude", "0", "--timezone", "Europe/London"],
            in: directory,
            environment: ["TZDIR": directory.file("nowhere")]
        )
        #expect(outcome.code == EX_OSFILE && outcome.output.isEmpty, "\(outcome.text)")
        #expect(outcome.errors.contains("sudo apt install --reinstall tzdata"), "\(outcome.text)")
    }

    @Test func `a damaged file is no rules`() throws {
        #expect(throws: ZoneError.self) { try ZoneRules(name: "Europe/London", tzif: [1, 2, 3]) }
    }
}
