import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Testing

@testable import AdhanImport

/// Spreadsheets of LibreOffice (.ods).
@Suite struct OpenSpreadsheetTests {
    private func file(_ tables: String, _ parts: [String: [UInt8]] = [:]) throws -> [UInt8] {
        let content = """
            <?xml version="1.0" encoding="UTF-8"?><office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x" \
            xmlns:calcext="c"><office:body><office:spreadsheet>\(tables)</office:spreadsheet></office:body>\
            </office:document-content>
            """
        let type = Array("application/vnd.oasis.opendocument.spreadsheet".utf8)
        let own = ["mimetype": type, "content.xml": Array(content.utf8)]
        return try WorkbookFile.archive(own.merging(parts) { $1 })
    }

    private func table(_ name: String, _ rows: String...) -> String {
        sheet(name, rows.map { "<table:table-row>\($0)</table:table-row>" }.joined())
    }

    /// Rows as they stand.
    private func sheet(_ name: String, _ rows: String) -> String {
        "<table:table table:name=\"\(name)\">\(rows)</table:table>"
    }

    private func fault(_ bytes: [UInt8]) -> String {
        let fault = #expect(throws: SpreadsheetFault.self) { try Spreadsheet.grids(bytes) }
        return fault?.description ?? ""
    }

    private func text(_ text: String, _ more: String = "") -> String {
        "<table:table-cell office:value-type=\"string\" \(more)><text:p>\(text)</text:p></table:table-cell>"
    }

    @Test func `times, dates, numbers and texts are read, sheet by sheet`() throws {
        let sheet = table(
            "May",
            text("Date<text:s text:c=\"2\"/>of") + text("Fajr"),
            """
            <table:table-cell office:value-type="date" office:date-value="2026-05-01"><text:p>01.05.26</text:p></table:table-cell>\
            <table:table-cell office:value-type="time" calcext:value-type="time" office:time-value="PT03H46M00S"><text:p>3:46\
            </text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="1899-12-30T05:10:00"/>\
            <table:table-cell office:value-type="float" office:value="5.3"><office:annotation><text:p>note</text:p>\
            </office:annotation><text:p>5.30</text:p></table:table-cell><table:table-cell office:value-type="date" \
            office:date-value="2026-05-01T05:10:00"/>
            """
        )
        let grids = try Spreadsheet.grids(file(sheet + table("June", "") + table("July", text("a"))))
        #expect(grids.map(\.name) == ["May", "July"])
        #expect(
            grids.first?.rows.map(\.cells) == [
                ["Date  of", "Fajr"], ["2026-05-01", "03:46:00", "05:10:00", "5.30", "2026-05-01 05:10:00"],
            ]
        )
    }

    @Test func `a row that is repeated behind the last row costs nothing`() throws {
        let far = "<table:table-row table:number-rows-repeated=\"1048574\"><table:table-cell/></table:table-row>"
        let cells = String(repeating: text("x"), count: 100)
        let rows = far + "<table:table-row table:number-rows-repeated=\"1048576\">\(cells)</table:table-row>"
        let start = ThreadClock.now()
        #expect(try Spreadsheet.grids(file(sheet("A", rows))).first?.rows.count == 2)
        #expect(ThreadClock.now() - start < .seconds(2))
    }

    @Test func `repeated and merged cells count for all that they cover`() throws {
        let rows =
            "<table:table-row table:number-rows-repeated=\"2\"><table:table-cell table:number-columns-repeated=\"2\"/>"
            + text("x", "table:number-columns-repeated=\"2\"")
            + "<table:table-cell table:number-columns-repeated=\"1022\"/></table:table-row>"
            + "<table:table-row table:number-rows-repeated=\"1048000\"><table:table-cell/></table:table-row>"
        let merged = table(
            "B",
            text("Fajr", "table:number-columns-spanned=\"2\"") + "<table:covered-table-cell/>",
            text("a") + text("b")
        )
        let grids = try Spreadsheet.grids(file(sheet("A", rows) + merged))
        #expect(
            grids.map { $0.rows.map(\.cells) } == [
                [["", "", "x", "x"], ["", "", "x", "x"]], [["Fajr", "Fajr"], ["a", "b"]],
            ]
        )
        #expect(grids.first?.rows.map(\.line) == [1, 2])
    }

    @Test(arguments: [
        (" table:number-rows-repeated=\"1048576\"", "", "more than"),
        ("", "table:number-columns-repeated=\"16384\"", "200 columns"),
        (" table:number-rows-repeated=\"2000\"", "table:number-columns-repeated=\"100\"", "50000 cells"),
        (
            " table:number-rows-repeated=\"9223372036854775807\"",
            "table:number-columns-repeated=\"9223372036854775807\"", "more than"
        ),
    ])
    func `a cell that is repeated without end is refused at once`(rows: String, columns: String, word: String) throws {
        let lines = String(repeating: "<table:table-row\(rows)>\(text("x", columns))</table:table-row>", count: 12)
        #expect(try fault(file(sheet("A", lines))).contains(word))
    }

    @Test func `deleted rows of recorded changes are no rows, and damage is told with its line`() throws {
        let changes =
            "<table:tracked-changes><table:deletion><table:table-cell><text:p>old</text:p></table:table-cell></table:deletion></table:tracked-changes>"
        #expect(try Spreadsheet.grids(file(changes + table("A", text("a")))).map { $0.rows.map(\.cells) } == [[["a"]]])
        let broken = try file("", ["content.xml": Array("<a>\n<b".utf8)])
        #expect(fault(broken).contains("content.xml, line 2"))
        let sealed = Array("<manifest:encryption-data/>".utf8)
        let locked = try file("", ["META-INF/manifest.xml": sealed, "content.xml": [7, 8, 9]])
        #expect(throws: SpreadsheetFault.protected) { try Spreadsheet.grids(locked) }
    }
}
