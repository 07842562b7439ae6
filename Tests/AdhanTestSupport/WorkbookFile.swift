import AdhanCore
import CZip
import Foundation

/// Makes `.xlsx` files, right ones and broken ones.
package struct WorkbookFile {
    package enum Cell {
        case text(String)
        /// A text of its own, which other cells do not share.
        case inline(String)
        case number(Double)
        /// Styles of the workbook that it makes.
        case date(Double), time(Double), moment(Double)
        /// A number with a style of its own, such as `[$-809]hh:mm AM/PM;@`.
        case formatted(Double)
        case empty
    }

    package var sheets: [(name: String, rows: [[Cell]])]
    package var isFrom1904 = false
    /// The merged cells of the first sheet, such as `A1:C1`.
    package var merges: [String] = []
    /// Parts that replace those that it makes, or come in addition.
    package var parts: [String: [UInt8]] = [:]

    package init(_ sheets: [(name: String, rows: [[Cell]])]) { self.sheets = sheets }

    package init(_ rows: [[Cell]]) { self.init([("Sheet1", rows)]) }

    /// The number of days that the usual date system has for a date.
    package static func serial(_ date: CivilDate) -> Double { Double(date.dayNumber + 25_569) }

    package func bytes() throws -> [UInt8] { try Self.archive(allParts) }

    /// The files of its archive.
    package var allParts: [String: [UInt8]] {
        var texts: [String] = []
        var parts: [String: [UInt8]] = [:]
        for (index, sheet) in sheets.enumerated() {
            parts["xl/worksheets/sheet\(index + 1).xml"] = Array(xml(sheet.rows, &texts, index == 0 ? merges : []).utf8)
        }
        let list = sheets.enumerated().map { #"<sheet name="\#($1.name)" sheetId="\#($0 + 1)" r:id="rId\#($0 + 1)"/>"# }
        let links = sheets.indices.map {
            #"<Relationship Id="rId\#($0 + 1)" Type="worksheet" Target="worksheets/sheet\#($0 + 1).xml"/>"#
        }
        parts["xl/workbook.xml"] = Array(
            """
            <?xml version="1.0" encoding="UTF-8"?><workbook xmlns="main" xmlns:r="r"><workbookPr\
            \(isFrom1904 ? #" date1904="1""# : "")/><sheets>\(list.joined())</sheets></workbook>
            """.utf8
        )
        parts["xl/_rels/workbook.xml.rels"] = Array("<Relationships>\(links.joined())</Relationships>".utf8)
        parts["xl/sharedStrings.xml"] = Array("<sst>\(texts.map { "<si><t>\($0)</t></si>" }.joined())</sst>".utf8)
        parts["xl/styles.xml"] = Array(
            """
            <styleSheet><numFmts><numFmt numFmtId="164" formatCode="[$-809]hh:mm\\ AM/PM;@"/></numFmts><cellStyleXfs><xf \
            numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="20"/><xf numFmtId="22"/><xf \
            numFmtId="164"/></cellXfs></styleSheet>
            """.utf8
        )
        return parts.merging(self.parts) { $1 }
    }

    /// A ZIP archive of those files.
    ///
    /// - Parameter links: the names of those that are symbolic links, to the path that is their content.
    package static func archive(_ parts: [String: [UInt8]], links: Set<String> = []) throws -> [UInt8] {
        let path = FileManager.default.temporaryDirectory.path + "/adhan-workbook-\(UUID().uuidString).xlsx"
        defer { try? FileManager.default.removeItem(atPath: path) }  // reason: it may not have been made
        guard let archive = zip_open(path, ZIP_CREATE | ZIP_TRUNCATE, nil) else { throw CocoaError(.fileWriteUnknown) }
        var kept: [UnsafeMutableRawBufferPointer] = []
        defer { for buffer in kept { buffer.deallocate() } }
        for (name, bytes) in parts.sorted(by: { $0.key < $1.key }) {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(bytes.count, 1), alignment: 1)
            buffer.copyBytes(from: bytes)
            kept.append(buffer)
            guard let source = zip_source_buffer(archive, buffer.baseAddress, zip_uint64_t(bytes.count), 0) else {
                throw CocoaError(.fileWriteUnknown)
            }
            let index = zip_file_add(archive, name, source, 0)
            guard index >= 0, links.contains(name) else { continue }
            // A link that everybody may follow.
            let mode = zip_uint32_t(0o120_777) << 16
            let system = zip_uint8_t(ZIP_OPSYS_UNIX)
            zip_file_set_external_attributes(archive, zip_uint64_t(index), 0, system, mode)
        }
        guard zip_close(archive) == 0 else { throw CocoaError(.fileWriteUnknown) }
        return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
    }

    private func xml(_ rows: [[Cell]], _ texts: inout [String], _ merges: [String]) -> String {
        let body = rows.enumerated().map { row, cells in
            let xml = cells.enumerated().map { column, cell in
                self.cell(cell, "\(Self.letters(column))\(row + 1)", &texts)
            }
            return "<row r=\"\(row + 1)\">\(xml.joined())</row>"
        }
        let merged =
            merges.isEmpty ? "" : "<mergeCells>\(merges.map { "<mergeCell ref=\"\($0)\"/>" }.joined())</mergeCells>"
        return "<worksheet><sheetData>\(body.joined())</sheetData>\(merged)</worksheet>"
    }

    private func cell(_ cell: Cell, _ place: String, _ texts: inout [String]) -> String {
        func number(_ value: Double, _ style: Int) -> String { "<c r=\"\(place)\" s=\"\(style)\"><v>\(value)</v></c>" }
        switch cell {
        case .text(let text):
            let index = texts.firstIndex(of: text) ?? texts.count
            if index == texts.count { texts.append(text) }
            return "<c r=\"\(place)\" t=\"s\"><v>\(index)</v></c>"
        case .inline(let text): return "<c r=\"\(place)\" t=\"inlineStr\"><is><t>\(text)</t></is></c>"
        case .number(let value): return number(value, 0)
        case .date(let value): return number(value, 1)
        case .time(let value): return number(value, 2)
        case .moment(let value): return number(value, 3)
        case .formatted(let value): return number(value, 4)
        case .empty: return "<c r=\"\(place)\" s=\"1\"/>"
        }
    }

    private static func letters(_ column: Int) -> String {
        let last = String(UnicodeScalar(UInt8(65 + column % 26)))
        return column < 26 ? last : letters(column / 26 - 1) + last
    }
}
