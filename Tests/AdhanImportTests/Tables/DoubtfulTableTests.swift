import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

/// Spellings of times that a column or a sheet alone does not tell, and months and years that the rest of a table contradicts.
@Suite struct DoubtfulTableTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    @Test func `a hyphen in times is decided over the whole workbook`() throws {
        let rows = london.spelled(
            date: { String(TableSample.dayFirst($0).prefix(5)).replacing("/", with: "-") },
            times: { london.times($0).map { $0.replacing(":", with: "-") } }
        )
        let cells = rows.map { $0.map { WorkbookFile.Cell.text($0) } }
        let sheets = (1...12).map { month in
            let days = zip(london.days, cells.dropFirst()).filter { $0.0.date.components.month == month }
            return (name: TableSample.months[month - 1], rows: [cells[0]] + days.map(\.1))
        }
        let document = try london.read(WorkbookFile(sheets).bytes(), TableHints(year: 2026))
        #expect(london.differences(document) == [])
    }

    /// And shares of a day that were typed without pm, which may be of the afternoon.
    @Test func `hours and minutes with a blank or a low line, and shares of a day`() throws {
        let spellings: [(PrayerDay) -> [String]] = [
            { london.times($0).map { $0.replacing(":", with: " ") } },
            { london.times($0).map { $0.replacing(":", with: "_") } },
            {
                london.halves($0).map { text in
                    let parts = text.split(separator: ":").compactMap { Double($0) }
                    return "\((parts[0] * 60 + parts[1]) / 1440)"
                }
            },
        ]
        for times in spellings { #expect(london.differences(try london.read(london.spelled(times: times))) == []) }
    }

    /// May on a clock of twelve hours, without am and pm, whose Isha passes midnight.
    private func may(_ names: [String] = ["Isha"], _ cells: (Int) -> [String]) throws -> TimetableDocument {
        let rows = london.month(5).enumerated().map { index, day in
            [TableSample.dayFirst(day.date)] + london.halves(day).dropLast().map { $0.replacing(":", with: ".") }
                + cells(index)
        }
        return try london.read([["Date"] + TableSample.names.dropLast() + names] + rows)
    }

    private func clocks(_ document: TimetableDocument, _ prayer: Prayer) -> [String] {
        london.found(document).map { london.clock($0[prayer]) }
    }

    @Test(arguments: ["12.57", "0.57", "00.57", "12.57 pm", "12.57 am"])
    func `an Isha after midnight on a clock of twelve hours`(cell: String) throws {
        let document = try may { _ in [cell] }
        #expect(Set(clocks(document, .isha)) == ["00:57"])
        let may = london.month(5)
        for prayer in Prayer.allCases where prayer != .isha {
            #expect(clocks(document, prayer) == may.map { london.clock($0[prayer]) }, "\(prayer)")
        }
        #expect(document.written.faults.isEmpty)
    }

    @Test func `the congregation of an Isha after midnight is after it`() throws {
        let document = try may(["Isha", "Isha Iqama"]) { $0 < 20 ? ["11.30", "11.40"] : ["12.57", "1.07"] }
        let iqamas = london.found(document).compactMap(\.iqama[.isha])
        #expect(Set(iqamas.map(london.clock)) == ["23:40", "01:07"])
        #expect(document.written.faults.isEmpty, "\(document.written.faults)")
    }

    @Test func `a column of Asr in May is no column of dates`() throws {
        let may = london.month(5)
        let rows = may.map { london.halves($0).map { $0.replacing(":", with: ".") } }
        let hints = TableHints(year: 2026, name: "may-2026.csv")
        #expect(london.differences(try london.read([TableSample.names] + rows, hints), may) == [])
    }

    @Test func `whole hours with the French h are times`() throws {
        func french(_ text: String) -> String {
            text.hasSuffix(":00") ? "\(Int(text.prefix(2)) ?? 0)h" : text.replacing(":", with: "h")
        }
        let rows = london.spelled(
            ["Dhuhr Iqama", "Fajr Iqama"],
            times: { london.times($0).map(french) },
            cells: { _ in
                ["13h", "6h"]
            }
        )
        let document = try london.read(rows)
        #expect(london.differences(document) == [])
        #expect(london.found(document).contains { $0.iqama[.dhuhr].map(london.clock) == "13:00" })
        let faults = document.written.faults.map(\.description)
        #expect(faults.allSatisfy { !$0.contains("no time") }, "\(faults)")
    }

    /// Titles above the rows of these days.
    private func table(_ titles: [String], _ days: [PrayerDay], _ date: (CivilDate) -> String) -> [[String]] {
        titles.map { [$0] } + [["Date"] + TableSample.names] + days.map { [date($0.date)] + london.times($0) }
    }

    private func day(_ date: CivilDate) -> String { "\(date.components.day)" }

    @Test(arguments: [10, 11])
    func `a word that means two months is told by the sun`(_ month: Int) throws {
        let days = london.month(month)
        let titled = try london.read(table(["Listopad 2026"], days, day))
        #expect(london.differences(titled, days) == [], "\(titled.remarks)")
        let named = try london.read(table(["2026"], days) { "\(self.day($0)). listopad" })
        #expect(london.differences(named, days) == [])
    }

    @Test func `a title's month that the sun contradicts is refused`() throws {
        #expect(london.refusal(table(["November 2026"], london.month(6), day)).contains("June"))
    }

    private func weekday(_ date: CivilDate) -> String {
        "\(TableSample.weekdays[date.weekday]) \(date.components.day)/\(date.components.month)"
    }

    @Test func `a line about an update decides neither month nor year`() throws {
        let april = london.month(4)
        let rows = table(["Updated December 2025"], april, day)
        #expect(london.differences(try london.read(rows, TableHints(year: 2026)), april) == [])
        let year = table(["© 2025 Al-Noor", "Tel. 0161 2025 123"], london.days, weekday)
        #expect(london.differences(try london.read(year)) == [])
    }

    @Test func `a title's year that weekdays or the change of the clocks disprove is not used`() throws {
        #expect(london.differences(try london.read(table(["Prayer Times 2025"], london.days, weekday))) == [])
        let byClock = table(["Prayer Times 2024"], london.days) { "\($0.components.day)/\($0.components.month)" }
        let document = try? london.read(byClock)
        #expect(document.map { london.differences($0) } ?? [] == [])
    }

    private func days(of year: Int) throws -> [PrayerDay] {
        london.calculator.days(try CivilDate("\(year)-01-01")...CivilDate("\(year)-12-31"))
    }

    /// A year as many mosques fill in their form: month and day, and a line of 29 February.
    private func yearless(_ days: [PrayerDay], hasLeapDay: Bool, weekdays: Bool = false) -> [[String]] {
        let rows = days.flatMap { day -> [[String]] in
            let (_, month, number) = day.date.components
            let weekday = weekdays ? [TableSample.weekdays[day.date.weekday]] : []
            let row = ["\(month)", "\(number)"] + weekday + london.times(day)
            let isLast = month == 2 && number == 28 && hasLeapDay
            return isLast ? [row, ["2", "29"] + (weekdays ? [""] : []) + london.times(day)] : [row]
        }
        return [["Month", "Date"] + (weekdays ? ["Day"] : []) + TableSample.names] + rows
    }

    @Test func `the clocks tell the year of an old table, and it says so`() throws {
        for (year, whose) in [(2023, "an old table"), (2025, "last year's table")] {
            let days = try days(of: year)
            let document = try london.read(yearless(days, hasLeapDay: false))
            #expect(london.differences(document, days) == [])
            #expect(document.remarks.contains { $0.contains(whose) && $0.contains("--year 2026") })
            #expect(document.written.remarks.contains { $0.description.contains(whose) })
        }
    }

    @Test(arguments: [2025, 2026])
    func `a line of 29 February is left out of a year that has none, with a word`(year: Int) throws {
        let days = try days(of: year)
        let document = try london.read(yearless(days, hasLeapDay: true))
        #expect(london.differences(document, days) == [])
        #expect(document.written.faults.isEmpty, "\(document.written.faults)")
        #expect(document.remarks.contains { $0.contains("line 61: 29 February is left out") }, "\(document.remarks)")
        let asked = try london.read(yearless(days, hasLeapDay: true), TableHints(year: 2027))
        #expect(asked.written.faults.isEmpty && london.found(asked).count == 365)
    }

    @Test func `years whose clocks change on the same days are asked for, unless the weekdays tell`() throws {
        let days = try days(of: 2023)
        #expect(london.refusal(yearless(days, hasLeapDay: true)).contains("2023 and 2028 fit equally"))
        let document = try london.read(yearless(days, hasLeapDay: true, weekdays: true))
        #expect(london.differences(document, days) == [])
    }

    @Test func `of several years that fit, the present or the next one counts, with a word of the others`() throws {
        let days = try days(of: 2027)
        let today = TableHints(today: try CivilDate("2026-11-26"))
        let document = try london.read(yearless(days, hasLeapDay: false, weekdays: true), today)
        #expect(london.differences(document, days) == [])
        let words = document.written.remarks.map(\.description).joined(separator: "\n")
        #expect(words.contains("may be one of 2021 as well") && words.contains("--year 2021"), "\(words)")
    }

    @Test func `a month of the present year that is over is no old table`() throws {
        let rows = table([], london.month(10)) { "\(TableSample.months[9].prefix(3)) \($0.components.day)" }
        let document = try london.read(rows, TableHints(today: try CivilDate("2026-11-26")))
        #expect(london.differences(document, london.month(10)) == [])
        #expect(!document.remarks.contains { $0.contains("an old table") }, "\(document.remarks)")
    }

    @Test func `without a change of the clocks every year is asked for`() throws {
        let jakarta = try TableSample.jakarta()
        let rows = jakarta.days.map {
            ["\($0.date.components.month)", "\($0.date.components.day)"] + jakarta.times($0)
        }
        let refusal = jakarta.refusal([["Month", "Date"] + TableSample.names] + rows)
        #expect(refusal.contains("2021, 2022, 2023, 2025, 2026 and 2027 fit equally"), "\(refusal)")
        #expect(refusal.contains("--year 2026"), "\(refusal)")
    }
}
