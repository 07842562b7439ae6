import AdhanTestSupport
import Foundation

/// Uploads of somebody who means harm, or has made a mistake.
enum HostileFile: String, CaseIterable {
    case zipBomb = "bomb.xlsx"
    case entityBomb = "laughs.xlsx"
    case nestedZip = "nested.xlsx"
    case millionsOfRows = "rows.csv"
    case oneLine = "line.csv"
    case program = "times.xlsx"
    case elf = "times.csv"
    case zeros = "zeros.csv"
    case page = "page.csv"
    case pdf = "times.pdf"
    case deepCalendar = "deep.ics"
    case deepJSON = "deep.json"
    case linkInZip = "link.xlsx"
    case foldersInZip = "folders.xlsx"
    case wrongEncoding = "encoding.csv"
    case halfAWord = "half.csv"
    case empty = "empty.csv"
    case sql = "'; DROP TABLE accounts; --.csv"

    private static let most = 4 << 20

    func bytes() throws -> [UInt8] {
        switch self {
        case .zipBomb:
            let blanks = [UInt8](repeating: 0x20, count: 1 << 28)
            return try workbook(["xl/worksheets/sheet1.xml": Array("<worksheet>".utf8) + blanks])
        case .entityBomb:
            let levels = (1...20).map { "<!ENTITY a\($0) \"\(String(repeating: "&a\($0 - 1);", count: 10))\">" }
            let text = "<!DOCTYPE s [<!ENTITY a0 \"ha\">\(levels.joined())]><sst><si><t>&a20;</t></si></sst>"
            return try workbook(["xl/sharedStrings.xml": Array(text.utf8)])
        case .nestedZip:
            return try (0..<20).reduce([0x61]) { inner, _ in try WorkbookFile.archive(["a.zip": inner]) }
        case .millionsOfRows:
            return Array(repeating: Array("1\n".utf8), count: 2_000_000).flatMap(\.self)
        case .oneLine: return Array("date,fajr,".utf8) + [UInt8](repeating: 0x2C, count: Self.most - 20)
        case .program: return [0x4D, 0x5A, 0x90, 0x00] + [UInt8](repeating: 0x90, count: 100_000)
        case .elf: return Array(try Data(contentsOf: URL(filePath: "/proc/self/exe")).prefix(100_000))
        case .zeros: return [UInt8](repeating: 0, count: 1 << 20)
        case .page: return Array("<!doctype html><script>alert(1)</script><table><tr><td>05:41</td></tr></table>".utf8)
        case .pdf: return Array("%PDF-1.7\n1 0 obj\n<< /OpenAction << /S /Launch /F (sh) >> >>\nendobj\n".utf8)
        case .deepCalendar:
            let lines = ["BEGIN:VCALENDAR"] + Array(repeating: "BEGIN:VEVENT", count: 200_000)
            return Array(lines.joined(separator: "\r\n").utf8)
        case .deepJSON: return [UInt8](repeating: 0x5B, count: Self.most)
        case .linkInZip:
            let (name, target) = ("xl/worksheets/sheet1.xml", Array("/etc/passwd".utf8))
            let book = WorkbookFile([[.text("a")]]).allParts
            return try WorkbookFile.archive(book.merging([name: target]) { $1 }, links: [name])
        case .foldersInZip: return try WorkbookFile.archive(["../../../../../tmp/adhan-escaped": [0x61]])
        case .wrongEncoding:
            // Halves of characters alone, in UTF-16.
            let halves = [UInt8](repeating: 0xD8, count: 100_000)
            return [0xFF, 0xFE] + halves
        case .halfAWord: return [0xFE, 0xFF, 0x00]
        case .empty: return []
        case .sql: return Array("date,fajr\n2027-01-01,\"'; DROP TABLE accounts; --\"\n".utf8)
        }
    }

    private func workbook(_ parts: [String: [UInt8]]) throws -> [UInt8] {
        var book = WorkbookFile([[.text("a")]])
        book.parts = parts
        return try book.bytes()
    }
}
