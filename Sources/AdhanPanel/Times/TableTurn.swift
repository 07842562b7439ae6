import AdhanCore
import AdhanSupport
import Synchronization

/// Has a reader read one table at a time, for all pages: each takes a processor and memory from the box.
final class TableTurn: TableReader {
    /// Why a table is not read now.
    static let busy = TimetableRefusal.unread("other tables are being read; try again in a few seconds")
    /// How many tables of a person are read or wait, so that nobody keeps all threads of the page waiting.
    private static let mostOfOne = 3
    /// The answers about an upload and the table in use are kept: a second look needs no turn.
    private static let mostKept = 2

    private struct Kept {
        let digest: String
        let facts: TableFacts
        let table: ExaminedTable
    }

    private let reader: any TableReader
    /// How many ask, by person; the box's own table in use is nobody's.
    private let asking = Mutex<[String: Int]>([:])
    /// The tables that were read last, the latest at the end.
    private let kept = Mutex<[Kept]>([])
    private let turn = Mutex(())

    init(_ reader: any TableReader) { self.reader = reader }

    func read(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> WrittenTimetable {
        try examine(bytes, facts).written
    }

    func examine(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> ExaminedTable {
        try examine(bytes, facts, for: "")
    }

    /// - Throws: also `busy` where many tables of this person wait.
    func examine(_ bytes: [UInt8], _ facts: TableFacts, for person: String) throws(TimetableRefusal) -> ExaminedTable {
        let digest = Secrets.digest(bytes)
        if let found = table(digest, facts) { return found }
        let count = asking.withLock { asking in
            asking[person, default: 0] += 1
            return asking[person, default: 0]
        }
        defer { asking.withLock { $0[person] = $0[person].flatMap { $0 > 1 ? $0 - 1 : nil } } }
        guard count <= Self.mostOfOne else { throw Self.busy }
        return try turn.withLock { _ throws(TimetableRefusal) in
            // The one before may have read the same.
            if let found = table(digest, facts) { return found }
            let table = try reader.examine(bytes, facts)
            kept.withLock { $0 = $0.suffix(Self.mostKept - 1) + [Kept(digest: digest, facts: facts, table: table)] }
            return table
        }
    }

    private func table(_ digest: String, _ facts: TableFacts) -> ExaminedTable? {
        kept.withLock { $0.last { $0.digest == digest && $0.facts == facts }?.table }
    }
}
