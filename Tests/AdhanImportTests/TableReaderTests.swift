import AdhanCore
import AdhanTestSupport
import AdhanTimetables
import Testing

@testable import AdhanImport

/// What every reader of tables does: the one in this process, and the child process of the daemon.
@Suite struct TableReaderTests {
    enum Reader: String, CaseIterable {
        case document, child

        func make() throws -> any TableReader {
            let path = try Binary.path
            return switch self {
            case .document: DocumentReader()
            case .child: ChildTableReader(path)
            }
        }
    }

    private let london: TableSample

    init() throws { london = try TableSample() }

    private func facts(_ clock: FileClock = .local, _ name: String = "times.csv") -> TableFacts {
        TableFacts(london.calculator, clock, TableHints(name: name, today: london.days.first?.date))
    }

    private func refusal(_ kind: Reader, _ bytes: [UInt8]) -> TimetableRefusal? {
        #expect(throws: TimetableRefusal.self) { try kind.make().read(bytes, facts()) }
    }

    /// A year with headings of another language, congregations, and a cell that is no time.
    private var foreign: [[String]] {
        let names = ["Imsak", "Güneş", "Öğle", "İkindi", "Akşam", "Yatsı"]
        var rows = london.table(["Ikamet"], names: names) { [london.clock($0[.isha])] }
        rows[0][0] = "Datum"
        rows[40][3] = "1Z:07"
        return rows
    }

    @Test(arguments: Reader.allCases) func `a year is read with its faults, lines and congregations`(_ kind: Reader)
        throws
    {
        let written = try kind.make().read(TableSample.bytes(foreign), facts())
        let document = try TimetableDocument(
            TableSample.bytes(foreign),
            london.calculator,
            clock: .local,
            madhab: .shafi,
            facts().hints
        )
        #expect(written == document.written)
        #expect(written.days == 365 && written.shape == .table && written.isSound)
        #expect(written.faults.map(\.line) == [41], "\(written.faults)")
    }

    @Test(arguments: Reader.allCases) func `a workbook has its sheets, also the one that is left out`(_ kind: Reader)
        throws
    {
        var book = london.workbook("Times of 2026", 1...12)
        book.sheets += [(name: "Copy of January", rows: book.sheets[1].rows)]
        let written = try kind.make().read(try book.bytes(), facts(.local, "times.xlsx"))
        #expect(written.days == 365 && !written.remarks.isEmpty)
        let place = try #require(written.remarks.first?.place)
        #expect(place.hasPrefix("sheet \"Copy of January\""), "\(place)")
    }

    @Test(arguments: Reader.allCases) func `moments and the clock of the file stay what they are`(_ kind: Reader) throws
    {
        for clock in FileClock.allCases {
            let bytes = TableSample.bytes(london.rows)
            let written = try kind.make().read(bytes, facts(clock))
            #expect(written == (try DocumentReader().read(bytes, facts(clock))), "\(clock)")
            #expect(written.isLocal == (clock == .local))
        }
    }

    @Test(
        arguments: Reader.allCases,
        [
            ("%PDF-1.7\n", "this is a PDF"),
            ("", "the file is empty"),
            ("PK\u{3}\u{4} and no more", "its end is missing"),
            ("a,b,c\n1,2,3\n", "without any time of day"),
            ("BEGIN:VCALENDAR\n", "END:VCALENDAR"),
        ]
    ) func `what is no timetable is refused in words`(_ kind: Reader, _ file: (text: String, words: String)) throws {
        let refusal = refusal(kind, Array(file.text.utf8))
        #expect(refusal?.description.contains(file.words) == true && refusal?.isOfReader == false, "\(refusal as Any)")
    }

    @Test(arguments: Reader.allCases) func `a bomb is refused in words`(_ kind: Reader) throws {
        var book = WorkbookFile([[.text("a")]])
        book.parts["xl/worksheets/sheet1.xml"] = [UInt8](repeating: 0x20, count: 1 << 27)
        // Millions of cells.
        let cells = Array("5:48,6:48,7:48\n".utf8) + [UInt8](repeating: 0x2C, count: 3 << 20)
        for bytes in [try book.bytes(), cells] { #expect(refusal(kind, bytes)?.isOfReader == false) }
    }

    @Test(arguments: Reader.allCases) func `a person sees which column was taken for what`(_ kind: Reader) throws {
        let table = try kind.make().examine(TableSample.bytes(foreign), facts())
        let keys = table.columns.map(\.keys)
        #expect(keys == [["date"], ["fajr"], ["sunrise"], ["dhuhr"], ["asr"], ["maghrib"], ["isha"], ["isha_iqama"]])
        #expect(table.columns.map(\.number) == Array(1...8))
        #expect(table.columns.map(\.heading) == foreign[0] && table.columns.map(\.sample) == foreign[1])
        #expect(!table.remarks.isEmpty && table.written.days == 365)
        // A known format names its columns itself.
        var known = london.spelled(names: TableSample.names.map { $0.lowercased() }, date: \.description)
        known[0][0] = "date"
        #expect(try kind.make().examine(TableSample.bytes(known), facts()).columns.isEmpty)
    }

    @Test(arguments: Reader.allCases) func `a table of which a person has to say more is told from others`(
        _ kind: Reader
    ) throws {
        // Two columns that may both be Fajr.
        var rows = london.rows
        rows[0] += ["Fajr"]
        for index in rows.indices.dropFirst() { rows[index] += ["\(rows[index][1].dropLast())9"] }
        let undecided = refusal(kind, TableSample.bytes(rows))
        #expect(undecided?.isUndecided == true, "\(undecided as Any)")
        let named = TableHints(columns: ["fajr": "2"], name: "times.csv", today: london.days.first?.date)
        let facts = TableFacts(london.calculator, .local, named)
        #expect(try kind.make().examine(TableSample.bytes(rows), facts).written.days == 365)
        #expect(refusal(kind, Array("%PDF-1.7".utf8))?.isUndecided == false)
    }
}
