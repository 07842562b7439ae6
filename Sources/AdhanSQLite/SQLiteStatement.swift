import CSQLite

/// A value that is written into a column.
package enum SQLiteValue {
    case null
    case integer(Int64)
    case text(String)

    package init(_ number: Int64?) { self = number.map(Self.integer) ?? .null }
    package init(_ text: String?) { self = text.map(Self.text) ?? .null }
}

/// A prepared statement, and the row of it that is read.
package final class SQLiteStatement {
    /// Keeps it open.
    private let connection: SQLiteConnection
    private let pointer: OpaquePointer
    private let columns: [String: Int32]

    /// - Parameter pointer: of a statement that this one finalises.
    init(_ pointer: OpaquePointer, of connection: SQLiteConnection, _ values: [SQLiteValue]) throws(SQLiteFault) {
        (self.pointer, self.connection) = (pointer, connection)
        let names = (0..<sqlite3_column_count(pointer)).compactMap { column in
            sqlite3_column_name(pointer, column).map { (String(cString: $0), column) }
        }
        columns = Dictionary(names) { first, _ in first }
        for (parameter, value) in zip(Int32(1)..., values) { try connection.check(bind(value, to: parameter)) }
    }

    deinit { sqlite3_finalize(pointer) }

    private func bind(_ value: SQLiteValue, to parameter: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(pointer, parameter)
        case .integer(let number): sqlite3_bind_int64(pointer, parameter, number)
        case .text(let text): adhand_bind_text(pointer, parameter, text, Int32(clamping: text.utf8.count))
        }
    }

    /// Goes to the next row; false if there is none.
    package func next() throws(SQLiteFault) -> Bool {
        let code = sqlite3_step(pointer)
        try connection.check(code)
        return code == SQLITE_ROW
    }

    /// The text in a column of this row, a number as its digits; nil if it is null, or there is no such column.
    package func text(_ column: String) -> String? {
        guard let index = columns[column], let bytes = sqlite3_column_text(pointer, index) else { return nil }
        let count = Int(sqlite3_column_bytes(pointer, index))
        return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
    }

    /// The number in a column of this row; nil if it is null, or there is no such column.
    ///
    /// - Throws: `StrangeRow` for a text and the like, which a person's own table may have.
    package func integer(_ column: String) throws(StrangeRow) -> Int64? {
        guard let index = columns[column] else { return nil }
        switch sqlite3_column_type(pointer, index) {
        case SQLITE_INTEGER: return sqlite3_column_int64(pointer, index)
        case SQLITE_NULL: return nil
        default: throw StrangeRow(description: "\(column) '\(text(column) ?? "")' is not a whole number")
        }
    }
}

/// Why a row cannot be understood.
package struct StrangeRow: Error, CustomStringConvertible {
    package let description: String

    package init(description: String) { self.description = description }
}
