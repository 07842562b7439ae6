import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

/// Spellings of times that a column or a sheet alone does not tell.
@Suite struct DoubtfulClockTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    private func dated(_ month: Int, _ mark: String) -> [[String]] {
        london.month(month).map { day in
            [String(TableSample.dayFirst(day.date).prefix(5)).replacing("/", with: mark)]
                + london.times(day).map { $0.replacing(":", with: mark) }
        }
    }

    @Test func `a hyphen in times is decided over the whole workbook`() throws {
        let sheets = (1...12).map { month in
            let rows = [["Date"] + TableSample.names] + dated(month, "-")
            return (name: TableSample.months[month - 1], rows: rows.map { $0.map { WorkbookFile.Cell.text($0) } })
        }
        let document = try london.read(WorkbookFile(sheets).bytes(), TableHints(year: 2026))
        #expect(london.differences(document) == [])
    }

    @Test(arguments: [" ", "_"])
    func `hours and minutes with a blank or a low line`(_ mark: String) throws {
        let rows = london.days.map { day in
            [TableSample.dayFirst(day.date)] + london.times(day).map { $0.replacing(":", with: mark) }
        }
        #expect(london.differences(try london.read([["Date"] + TableSample.names] + rows)) == [])
    }

    @Test func `shares of a day that were typed without pm may be of the afternoon`() throws {
        let rows = london.days.map { day -> [String] in
            let shares = london.halves(day).map { text -> String in
                let parts = text.split(separator: ":").compactMap { Double($0) }
                return "\((parts[0] * 60 + parts[1]) / 1440)"
            }
            return [TableSample.dayFirst(day.date)] + shares
        }
        #expect(london.differences(try london.read([["Date"] + TableSample.names] + rows)) == [])
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
        document.written.days(in: london.calculator.zone).map { london.clock($0.day[prayer]) }
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
        let iqamas = document.written.days(in: london.calculator.zone).compactMap(\.day.iqama[.isha])
        #expect(Set(iqamas.map { london.clock($0) }) == ["23:40", "01:07"])
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
        let rows = london.days.map { day in
            [TableSample.dayFirst(day.date)] + london.times(day).map(french) + ["13h", "6h"]
        }
        let names = TableSample.names + ["Dhuhr Iqama", "Fajr Iqama"]
        let document = try london.read([["Date"] + names] + rows)
        #expect(london.differences(document) == [])
        let iqamas = document.written.days(in: london.calculator.zone).map { $0.day.iqama[.dhuhr] }
        #expect(Set(iqamas.map { $0.map { london.clock($0) } }).contains("13:00"))
        #expect(
            document.written.faults.allSatisfy { !$0.description.contains("no time") },
            "\(document.written.faults)"
        )
    }
}
