import AdhanCore
import AdhanSupport
import Synchronization

/// Has a reader read one table at a time, for all pages: each takes a processor and memory from the box.
final class TableTurn: TableReader {
    /// Why a table is not read now.
    static let busy = TimetableRefusal.unread("other tables are being read; try again in a few seconds")
    private static let mostWaiting = 2
    /// The answers about an upload and the table in use are kept: a second look needs no turn.
    private static let mostKept = 2

    private struct Kept {
        let digest: String
        let facts: TableFacts
        let table: ExaminedTable
    }

    private let reader: any TableReader
    private let asking = Atomic(0)
    /// The tables that were read last, the latest at the end.
    private let kept = Mutex<[Kept]>([])
    private let turn = Mutex(())

    init(_ reader: any TableReader) { self.reader = reader }

    func read(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> WrittenTimetable {
        try examine(bytes, facts).written
    }

    func examine(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> ExaminedTable {
        let digest = Secrets.digest(bytes)
        if let found = table(digest, facts) { return found }
        defer { asking.subtract(1, ordering: .relaxed) }
        guard asking.add(1, ordering: .relaxed).newValue <= 1 + Self.mostWaiting else { throw Self.busy }
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
