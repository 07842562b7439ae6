import AdhanCore
import AdhanTestSupport
import AdhanTimetables
import Testing

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
}
