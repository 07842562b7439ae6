/// A table as in RFC 4180: fields may be quoted, and a quote within them is doubled. Swift has no established CSV
/// library, and C's do not report line numbers. Beyond the RFC, the separator may be a semicolon or a tab, as
/// spreadsheets write them where the comma is the decimal separator, and blank lines are skipped.
package struct CSVTable {
    package struct Record {
        package let line: Int
        package let fields: [String]
    }

    /// Several times what any format has.
    private static let mostColumns = 100
    /// Bytes of a field; the rest is cut off. No field of a day has as many.
    private static let mostBytes = 1000

    package private(set) var records: [Record] = []
    private let separator: UInt8
    private var state = State.plain
    private var field: [UInt8] = []
    private var fields: [String] = []
    private var line = 1
    private var began = 1

    private enum State {
        case plain
        case quoted
        /// After a quote that either ends the field or is the first of two.
        case closed
    }

    /// - Parameter separator: of the columns; nil for the likeliest in the first line.
    /// - Throws: `TimetableRefusal.notCSV` with its line, or `tooManyDays`.
    package init(_ bytes: [UInt8], separator given: UInt8? = nil) throws(TimetableRefusal) {
        let text = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let head = text.prefix { $0 != .newline }
        let separators = [UInt8](",;\t".utf8).map { mark in (mark, head.count { $0 == mark }) }
        separator = given ?? separators.max { $0.1 < $1.1 }.map(\.0) ?? 0x2C
        for byte in text { try consume(byte) }
        if state == .quoted { throw .notCSV(line: began, reason: "a quote is opened and never closed") }
        try endRecord()
    }

    private mutating func consume(_ byte: UInt8) throws(TimetableRefusal) {
        switch (state, byte) {
        case (.quoted, .quote): state = .closed
        case (.quoted, _): append(byte)
        case (.closed, .quote):
            append(byte)
            state = .quoted
        case (_, separator): try endField()
        case (_, .newline): try endRecord()
        case (_, .carriageReturn): break
        case (.plain, .quote) where field.isEmpty: state = .quoted
        case (.plain, _): append(byte)
        case (.closed, .blank): break
        case (.closed, _):
            // In the first line it means that the file is no table.
            if records.isEmpty { throw .unknown(line: line) }
            throw .notCSV(line: line, reason: "there is text behind a closing quote")
        }
        if byte == .newline { line += 1 }
        if fields.isEmpty, field.isEmpty, state == .plain { began = line }
    }

    private mutating func append(_ byte: UInt8) {
        if field.count < Self.mostBytes { field.append(byte) }
    }

    private mutating func endField() throws(TimetableRefusal) {
        guard fields.count < Self.mostColumns else {
            throw .notCSV(line: line, reason: "it has more than \(Self.mostColumns) columns")
        }
        fields.append(String(decoding: field, as: UTF8.self))
        field = []
        state = .plain
    }

    private mutating func endRecord() throws(TimetableRefusal) {
        try endField()
        // Spreadsheets leave lines that contain only separators below the last row.
        if fields.contains(where: { !$0.trimmed.isEmpty }) {
            guard records.count <= WrittenTimetable.mostDays else { throw .tooManyDays(line: began) }
            records.append(Record(line: began, fields: fields))
        }
        fields = []
    }
}

extension UInt8 {
    fileprivate static let newline: UInt8 = 0x0A
    fileprivate static let carriageReturn: UInt8 = 0x0D
    fileprivate static let blank: UInt8 = 0x20
    fileprivate static let quote: UInt8 = 0x22
}
