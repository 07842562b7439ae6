import AdhanControl
import Testing

@testable import AdhanCommands

@Suite struct StatusTextTests {
    private func report(_ change: (inout StatusReport) -> Void) -> String {
        let fine = StatusReport.State(state: "ok", words: "fine")
        var report = StatusReport(
            health: .healthy,
            version: "1",
            now: "2026-11-27T10:00:00+00:00",
            since: "2026-11-21T10:00:00+00:00",
            place: .init(name: "Rochdale", latitude: 53.6, longitude: -2.2, timezone: "Europe/London", isSet: true),
            date: "2026-11-27",
            today: [],
            clock: fine,
            audio: fine,
            selfTest: .init(state: "ok", words: "fine"),
            timetable: fine,
            sources: [],
            ledger: fine,
            configuration: fine,
            problems: []
        )
        change(&report)
        return report.text
    }

    @Test func `a self-test that is untried has no time at which it was tried`() {
        let text = report { $0.selfTest = .init(state: "untried", words: "mended", at: "2026-11-27T09:00:00+00:00") }
        #expect(text.contains("self-test  untried: mended, off from now on"), "\(text)")
        let fine = report { $0.selfTest = .init(state: "ok", words: "fine", at: "2026-11-27T09:00:00+00:00") }
        #expect(fine.contains(", tried at 2026-11-27T09:00:00+00:00"))
    }

    private func next(_ prayer: String, _ clock: String, withheld: String? = nil) -> StatusReport.Next {
        .init(
            prayer: prayer,
            date: "2026-11-27",
            at: "2026-11-27T\(clock):00+00:00",
            inSeconds: 7200,
            source: "file",
            withheld: withheld
        )
    }

    @Test func `what comes next has a line each, within 80 columns`() {
        let text = report { report in
            report.upcoming = [
                .init(
                    occasion: "jumuah-1",
                    date: "2026-11-27",
                    at: "2026-11-27T13:00:00+00:00",
                    iqama: "2026-11-27T13:25:00+00:00"
                ), .init(occasion: "iqama-asr", date: "2026-11-27", at: "2026-11-27T14:30:00+00:00", withheld: "muted"),
                .init(occasion: "reminder-iqama-maghrib-2", date: "2026-11-28", at: "2026-11-28T17:30:00+00:00"),
            ]
        }
        #expect(
            text.contains(
                """
                then       jumuah-1                  13:00, prayer at 13:25
                           iqama-asr                 14:30, will not sound: muted
                           reminder-iqama-maghrib-2  17:30 on 2026-11-28

                """
            ),
            "\(text)"
        )
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 }, "\(text)")
    }

    @Test func `a next adhan that will not sound is said with its reason, and the next that will`() {
        let silent = next("dhuhr", "12:00", withheld: "switched off by amina")
        let text = report { ($0.next, $0.nextSounding) = (silent, next("asr", "14:10")) }
        #expect(
            text.contains(
                """
                           it will not sound: switched off by amina
                           the next that will: asr at 2026-11-27T14:10:00+00:00

                """
            ),
            "\(text)"
        )
        #expect(report { $0.next = silent }.contains("the next that will: none is known\n"))
        #expect(!report { $0.next = next("dhuhr", "12:00") }.contains("will not sound"))
    }

    @Test func `of today's prayers it is said which will not sound, and why`() {
        let text = report { report in
            report.today = [
                .init(prayer: "fajr", at: "2026-11-27T06:10:00+00:00", state: "completed"),
                .init(prayer: "dhuhr", at: "2026-11-27T12:00:00+00:00", withheld: "off in [adhan]"),
                .init(prayer: "asr", at: "2026-11-27T14:30:00+00:00", begins: "2026-11-27T14:10:00+00:00"),
            ]
        }
        let line = "fajr 06:10 completed · dhuhr 12:00 will not sound: off in [adhan] · asr 14:30 (begins 14:10)"
        #expect(text.contains("today      \(line)\n"), "\(text)")
    }
}
