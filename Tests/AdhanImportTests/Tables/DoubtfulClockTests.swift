import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

/// Spellings of times that a column or a sheet alone does not tell.
@Suite struct DoubtfulClockTests {
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
}
