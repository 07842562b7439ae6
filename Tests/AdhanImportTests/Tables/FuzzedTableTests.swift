import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

/// Tables and workbooks as disks, editors, typing errors and attackers leave them. For more and different ones:
///
///     ADHAND_FUZZED_TABLES=1000000 ADHAND_CAMPAIGN_SEED=1 swift test -c release -Xswiftc -enable-testing --filter FuzzedTable
@Suite struct FuzzedTableTests {
    private let rounds = Fuzzing.rounds("ADHAND_FUZZED_TABLES", usual: 400)
    private let calculator: PrayerCalculator

    init() throws { calculator = try TableSample().calculator }

    private func table(_ change: (inout TableSpelling) -> Void) throws -> SpelledTable {
        var spelling = TableSpelling()
        change(&spelling)
        let dates = try CivilDate("2026-03-10")...CivilDate("2026-03-22")
        let days = calculator.days(dates)
        return SpelledTable(spelling: spelling, days: days, later: days, zone: calculator.zone)
    }

    private func read(_ bytes: [UInt8]) throws(ImportRefusal) -> TimetableDocument {
        let hints = TableHints(name: "march 2026.csv")
        return try TimetableDocument(bytes, calculator, clock: .local, madhab: .shafi, hints)
    }

    /// Whether what was read, or why it was not, can be shown to a person.
    private func isSound(_ bytes: [UInt8]) -> (isSound: Bool, isRead: Bool) {
        do throws(ImportRefusal) {
            let document = try read(bytes)
            let days = document.written.days(in: calculator.zone)
            let isAscending = zip(days, days.dropFirst()).allSatisfy { $0.day.date < $1.day.date }
            let lines = document.remarks + document.written.faults.map(\.description)
            return (isAscending && lines.allSatisfy { $0.utf8.count < 3000 && !$0.contains("\n") }, true)
        } catch {
            return (error.description.utf8.count < 3000 && !error.description.contains("\n"), false)
        }
    }

    @Test(arguments: 0..<4)
    func `a fuzzed table is read, or named for what it is`(kind: Int) throws {
        let good = try table { spelling in
            switch kind {
            case 0: spelling.dates = .dayFirst
            case 1: (spelling.dates, spelling.clock, spelling.separator) = (.monthName, .pm, ";")
            case 2: (spelling.dates, spelling.clock, spelling.iqama) = (.dayMonthYear, .twelve, .merged)
            default: (spelling.dates, spelling.headings, spelling.separator) = (.titled, nil, "\t")
            }
        }
        var random = SeededGenerator(seed: Fuzzing.seed)
        var readable = 0
        for round in 0..<(rounds / 4) {
            let bytes = Fuzzing.fuzzed(Array(good.text.utf8), using: &random)
            let result = isSound(bytes)
            if result.isRead { readable += 1 }
            if !result.isSound { Issue.record("round \(round) of seed \(Fuzzing.seed)") }
        }
        #expect(readable > rounds / 16)
    }

    private func lines(_ rows: [[String]]) -> [UInt8] {
        Array(rows.map { $0.joined(separator: ",") }.joined(separator: "\n").utf8)
    }

    /// A time in the morning, in each row a minute later.
    private func time(_ minute: Int) -> String { "\(5 + minute / 60 % 12):\((minute % 60).padded(to: 2))" }

    @Test func `a table that can be read in too many ways is refused before they are compared`() throws {
        func table(_ rows: Int, _ dates: Int, _ times: Int) -> [UInt8] {
            lines(
                (0..<rows).map { row in
                    (0..<dates).map { "\((row + $0) % 28 + 1)" } + (0..<times).map { time(row + $0 * 60) }
                }
            )
        }
        // Each of the twelve columns of days may begin in each month.
        #expect(throws: ImportRefusal.table(.manyDates(144))) {
            let hints = TableHints(name: "times.csv")
            return try TimetableDocument(table(365, 12, 12), calculator, clock: .local, madhab: .shafi, hints)
        }
        #expect(throws: ImportRefusal.table(.manyTimes(48))) { try read(table(500, 48, 48)) }
        #expect(throws: ImportRefusal.table(.manyDates(48))) { try read(table(60, 48, 3)) }
    }

    @Test func `a table of many columns that look like dates or times is refused, or named for what it is`() throws {
        var random = SeededGenerator(seed: Fuzzing.seed)
        for round in 0..<max(8, rounds / 100) {
            let kinds = (0..<Int.random(in: 10...97, using: &random)).map { _ in Int.random(in: 0..<7, using: &random) }
            let rows = (0..<Int.random(in: 20...80, using: &random)).map { row in
                kinds.enumerated().map { column, kind -> String in
                    switch kind {
                    case 0: "\((row + column) % 28 + 1)"
                    case 1: "\(Int.random(in: 1...12, using: &random))"
                    case 2: "\(column % 12 + 1)"
                    case 3: "\(2024 + column % 3)"
                    case 4: "\((row + column) % 28 + 1)/\(column % 12 + 1)"
                    case 5: TableSample.weekdays[(row + column + 1) % 7]
                    default: time(row + column * 60)
                    }
                } + (0..<3).map { time(row + $0 * 360) }
            }
            if !isSound(lines(rows)).isSound { Issue.record("round \(round) of seed \(Fuzzing.seed)") }
        }
    }

    @Test func `a fuzzed workbook is read, or named for what it is`() throws {
        let rows = try table { _ in }.rows.map { $0.map { WorkbookFile.Cell.text($0) } }
        var book = WorkbookFile(rows)
        book.merges = ["A1:B1"]
        let whole = try book.bytes()
        let (sheet, styles) = ("xl/worksheets/sheet1.xml", "xl/styles.xml")
        let row = "<row r=\"1\"><c r=\"A1\" s=\"1\"><v>45444.5</v></c></row>"
        let xml = Array("<worksheet><sheetData>\(row)</sheetData></worksheet>".utf8)
        var random = SeededGenerator(seed: Fuzzing.seed)
        for round in 0..<(rounds / 4) {
            // Broken as an archive; and a right archive of broken XML.
            var broken = book
            broken.parts[round % 2 == 0 ? sheet : styles] = Fuzzing.fuzzed(xml, using: &random)
            for bytes in [Fuzzing.fuzzed(whole, using: &random), try broken.bytes()] where !isSound(bytes).isSound {
                Issue.record("round \(round) of seed \(Fuzzing.seed)")
            }
        }
    }

    @Test func `a fuzzed calendar or open spreadsheet is read, or named for what it is`() throws {
        let days = calculator.days(try CivilDate("2026-03-10")...CivilDate("2026-03-14"))
        let zone = calculator.zone
        let events = days.flatMap { day in
            Prayer.allCases.map { prayer in
                let date = day.date.description.replacing("-", with: "")
                let clock = zone.clockText(day[prayer]).replacing(":", with: "")
                return "BEGIN:VEVENT\nDTSTART;TZID=Europe/London:\(date)T\(clock)00\nSUMMARY:\(prayer)\nEND:VEVENT\n"
            }
        }
        let calendar = Array("BEGIN:VCALENDAR\n\(events.joined())END:VCALENDAR\n".utf8)
        #expect(isSound(calendar).isRead)
        let cells = (0..<8).map { "<table-cell value-type=\"time\" time-value=\"PT0\($0)H41M00S\"/>" }.joined()
        let row =
            "<table-row number-rows-repeated=\"2\"><table-cell number-columns-repeated=\"2\"/>\(cells)</table-row>"
        let content = Array("<spreadsheet><table name=\"A\">\(row)</table></spreadsheet>".utf8)
        var random = SeededGenerator(seed: Fuzzing.seed)
        for round in 0..<(rounds / 4) {
            let book = try WorkbookFile.archive(["content.xml": Fuzzing.fuzzed(content, using: &random)])
            for bytes in [Fuzzing.fuzzed(calendar, using: &random), book] where !isSound(bytes).isSound {
                Issue.record("round \(round) of seed \(Fuzzing.seed)")
            }
        }
    }

    @Test func `a file of one kind of byte, of brackets or of separators is refused at once`() throws {
        let units = [
            "[", "{\"a\":", ",", ";", "\"", "<a>", "1:00,", "1,2,3\n", "\u{FEFF}", "\u{661}", "5:00 ", "|", "Jan;",
            "( ", "--", "BEGIN:VCALENDAR\n ", "BEGIN:VCALENDAR\nBEGIN:VEVENT\n",
        ]
        for unit in units {
            let text = String(repeating: unit, count: (1 << 20) / unit.utf8.count)
            #expect(throws: ImportRefusal.self, "\(unit)") { try read(Array(text.utf8)) }
        }
    }
}
