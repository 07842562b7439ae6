import AdhanCore
import AdhanSQLite

extension LedgerRows {
    /// The maximum number of rows named that could not be understood.
    private static let nameLimit = 10
    /// The maximum length, in characters, of a part of such a row's name.
    private static let wordLimit = 40

    /// Reads rows, skipping those that cannot be understood.
    init(_ rows: SQLiteStatement, limit: Int = .max) throws(SQLiteFault) {
        var (entries, strange, unnamed) = ([LedgerEntry](), [String](), 0)
        while entries.count < limit, try rows.next() {
            do {
                entries.append(try LedgerEntry(rows))
            } catch {
                if strange.count < Self.nameLimit { strange.append(Self.name(rows, error)) } else { unnamed += 1 }
            }
        }
        if unnamed > 0 { strange.append("\(unnamed) more") }
        self.init(entries, strange: strange)
    }

    private static func name(_ row: SQLiteStatement, _ error: any Error) -> String {
        let key = ["date", "occasion"].map { row.text($0)?.prefix(wordLimit) ?? "?" }
        return "\(key.joined(separator: " ")) (\("\(error)".prefix(5 * wordLimit)))"
    }
}
