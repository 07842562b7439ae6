import AdhanCore
import GRDB

extension LedgerRows {
    /// The maximum number of rows named that could not be understood.
    private static let nameLimit = 10
    /// The maximum length, in characters, of a part of such a row's name.
    private static let wordLimit = 40

    /// Reads rows, skipping those that cannot be understood.
    ///
    /// - Parameter limit: the maximum number of rows returned.
    init(_ database: Database, sql: String, arguments: StatementArguments, limit: Int = .max) throws {
        var (entries, strange, unnamed) = ([LedgerEntry](), [String](), 0)
        let cursor = try Row.fetchCursor(database, sql: sql, arguments: arguments)
        while entries.count < limit, let row = try cursor.next() {
            do {
                entries.append(try LedgerEntry(row: row))
            } catch {
                if strange.count < Self.nameLimit { strange.append(Self.name(row, error)) } else { unnamed += 1 }
            }
        }
        if unnamed > 0 { strange.append("\(unnamed) more") }
        self.init(entries, strange: strange)
    }

    private static func name(_ row: Row, _ error: any Error) -> String {
        let key = ["date", "occasion"].map { column in
            let value: DatabaseValue = row[column] ?? .null
            return String.fromDatabaseValue(value).map { String($0.prefix(wordLimit)) } ?? "?"
        }
        return "\(key.joined(separator: " ")) (\(reason(error)))"
    }

    private static func reason(_ error: any Error) -> String {
        let words = (error as? DecodingError)?.context?.debugDescription ?? "\(error)"
        return String(words.prefix(5 * wordLimit))
    }
}

extension DecodingError {
    fileprivate var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
}
