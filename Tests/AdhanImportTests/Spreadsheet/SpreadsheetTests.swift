import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

@Suite struct SpreadsheetTests {
    private func rows(_ workbook: WorkbookFile) throws -> [[String]] {
        try Spreadsheet.grids(workbook.bytes()).first.map { $0.rows.map(\.cells) } ?? []
    }

    /// Why it is refused.
    private func fault(_ book: WorkbookFile) throws -> String {
        let fault = #expect(throws: SpreadsheetFault.self) { try Spreadsheet.grids(book.bytes()) }
        return fault?.description ?? ""
    }

    /// A workbook of one cell, one of whose parts is replaced.
    private func replacing(_ part: String, _ text: String) -> WorkbookFile {
        var book = WorkbookFile([[.text("a")]])
        book.parts[part] = Array(text.utf8)
        return book
    }

    private static let sheet = "xl/worksheets/sheet1.xml"

    @Test func `numbers become dates and times by their styles, with the digits that a program shows`() throws {
        let book = WorkbookFile([
            [.text("Date"), .inline("Levé du soleil"), .text("Plain"), .text("Both")],
            [.date(45444), .time(0.15694444), .number(45444), .moment(45444.5)],
            [.date(45445), .formatted(0.75), .number(5.3), .moment(0.25)],
        ])
        #expect(
            try rows(book) == [
                ["Date", "Levé du soleil", "Plain", "Both"],
                ["2024-06-01", "03:46:00", "45444", "2024-06-01 12:00:00"],
                ["2024-06-02", "18:00:00", "5.3", "06:00:00"],
            ]
        )
        let numbers = [5.5600000000000005, 0.1 + 0.2, 16.45, -2.1, 6.0]
        #expect(try rows(WorkbookFile([numbers.map { .number($0) }])) == [["5.56", "0.3", "16.45", "-2.1", "6"]])
    }

    @Test func `a workbook of an old Mac counts its days from 1904`() throws {
        var book = WorkbookFile([[.date(43982), .number(43982)]])
        book.isFrom1904 = true
        let grid = try #require(try Spreadsheet.grids(book.bytes()).first)
        #expect(grid.rows.first?.cells == ["2024-06-01", "43982"])
        #expect(grid.dayZero.adding(days: 43982).description == "2024-06-01")
    }

    @Test func `a merged cell's text counts for all that it covers`() throws {
        var book = WorkbookFile([
            [.text("Fajr"), .empty, .text("January")], [.text("Begins"), .text("Jamaat"), .empty],
        ])
        book.merges = ["A1:B1", "C1:C2"]
        #expect(try rows(book) == [["Fajr", "Fajr", "January"], ["Begins", "Jamaat", "January"]])
    }

    @Test func `sheets keep their names and their order, and an empty one is left out`() throws {
        let book = WorkbookFile([("Notes", []), ("May", [[.text("a")]]), ("June", [[.empty], [.text("b")]])])
        let grids = try Spreadsheet.grids(book.bytes())
        #expect(grids.map(\.name) == ["May", "June"] && grids.last?.rows.map(\.line) == [2])
    }

    @Test func `a zip bomb, and entities that multiply, end in a plain refusal`() throws {
        let bomb = replacing(Self.sheet, "<worksheet>\(String(repeating: " ", count: 40 << 20))</worksheet>")
        #expect(try bomb.bytes().count < 100_000)
        #expect(try fault(bomb).contains("sheet1.xml unpacks to more than"))
        let laughs = #"<!DOCTYPE s [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]><sst><si><t>&b;</t></si></sst>"#
        #expect(throws: SpreadsheetFault.documentType(part: "xl/sharedStrings.xml")) {
            try Spreadsheet.grids(replacing("xl/sharedStrings.xml", laughs).bytes())
        }
    }

    @Test func `too many cells, rows, columns, parts, levels and texts are refused, those of all sheets together`()
        throws
    {
        let wide = [WorkbookFile.Cell](repeating: .number(1), count: 100)
        func book(_ sheet: [[WorkbookFile.Cell]]) -> WorkbookFile { WorkbookFile([("May", sheet), ("June", sheet)]) }
        // A single cell in the last column has all those before it.
        let far = [WorkbookFile.Cell](repeating: .empty, count: 99) + [.number(1)]
        var merged = WorkbookFile(Array(repeating: [.number(1)], count: 100))
        merged.merges = (1...100).flatMap { row in Array(repeating: "A\(row):CV1048576", count: 2) }
        let text = WorkbookFile.Cell.inline(String(repeating: "a", count: 1000))
        var junk = WorkbookFile([[.text("a")]])
        for part in 0..<1001 { junk.parts["junk/\(part)"] = [] }
        let books: [(WorkbookFile, String)] = [
            (WorkbookFile(Array(repeating: wide, count: 501)), "50000 cells"),
            (book(Array(repeating: wide, count: 251)), "50000 cells"),
            (WorkbookFile(Array(repeating: [.number(1)], count: 2001)), "2000 rows"), (junk, "parts"),
            (replacing("xl/styles.xml", String(repeating: "<a>", count: 33)), "nested too deeply"),
            (book(Array(repeating: far, count: 251)), "merged or skipped"), (merged, "merged or skipped"),
            (WorkbookFile(Array(repeating: Array(repeating: text, count: 3), count: 700)), "bytes of text"),
            (sheet(230, 31), "more than 200 columns"),
        ]
        for (book, words) in books { #expect(try fault(book).contains(words), "\(words)") }
        // Twelve months are read, below each other or side by side, and so is a note far to the right.
        let year = (1...12).map {
            ("\($0)", Array(repeating: Array(repeating: WorkbookFile.Cell.number(1), count: 20), count: 40))
        }
        #expect(try Spreadsheet.grids(WorkbookFile(year).bytes()).count == 12)
        #expect(try rows(sheet(144, 31)).first?.count == 144)
        #expect(try Spreadsheet.grids(sheet(230, 2).bytes()).count == 1)
    }

    private func sheet(_ columns: Int, _ rows: Int) -> WorkbookFile {
        WorkbookFile((0..<rows).map { row in (0..<columns).map { .text("\(row) \($0)") } })
    }

    @Test func `a tag longer, or more names, than any spreadsheet has are refused before their end`() throws {
        /// Different attributes, as the parser would keep each of them.
        func attributes(_ numbers: Range<Int>) -> String { numbers.map { "a\($0)=\"\"" }.joined(separator: " ") }
        let tag = "<worksheet><sheetData><row \(attributes(0..<12_000))"
        #expect(tag.utf8.count > 100_000)
        // What is behind it is no XML, which nobody comes to see.
        let long = "sheet1.xml has a tag of more than 65536 bytes"
        #expect(try fault(replacing(Self.sheet, tag + "<<<")).contains(long))
        let comment = "<!--" + String(repeating: "-a", count: 50_000)
        #expect(try fault(replacing(Self.sheet, comment)).contains("65536 bytes"))
        let names = (0..<200).map { "<row \(attributes($0 * 10..<$0 * 10 + 10))/>" }
        #expect(try fault(replacing(Self.sheet, "<worksheet>\(names.joined())")).contains("too many names"))
    }

    @Test func `a tag may lie across the pieces in which it is read`() throws {
        let row = "<row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Fajr</t></is></c></row>"
        for length in 16_300...16_384 {
            let space = String(repeating: " ", count: length - 22)
            let book = replacing(Self.sheet, "<worksheet><sheetData>\(space)\(row)</sheetData></worksheet>")
            #expect(try rows(book) == [["Fajr"]], "\(length)")
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

    @Test func `what is no workbook is named`() throws {
        let kinds: [(part: String, kind: ForeignFile, word: String)] = [
            ("word/document.xml", .word, "Word"), ("content.xml", .openDocument, "LibreOffice"),
            ("ppt/presentation.xml", .presentation, "PowerPoint"), ("xl/workbook.bin", .binaryWorkbook, ".xlsb"),
            ("Index/Document.iwa", .numbers, "Numbers"), ("times.csv", .zip, "unpack"),
        ]
        for (part, kind, word) in kinds {
            let archive = try WorkbookFile.archive([part: Array("<w/>".utf8)])
            #expect(throws: SpreadsheetFault.notAWorkbook(kind)) { try Spreadsheet.grids(archive) }
            #expect(kind.description.contains(word))
        }
        let type = Array("application/vnd.oasis.opendocument.text".utf8)
        let document = try WorkbookFile.archive(["mimetype": type, "content.xml": [0x3C]])
        #expect(throws: SpreadsheetFault.notAWorkbook(.openDocument)) { try Spreadsheet.grids(document) }
        let good = try WorkbookFile([[.text("a")]]).bytes()
        #expect(Spreadsheet.isArchive(good) && !Spreadsheet.isArchive(Array("date,fajr".utf8)))
        for share in 1...9 {
            let cut = Array(good.prefix(good.count * share / 10))
            #expect(throws: SpreadsheetFault.cutShort) { try Spreadsheet.grids(cut) }
        }
        #expect(SpreadsheetFault.cutShort.description.contains("its end is missing"))
        // Whole, but its list of parts is not where its end says.
        let moved = Array(good.prefix(4)) + [0, 0, 0] + Array(good.dropFirst(4).dropLast(1)) + [7]
        let fault = #expect(throws: SpreadsheetFault.self) { try Spreadsheet.grids(moved) }
        #expect(fault?.description.contains("cannot be unpacked") == true)
        let broken = replacing("xl/workbook.xml", "<workbook>\n<sheets")
        #expect(try self.fault(broken).contains("xl/workbook.xml, line 2"))
    }

    @Test(arguments: ["9223372036854775807", "9223372036854775806", "1048577", "-9223372036854775808", "0"])
    func `a row number beyond every spreadsheet is no crash, and the row is left out`(number: String) throws {
        let rows = "<row r=\"\(number)\"/><row><c><v>1</v></c></row><row><c r=\"A\(number)\"><v>2</v></c></row>"
        let book = replacing(Self.sheet, "<worksheet><sheetData>\(rows)</sheetData></worksheet>")
        let kept = try Spreadsheet.grids(book.bytes()).flatMap(\.rows)
        #expect(kept.allSatisfy { (1...1_048_576).contains($0.line) })
    }
}
