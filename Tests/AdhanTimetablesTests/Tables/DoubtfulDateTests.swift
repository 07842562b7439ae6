import AdhanCore
import AdhanTimetables
import Testing

/// Months and years of titles that the rest of a table contradicts.
@Suite struct DoubtfulDateTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    private func table(_ titles: [String], _ days: [PrayerDay], _ date: (CivilDate) -> String) -> [[String]] {
        titles.map { [$0] } + [["Date"] + TableSample.names] + days.map { [date($0.date)] + london.times($0) }
    }

    private func day(_ date: CivilDate) -> String { "\(date.components.day)" }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]

    @Test(arguments: [10, 11])
    func `a word that means two months is told by the sun`(_ month: Int) throws {
        let days = london.month(month)
        let titled = try london.read(table(["Listopad 2026"], days, day))
        #expect(london.differences(titled, days) == [], "\(titled.remarks)")
        let named = try london.read(table(["2026"], days) { "\(self.day($0)). listopad" })
        #expect(london.differences(named, days) == [])
    }

    @Test func `a title's month that the sun contradicts is refused`() throws {
        let refusal = #expect(throws: TimetableRefusal.self) {
            try london.read(table(["November 2026"], london.month(6), day))
        }
        #expect(refusal?.description.contains("June") == true)
    }

    @Test func `a line about an update decides neither month nor year`() throws {
        let april = london.month(4)
        let rows = table(["Updated December 2025"], april, day)
        #expect(london.differences(try london.read(rows, TableHints(year: 2026)), april) == [])
        let year = table(["© 2025 Al-Noor", "Tel. 0161 2025 123"], london.days) { date in
            "\(Self.weekdays[date.weekday]) \(date.components.day)/\(date.components.month)"
        }
        #expect(london.differences(try london.read(year)) == [])
    }

    @Test func `a title's year that weekdays or the change of the clocks disprove is not used`() throws {
        let byWeekday = table(["Prayer Times 2025"], london.days) { date in
            "\(Self.weekdays[date.weekday]) \(date.components.day)/\(date.components.month)"
        }
        #expect(london.differences(try london.read(byWeekday)) == [])
        let byClock = table(["Prayer Times 2024"], london.days) { "\($0.components.day)/\($0.components.month)" }
        let document = try? london.read(byClock)
        #expect(document.map { london.differences($0) } ?? [] == [])
    }
}
