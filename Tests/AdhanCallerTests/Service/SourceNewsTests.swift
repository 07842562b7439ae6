import Logging
import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller
@testable import AdhanSupport
@testable import AdhanTimetables

@Suite struct SourceNewsTests {
    private func report(_ change: (inout SourceReport) -> Void) throws -> SourceReport {
        var report = SourceReport(source: .s3, at: try .utc("2026-12-05", 12), asked: try CivilDate("2026-12-05"))
        change(&report)
        return report
    }

    private func words(_ report: SourceReport, since earlier: SourceReport?) -> [String] {
        SourceNews.of(report, since: earlier).map(\.words)
    }

    @Test func `a fault is reported once, and its end, too`() throws {
        let down = try report { $0.faults = ["s3: no network"] }
        let well = try report { $0.answers = ["2026 unchanged"] }
        #expect(words(down, since: nil) == ["s3: no network"])
        #expect(words(down, since: down).isEmpty)
        let slow = try report { $0.faults = ["s3: Failed to connect after 31 ms: refused"] }
        let slower = try report { $0.faults = ["s3: Failed to connect after 7 ms: refused"] }
        #expect(words(slow, since: slower).isEmpty)
        #expect(words(well, since: down) == ["s3 has answered: 2026 unchanged"])
        #expect(words(well, since: well).isEmpty)
    }

    @Test func `the end of a timetable is reported once, as a warning`() throws {
        let ending = try report {
            let end = try? CivilDate("2026-12-31")  // reason: that day is one
            ($0.reach, $0.absent) = (end.map { TimetableReach(days: .through($0), last: $0) }, ["404"])
            $0.answers = ["2026 unchanged"]
        }
        let said = SourceNews.of(ending, since: nil)
        #expect(said.first?.words == "s3 has times until 2026-12-31 only; 404")
        #expect(said.first?.level == .warning && said.first?.isFault == true)
        #expect(words(ending, since: ending).isEmpty)
    }

    @Test func `a year of faults does not fill the journal`() throws {
        let many = try report { $0.warnings = (1...365).map { "day \($0)" } }
        #expect(words(many, since: nil).count == SourceNews.mostWarnings + 1)
        #expect(words(many, since: nil).last == "s3: and 345 more faults")
    }

    @Test func `each change is an event of its own`() throws {
        let changed = try report { $0.changes = ["2026-12-06: dhuhr +2 min"] }
        let news = SourceNews.of(changed, since: nil)
        #expect(news.map(\.isChange) == [true])
        let event = NoticeEvent(.source(try #require(news.first)), zone: .utc, at: try .utc("2026-12-05", 12))
        #expect(event?.event == "timetable" && event?.source == "s3")
    }
}
