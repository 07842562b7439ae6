import AdhanSupport
import AdhanCore
import AdhanTestSupport
import AdhanTimetables
import Testing

@testable import AdhanImport

/// Files that are made to take long. Each is read or refused in the processor time of four hundred harmless tables of the greatest
/// size, which is read in the same run; a debug build, which is some ten times slower, has them in an eighth of the size.
@Suite struct HostileTableTests {
    private static let share = _isDebugAssertConfiguration() ? 8 : 1
    private static let rows = 790 / share
    private static let size = (4 << 20) / share

    enum Kind: String, CaseIterable {
        case lists, dates, monthNames, hijri, arabic, afterNoon, cards, keys, deepKeys, objects
        case cells, combining, oneCharacter, blanks, oldBytes, separators, headings
        case workbook, sheets, empty, merged, wide
    }

    /// A time in the morning, in each row a minute later.
    private static func time(_ minute: Int) -> String { "\(5 + minute / 60 % 12):\((minute % 60).padded(to: 2))" }

    private static func lines(_ columns: Int, _ separator: String = ",", _ cell: (Int, Int) -> String) -> [UInt8] {
        let lines = (0..<rows).map { row in
            ((0..<columns).map { cell(row, $0) } + (0..<3).map { time(row + $0 * 300) }).joined(separator: separator)
        }
        return Array(lines.joined(separator: "\n").utf8)
    }

    /// A list of lists, which may have twice as many rows.
    private static func json(_ columns: Int, _ cell: (Int, Int) -> String) -> [UInt8] {
        let rows = (0..<2 * rows).map { row in
            let cells = (0..<columns).map { cell(row, $0) } + (0..<3).map { time(row + $0 * 300) }
            return "[\"" + cells.joined(separator: "\",\"") + "\"]"
        }
        return Array(("[" + rows.joined(separator: ",\n") + "]").utf8)
    }

    private static func repeated(_ unit: String, _ before: String = "", _ after: String = "") -> [UInt8] {
        Array((before + String(repeating: unit, count: (size - 400) / unit.utf8.count) + after).utf8)
    }

    private static func book(_ sheets: Int, _ xml: String, _ merges: [String] = []) throws -> [UInt8] {
        var book = WorkbookFile((0..<sheets).map { ("s\($0)", [[.text("5:48 م")]]) })
        let merged = merges.map { "<mergeCell ref=\"\($0)\"/>" }.joined()
        let sheet = Array("<worksheet><sheetData>\(xml)</sheetData>\(merged)</worksheet>".utf8)
        for number in 1...sheets { book.parts["xl/worksheets/sheet\(number).xml"] = sheet }
        return try book.bytes()
    }

    private static func row(_ cells: Int, _ cell: String) -> String {
        "<row>" + String(repeating: cell, count: cells) + "</row>"
    }

    private static func file(_ kind: Kind) throws -> [UInt8] {
        let many = rows * 2
        switch kind {
        case .lists: return json(97) { time($0 + $1 * 7) }
        case .dates: return json(94) { "\(($0 + $1) % 28 + 1)/\($1 % 12 + 1)" }
        case .monthNames: return json(60) { "\(($0 + $1) % 28 + 1) Septembre \($1 % 12 + 1) x" }
        case .hijri: return json(60) { "\(($0 + $1) % 28 + 1) Muh / \($1 % 12 + 1) janvièr" }
        case .arabic: return lines(90) { row, _ in "٥:٤٨ مساءً \(row % 10)" }
        case .afterNoon: return json(94) { "\(($0 + $1) % 12 + 1).\(($0 % 60).padded(to: 2)) tgh. hari" }
        case .cards: return lines(90) { "Çarşamba \($0) ğüş \($1) Şub" }
        case .keys:
            let objects = (0..<many).map { row in
                "{" + (0..<20).map { "\"k\(row)x\($0)\":\"5:48 pm (é)\"" }.joined(separator: ",") + "}"
            }
            return Array("{\"a\":[\(objects.joined(separator: ","))]}".utf8)
        case .deepKeys:
            let key = String(repeating: "é", count: size / 20)
            let open = (0..<6).map { "{\"\($0)\(key)\":" }.joined()
            let objects = String(repeating: "{\"a\":\"5:48\"},", count: size / 64)
            return Array("\(open)[\(objects){}]\(String(repeating: "}", count: 6))".utf8)
        case .objects:
            let days = (0..<rows).map {
                "{\"date\":\($0 % 31),\"month\":\"May\",\"fajr\":\"5:48\",\"asr\":\"5:48\",\"isha\":\"9:48\"}"
            }
            let ranges = (0..<rows).map { "{\"date_range\":\"1-\($0 % 31)\",\"month\":\"June\",\"fajr\":\"5:48\"}" }
            return Array("{\"d\":[\(days.joined(separator: ","))],\"iqamah\":[\(ranges.joined(separator: ","))]}".utf8)
        case .cells: return lines(24, ";") { row, _ in "5:\(row % 60),6:\(row % 60)|7:00\t8:00 x" }
        case .combining: return lines(90) { row, _ in "5:\(row % 60)" + String(repeating: "\u{301}", count: 25) }
        case .oneCharacter: return repeated("\u{301}", "5:48,6:48,7:48,a", "\n5:48,6:48,7:48,a")
        case .blanks: return repeated("5:48 6:48 ")
        case .oldBytes: return [UInt8](repeating: 0x92, count: size)
        case .separators: return repeated("5:48,6:48;7:48\t8:48|\n")
        case .headings:
            return lines(90) { row, column in row % 50 == 0 ? time(column) : "Zeile \(row) und \(column)" }
        case .workbook: return try book(1, String(repeating: row(100, "<c t=\"s\"><v>0</v></c>"), count: many / 2))
        case .sheets: return try book(20, String(repeating: row(50, "<c s=\"2\"><v>.24</v></c>"), count: 95))
        case .empty: return try book(1, String(repeating: row(100, "<c/>"), count: many * 20))
        case .merged:
            let merges = (1..<many).map { "A\($0):CV\($0 + 800)" }
            return try book(24, String(repeating: row(4, "<c><v>.24</v></c>"), count: many), merges)
        case .wide:
            let cells = (1...many).map { "<row r=\"\($0)\"><c r=\"CV\($0)\"><v>.24</v></c></row>" }.joined()
            return try book(24, cells)
        }
    }

    /// What a harmless table takes, with as many rows as a table may have.
    private static let harmless: Double? = try? processorTime(of: lines(6) { time($0 + $1 * 150) })

    @Test(.enabled(if: Sanitizer.allowsLimits), arguments: Kind.allCases)
    func `a file that is made to take long costs no more than four hundred harmless ones`(kind: Kind) throws {
        let bytes = try Self.file(kind)
        #expect(bytes.count <= TimetableFile.sizeLimit)
        let harmless = try #require(Self.harmless)
        let spent = try Self.processorTime(of: bytes)
        #expect(spent < 400 * harmless)
    }

    private static func processorTime(of bytes: [UInt8]) throws -> Double {
        let calculator = try TableSample().calculator
        // Of this thread: other tests run beside it.
        let began = ThreadClock.now()
        // reason: whether it is read or refused does not matter here
        _ = try? TimetableDocument(bytes, calculator, clock: .local, madhab: .shafi, TableHints(name: "times.csv"))
        return (ThreadClock.now() - began).inSeconds
    }
}
