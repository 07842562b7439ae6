import AdhanCore

/// Why no table can be read from a spreadsheet, worded for the person who has the file.
package enum SpreadsheetFault: Error, Hashable, CustomStringConvertible {
    case notAnArchive(String)
    /// It begins as a ZIP archive does, and has no end.
    case cutShort
    /// An archive without the parts of a workbook.
    case notAWorkbook(ForeignFile)
    /// A part, such as `xl/workbook.xml`, cannot be unpacked.
    case damaged(part: String, String)
    case notXML(part: String, line: Int, String)
    /// A part has a document type, which can multiply its size.
    case documentType(part: String)
    /// A limit of `SpreadsheetLimits`.
    case tooMuch(String)
    case protected

    package var description: String {
        switch self {
        case .notAnArchive(let reason): "this begins like an .xlsx or .ods file, but cannot be unpacked: \(reason)"
        case .cutShort:
            "this begins like an .xlsx or .ods file, but its end is missing, as after a copy or download that was "
                + "broken off; fetch it again, and compare its size with the original's"
        case .notAWorkbook(let file): file.description
        case .damaged(let part, let reason): "the workbook is damaged: \(part) cannot be unpacked: \(reason)"
        case .notXML(let part, let line, let reason):
            "the workbook is damaged: \(part), line \(line), is not XML: \(reason)"
        case .documentType(let part):
            "the workbook is not used: \(part) has a document type, which no spreadsheet program writes"
        case .protected: ForeignFile.protectedWorkbook.description
        case .tooMuch(let what): "the workbook is not used: \(what), which is more than a timetable can need"
        }
    }
}

/// The limits within which a workbook is read. Each is several times what a timetable of two years has.
enum SpreadsheetLimits {
    static let entries = 1000
    /// Unpacked bytes of one part, and of all parts that are read.
    static let part = 24 << 20
    static let whole = 48 << 20
    /// Unpacked bytes for each packed one. XML of a table has 5 to 30. Small parts may have more.
    static let ratio = 300
    static let smallPart = 1 << 20
    static let depth = 32
    /// Bytes of a single tag, and of what is no element, such as a comment.
    static let tag = 1 << 16
    /// Different names of elements and attributes of one part. Spreadsheet programs use some dozens.
    static let names = 1000
    static let sheets = 24
    static let rows = 2000
    static let lastRow = 1_048_576
    static let columns = 200
    /// So many rows may have texts behind the last column.
    static let rowsBeyond = 10
    /// Of all sheets, with those that are merged or skipped.
    static let cells = 50_000
    static let texts = 1 << 20
    static let strings = 100_000
    static let styles = 20_000
    /// Bytes of a number format; spreadsheet programs allow no more characters.
    static let format = 255
    /// Bytes of one cell's text; the rest is cut off.
    static let text = 1000
}
