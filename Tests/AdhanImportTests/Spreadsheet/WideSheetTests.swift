import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanImport

@Suite struct WideSheetTests {
    @Test func `twelve months of twelve columns are read, and more than can be read is refused`() throws {
        func book(_ columns: Int, _ rows: Int) -> WorkbookFile {
            WorkbookFile((0..<rows).map { row in (0..<columns).map { .text("\(row) \($0)") } })
        }
        let grids = try Spreadsheet.grids(book(144, 31).bytes())
        #expect(grids.first?.rows.first?.cells.count == 144)
        let fault = #expect(throws: SpreadsheetFault.self) { try Spreadsheet.grids(book(230, 31).bytes()) }
        #expect(fault?.description.contains("more than 200 columns") == true)
        // A note far to the right is none of the table.
        #expect(try Spreadsheet.grids(book(230, 2).bytes()).count == 1)
    }
}
