import AdhanCore
import AdhanSupport
import Synchronization

/// Has a reader read one table at a time, for all pages: each takes a processor and memory from the box.
final class TableTurn: TableReader {
    /// Why a table is not read now.
    static let busy = TimetableRefusal.unread("other tables are being read; try again in a few seconds")
    /// The most uploads that are read or wait, and the most of one person: one of four threads is left for others.
    private static let (most, mostOfOne) = (3, 2)
    /// The answers about the latest uploads are kept, and that about the table in use: a second look needs no turn.
    private static let mostKept = 2

    private struct Kept {
        let digest: String
        let facts: TableFacts
        let table: ExaminedTable
    }

    private let reader: any TableReader
    /// How many uploads are read or wait, by the person who has sent them.
    private let asking = Mutex<[String: Int]>([:])
    /// The uploads that were read last, the latest at the end, and the table in use.
    private let kept = Mutex<(uploads: [Kept], inUse: Kept?)>(([], nil))
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
        if let person, !takePlace(person) { throw Self.busy }
        defer { if let person { leavePlace(person) } }
        return try turn.withLock { _ throws(TimetableRefusal) in
            // The one before may have read the same.
            if let found = table(digest, facts) { return found }
            let table = try reader.examine(bytes, facts)
            let new = Kept(digest: digest, facts: facts, table: table)
            kept.withLock { kept in
                guard person != nil else { return kept.inUse = new }
                kept.uploads = kept.uploads.suffix(Self.mostKept - 1) + [new]
            }
            return table
        }
    }

    private func takePlace(_ person: String) -> Bool {
        asking.withLock { asking in
            let own = asking[person] ?? 0
            guard own < Self.mostOfOne, asking.values.reduce(0, +) < Self.most else { return false }
            asking[person] = own + 1
            return true
        }
    }

    private func leavePlace(_ person: String) {
        asking.withLock { $0[person] = $0[person].flatMap { $0 > 1 ? $0 - 1 : nil } }
    }

    private func table(_ digest: String, _ facts: TableFacts) -> ExaminedTable? {
        kept.withLock { kept in
            (kept.uploads + [kept.inUse].compactMap(\.self)).last { $0.digest == digest && $0.facts == facts }?.table
        }
    }
}
