import AdhanCore
import AdhanSupport
import Synchronization

/// Has a reader read one table at a time, for all pages: each takes a processor and memory from the box.
final class TableTurn: TableReader {
    /// Why a table is not read now.
    static let busy = TimetableRefusal.unread("other tables are being read; try again in a few seconds")
    /// The most tables of a person that are read or wait: one person must not keep all threads of the page waiting.
    private static let mostOfOne = 3
    /// The answers about an upload and the table in use are kept: a second look needs no turn.
    private static let mostKept = 2

    private struct Kept {
        let digest: String
        let facts: TableFacts
        let table: ExaminedTable
    }

    private let reader: any TableReader
    /// How many tables are read or wait, by the person who has sent them.
    private let asking = Mutex<[String: Int]>([:])
    /// The tables that were read last, the latest at the end.
    private let kept = Mutex<[Kept]>([])
    private let turn = Mutex(())

    init(_ reader: any TableReader) { self.reader = reader }

    func read(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> WrittenTimetable {
        try examine(bytes, facts).written
    }

    func examine(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> ExaminedTable {
        try examine(bytes, facts, for: nil)
    }

    /// - Parameter person: who sends the table; nil for the box's own, which is read once for all who ask.
    /// - Throws: also `busy` where many tables of this person wait.
    func examine(_ bytes: [UInt8], _ facts: TableFacts, for person: String?) throws(TimetableRefusal) -> ExaminedTable {
        let digest = Secrets.digest(bytes)
        if let found = table(digest, facts) { return found }
        let asked = person.map { count($0, by: 1) } ?? 0
        defer { if let person { count(person, by: -1) } }
        guard asked <= Self.mostOfOne else { throw Self.busy }
        return try turn.withLock { _ throws(TimetableRefusal) in
            // The one before may have read the same.
            if let found = table(digest, facts) { return found }
            let table = try reader.examine(bytes, facts)
            kept.withLock { $0 = $0.suffix(Self.mostKept - 1) + [Kept(digest: digest, facts: facts, table: table)] }
            return table
        }
    }

    @discardableResult
    private func count(_ person: String, by change: Int) -> Int {
        asking.withLock { asking in
            let count = (asking[person] ?? 0) + change
            asking[person] = count == 0 ? nil : count
            return count
        }
    }

    private func table(_ digest: String, _ facts: TableFacts) -> ExaminedTable? {
        kept.withLock { $0.last { $0.digest == digest && $0.facts == facts }?.table }
    }
}
