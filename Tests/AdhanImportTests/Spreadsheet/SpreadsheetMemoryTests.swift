import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

/// What a workbook may cost.
@Suite struct SpreadsheetMemoryTests {
    private func fault(_ sheet: String) throws -> String {
        var book = WorkbookFile([[.text("a")]])
        book.parts["xl/worksheets/sheet1.xml"] = Array(sheet.utf8)
        let fault = #expect(throws: SpreadsheetFault.self) { try Spreadsheet.grids(book.bytes()) }
        return fault?.description ?? ""
    }

    /// Different attributes, as the parser would keep each of them.
    private func attributes(_ numbers: Range<Int>) -> String { numbers.map { "a\($0)=\"\"" }.joined(separator: " ") }

    @Test func `a tag longer than any spreadsheet's is refused before its end`() throws {
        let tag = "<worksheet><sheetData><row \(attributes(0..<12_000))"
        #expect(tag.utf8.count > 100_000)
        // What is behind it is no XML, which nobody comes to see.
        #expect(try fault(tag + "<<<").contains("sheet1.xml has a tag of more than 65536 bytes"))
        #expect(try fault("<!--" + String(repeating: "-a", count: 50_000)).contains("65536 bytes"))
    }

    @Test func `more names than any spreadsheet's are refused`() throws {
        let rows = (0..<200).map { "<row \(attributes($0 * 10..<$0 * 10 + 10))/>" }
        #expect(try fault("<worksheet>\(rows.joined())").contains("too many names"))
    }

    @Test func `a tag may lie across the pieces in which it is read`() throws {
        let long = String(repeating: " ", count: 16_380)
        let row = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Fajr</t></is></c></row>"
        for length in 16_300...16_384 {
            var book = WorkbookFile([[.text("a")]])
            let space = long.prefix(length - 22)
            book.parts["xl/worksheets/sheet1.xml"] = Array(
                "<worksheet><sheetData>\(space)\(row)</sheetData></worksheet>".utf8
            )
            #expect(try Spreadsheet.grids(book.bytes()).first?.rows.map(\.cells) == [["Fajr"]], "\(length)")
        }
    }

    @Test func `a part that several sheets name is read once`() throws {
        var book = WorkbookFile([("May", [[.text("a")]]), ("June", [[.text("b")]])])
        let links = ["sheet1.xml", "Sheet1.xml"].enumerated().map {
            #"<Relationship Id="rId\#($0 + 1)" Type="worksheet" Target="worksheets/\#($1)"/>"#
        }
        book.parts["xl/_rels/workbook.xml.rels"] = Array("<Relationships>\(links.joined())</Relationships>".utf8)
        #expect(try Spreadsheet.grids(book.bytes()).map(\.name) == ["May"])
    }

    @Test func `a number has the digits that a spreadsheet program shows`() throws {
        let book = WorkbookFile([
            [.number(5.5600000000000005), .number(0.1 + 0.2), .number(16.45), .number(-2.1), .number(6.0)]
        ])
        #expect(
            try Spreadsheet.grids(book.bytes()).first?.rows.map(\.cells) == [["5.56", "0.3", "16.45", "-2.1", "6"]]
        )
    }
}
