import AdhanCore
import AdhanTestSupport
import AdhanTimetables
import Testing

@testable import AdhanImport

/// Workbooks with a sheet a month and no year in them.
@Suite struct SheetTests {
    private let london: TableSample

    init() throws { london = try TableSample() }

    @Test func `one year counts for all sheets, from the clock changes or the cover`() throws {
        for cover in ["Prayer timetable 2026", nil] {
            #expect(london.differences(try london.read(london.workbook(cover).bytes())) == [])
        }
        let jakarta = try TableSample.jakarta()
        #expect(jakarta.differences(try jakarta.read(jakarta.workbook("Jadwal 2026").bytes())) == [])
    }

    /// March and October prove 2026 by the clock change.
    @Test func `a cover with another year leaves the sheets undecided, and two months are no year`() throws {
        let bytes = try london.workbook("Prayer timetable 2027").bytes()
        let text = london.refusal(bytes)
        #expect(text.contains("the sheet \"Jan\" cannot be read, nor 9 others: its dates have no year"), "\(text)")
        #expect(text.contains("--year"), "\(text)")
        #expect(london.differences(try london.read(bytes, TableHints(year: 2026))) == [])
    }

    @Test func `each fault names its sheet, and what all sheets have in common is told once`() throws {
        var book = london.workbook("Prayer timetable 2026")
        book.sheets[3].rows[12][6] = .text("21:05")
        book.sheets[5].rows[9][5] = .text("?")
        book.sheets[6].rows.remove(at: 20)
        let document = try london.read(book.bytes())
        let (days, faults) = document.written.forCheck(in: london.calculator.zone)
        let found = (faults + TimetableCheck(london.calculator).verdict(on: days).faults + document.written.gaps)
            .inOrder
        let starts = ["sheet \"Mar\", line 13, 12 March: Isha 21:05 ", "sheet \"May\", line 10, 9 May: maghrib is "]
        let texts = found.map(\.description)
        #expect(texts.count == 3, "\(texts)")
        #expect(
            texts.first?.hasPrefix(starts[0]) == true && texts.dropFirst().first?.hasPrefix(starts[1]) == true,
            "\(texts)"
        )
        #expect(texts.last == "sheet \"Jun\", after line 20, 2026-06-20: this day is missing", "\(texts)")
        #expect(document.remarks.count { $0.contains("fajr: column") } == 1, "\(document.remarks)")
        // A single sheet needs no name.
        let single = try london.read(WorkbookFile([book.sheets[3]]).bytes(), TableHints(year: 2026))
        let judged = TimetableCheck(london.calculator).verdict(
            on: single.written.forCheck(in: london.calculator.zone).days
        )
        #expect(judged.faults.first?.description.hasPrefix("line 13, 12 March") == true, "\(judged.faults)")
    }

    @Test func `a sheet with the days of another is only left out`() throws {
        var book = london.workbook("Prayer timetable 2026")
        book.sheets += london.workbook(nil, 7...7).sheets.map { (name: "Old", rows: $0.rows) }
        let document = try london.read(book.bytes())
        #expect(london.found(document).count == 365)
        let says =
            "sheet \"Old\", line 1: the sheet is left out: the sheet \"Jul\" has its days as well, first 2026-07-01"
        #expect(document.written.remarks.map(\.description) == [says])
        let judge = TimetableValidator(calculator: london.calculator, reader: DocumentReader())
        #expect(try judge.read(book.bytes()).remarks.map(\.description) == [says])
    }

    @Test func `a day that is on two sheets is told with both, and neither month is lost`() throws {
        var book = london.workbook("Prayer timetable 2026")
        let march = try #require(book.sheets[3].rows.dropFirst().first)
        book.sheets[2].rows.append(march)
        let document = try london.read(book.bytes())
        #expect(london.found(document).count == 365)
        #expect(
            document.written.faults.map(\.description) == [
                "sheet \"Mar\", line 2, 2026-03-01: the day is already on sheet \"Feb\", line 30, with the same times; keep only one"
            ]
        )
        book.sheets[2].rows[29][1] = .text("04:00")
        let contradicted = try london.read(book.bytes())
        #expect(london.found(contradicted).count == 364)
        #expect(
            contradicted.written.faults.first?.sentence.contains("on sheet \"Feb\", line 30, with other times") == true
        )
    }
}
