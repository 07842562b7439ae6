import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// The power fails between an adhan and its iqama, and the timetable is another after it.
@Suite(.serialized) struct HeldIqamaRestartTests {
    @Test func `an iqama for which people wait outlives a restart, and the command shows it`() throws {
        let (directory, day) = (try TestDirectory(), try DayAtNoon(dhuhrIn: 4))
        let config = day.config("[iqama]\ndhuhr = \"+20m\"\n[audio]\ndevices = [\"silent\"]\n")
        try day.write(in: directory)
        let first = try RunningDaemon.box(config, in: directory)
        let before = try iqama(first)
        let kept = directory.file("state/congregations.json")
        #expect(
            eventually(within: .seconds(30)) {
                // Three seconds ahead it is kept as one that has not come: another timetable may still move it.
                TestDirectory.bytes(of: kept).contains("\"hasCome\" : true".utf8)
            },
            "\(first.running.text)"
        )
        first.running.process.signal(SIGKILL)
        first.running.process.wait()

        try day.write(in: directory, later: 600)
        let second = try RunningDaemon.box(nil, in: directory)
        #expect(second.says("timetable refreshed"), "\(second.running.text)")
        #expect(try iqama(second) == before)
        let socket = ControlClient(path: directory.file("run/adhand.sock"))
        let told = try socket.ask(ControlRequest(.times), for: TimesReport.self)
        #expect(told.days.first?.iqama(.dhuhr) == before, "\(told.days)")
        // By rules of its own it changes, as in a reload.
        second.stop()
        let third = try RunningDaemon.box(config.replacing("+20m", with: "+25m"), in: directory)
        // The command may read what the second daemon held, until this one has saved that it holds nothing.
        #expect(eventually { (try? iqama(third)) ?? before != before }, "\(third.running.text)")
        third.stop()
    }

    /// As `adhand times` prints it.
    private func iqama(_ daemon: RunningDaemon) throws -> Instant {
        let times = try daemon.command("times", "--format", "json")
        let printed = try JSONDecoder().decode(TimesReport.self, from: Data(times.output.utf8))
        #expect(!times.errors.contains("congregations"), "\(times.text)")
        return try #require(printed.days.first?.iqama(.dhuhr))
    }
}
