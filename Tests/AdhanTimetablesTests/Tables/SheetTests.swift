import AdhanCore
import AdhanTestSupport
import AdhanTimetables
import Testing

/// Workbooks with a sheet a month and no year in them.
@Suite struct SheetTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    @Test(arguments: ["Prayer timetable 2026", nil])
    func `one year counts for all sheets`(_ cover: String?) throws {
        #expect(london.differences(try london.read(london.workbook(cover).bytes())) == [])
    }

    @Test func `without a clock change the cover's year counts`() throws {
        let jakarta = try TableSample.jakarta()
        #expect(jakarta.differences(try jakarta.read(jakarta.workbook("Jadwal 2026").bytes())) == [])
    }

    /// March and October prove 2026 by the clock change.
    @Test func `a cover with another year leaves the sheets undecided, and two months are no year`() throws {
        let bytes = try london.workbook("Prayer timetable 2027").bytes()
        let fault = #expect(throws: TimetableRefusal.self) { try london.read(bytes) }
        let text = fault?.description ?? ""
        #expect(text.contains("the sheet \"Jan\" cannot be read, nor 9 others: its dates have no year"), "\(text)")
        #expect(text.contains("--year"), "\(text)")
        #expect(london.differences(try london.read(bytes, TableHints(year: 2026))) == [])
    }

    @Test func `a sheet with the days of another is only left out`() throws {
        var book = london.workbook("Prayer timetable 2026")
        book.sheets += london.workbook(nil, 7...7).sheets.map { (name: "Old", rows: $0.rows) }
        let document = try london.read(book.bytes())
        #expect(document.written.days(in: london.calculator.zone).count == 365)
        #expect(document.remarks.contains { $0.contains("the sheet \"Old\" is left out") })
    }
}
