import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// The days of times over the control socket.
@Suite struct TimesRequestTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    @Test func `a running daemon tells the days that the command prints`() throws {
        let daemon = try RunningDaemon(QuietMorning.config + "[jumuah]\ntimes = [\"13:15\"]\n", in: directory)
        let client = ControlClient(path: directory.file("run/adhand.sock"))
        #expect(daemon.says("timetable refreshed"), "\(daemon.running.text)")
        let today = try CivilDate(daemon.report().date)
        func asked(_ from: CivilDate?, _ to: CivilDate?) throws -> TimesReport {
            try client.ask(ControlRequest(.times, from: from?.description, to: to?.description))
        }
        let found = try asked(today, today.adding(days: 40))
        let output = try daemon.command("times", "--config", daemon.config, "--days", "40", "--all", "--format", "json")
        let printed = try JSONDecoder().decode(TimesReport.self, from: Data(output.output.utf8))
        #expect(found.place == printed.place)
        for (asked, printed) in zip(found.days, printed.days) { #expect(asked == printed) }
        #expect(found.days.count == 40 && found.days.count { $0.jumuah != nil } >= 5)
        #expect(found.days.allSatisfy { $0.midnight != nil && $0.notOffered?.isEmpty == false })
        #expect(try asked(nil, nil).days.map(\.date) == [today])
        daemon.stop()
    }

    @Test(arguments: [
        ("2026-13-01", nil, "there is no day 2026-13-1 in the calendar"),
        ("2026-11-24", "2026-11-24", "2026-11-24 to before 2026-11-24 is not between 1 and 400 days"),
        ("2026-01-01", "2027-02-06", "is not between 1 and 400 days"),
    ])
    func `days that cannot be meant are refused`(from: String, to: String?, words: String) throws {
        let request = ControlRequest(.times, from: from, to: to)
        let today = try CivilDate("2026-11-23")
        let failure = #expect(throws: ControlFailure.self) { try TimesReport.dates(of: request, today: today) }
        #expect(failure?.code == EX_USAGE && failure?.message.contains(words) == true, "\(failure?.message ?? "")")
    }
}
