import AdhanCore
import AdhanSupport
import Glibc

/// One file per occasion in the runtime directory, which is a tmpfs: it outlives the process, not the machine.
///
/// On a full disk the row's essentials go into the name of an empty file (`PendingRowName`), which needs no block. It
/// still needs an inode, so some empty spare files are kept, which are only renamed.
package struct PendingRowFiles: PendingRowStore {
    /// In bytes; a row has some hundred, and the path of a recording.
    private static let byteLimit = 65_536
    /// How many files are read, and how many names before that.
    private static let fileLimit = 10_000
    private static let nameLimit = 200_000
    private static let rowLimit = 1000
    /// Enough for the rows of two days.
    static let spares = (0..<16).map { "spare-\($0)" }

    /// Made when it is first needed.
    let folder: String

    package var place: String { folder }

    /// The newest rows, at most `rowLimit`. It also makes the spare files.
    package func load() -> [LedgerEntry] {
        makeSpares()
        var found: [OccasionKey: LedgerEntry] = [:]
        for mark in marks().sorted(by: { $0.key.date > $1.key.date }).prefix(Self.fileLimit) {
            guard let entry = mark.row ?? read(mark) else { continue }
            // A process that was killed in between has left the earlier row, too. The row that settles more wins, so
            // that no prayer is called again.
            if let other = found[mark.key], other.state.rank >= entry.state.rank { continue }
            if found.count == Self.rowLimit, found[mark.key] == nil { break }
            found[mark.key] = entry
        }
        return found.values.sorted { $0.due < $1.due }
    }

    package func save(_ entry: LedgerEntry) -> String? {
        let full = PendingRowName(entry.key)
        do {
            try AtomicFile.replace(path(full.text), with: try JSONText.bytes(of: entry))
            remove(entry.key, but: full)
            makeSpares()
            return nil
        } catch {
            let bare = PendingRowName(entry)
            guard make(bare) else { return "\(error)" }
            remove(entry.key, but: bare)
            return nil
        }
    }

    package func remove(_ key: OccasionKey) { remove(key, but: nil) }

    /// A mark that cannot be removed does no harm: the ledger refuses it at the next start.
    private func remove(_ key: OccasionKey, but kept: PendingRowName?) {
        for mark in marks() where mark.key == key && mark.text != kept?.text { unlink(path(mark.text)) }
    }

    private func read(_ mark: PendingRowName) -> LedgerEntry? {
        // A mark cut short by a crash is ignored, as if the occasion had not been marked.
        guard let bytes = try? BoundedFile.read(path(mark.text), limit: Self.byteLimit),  // reason: see above
            let entry = try? JSONText.decode(LedgerEntry.self, from: bytes),  // reason: see above
            entry.key == mark.key
        else { return nil }
        return entry
    }

    /// - Returns: whether the empty file is there. Bytes left in a renamed file are ignored.
    private func make(_ bare: PendingRowName) -> Bool {
        let before = marks().filter { $0.key == bare.key }.map(\.text)
        for file in before + Self.spares where rename(path(file), path(bare.text)) == 0 { return true }
        return Folder.makeFile(path(bare.text))
    }

    private func makeSpares() {
        Folder.make(folder)
        for spare in Self.spares where !Folder.makeFile(path(spare)) { return }
    }

    private func marks() -> [PendingRowName] {
        // No folder: nothing was ever marked.
        Folder.names(in: folder, limit: Self.nameLimit).compactMap { PendingRowName(parsing: $0) }
    }

    private func path(_ name: String) -> String { folder + "/" + name }
}

extension LedgerState {
    /// How final the state is, to choose between two marks of an occasion.
    fileprivate var rank: Int {
        switch self {
        case .missed: 0
        case .started: 1
        case .completed, .interrupted, .stopped, .skipped: 2
        }
    }
}

/// Rows kept beside the ledger, as marks of what it may not have yet. A port, since simulations keep them in memory.
/// Calls may block.
package protocol PendingRowStore: Sendable {
    /// Where they are, for messages.
    var place: String { get }
    /// The marked rows, oldest first.
    func load() -> [LedgerEntry]
    /// - Returns: why it could not be marked; nil where it was.
    func save(_ entry: LedgerEntry) -> String?
    func remove(_ key: OccasionKey)
}

/// The name of a mark's file. A file that holds the row is called `2026-11-21.adhan-isha.mark`. An empty file has the
/// essentials in its name, `2026-11-21.adhan-isha.started.1763740800000000.file.mark`: the state, the due time in
/// microseconds since 1970 UTC, and the source.
struct PendingRowName {
    package let text: String
    package let key: OccasionKey
    /// The part of the row that the file's name holds; nil if the file holds the row.
    package let row: LedgerEntry?

    /// The name of a file that holds the row.
    init(_ key: OccasionKey) {
        (self.key, row) = (key, nil)
        text = "\(key.date).\(key.occasion.name).mark"
    }

    /// The name of an empty file.
    init(_ entry: LedgerEntry) {
        self.init(ScheduledOccasion(entry.key, at: entry.due, source: entry.source), entry.state)
    }

    private init(_ due: ScheduledOccasion, _ state: LedgerState) {
        key = due.key
        text = "\(key.date).\(key.occasion.name).\(state.rawValue).\(due.at.microseconds).\(due.source.rawValue).mark"
        // The ledger requires `who` for a stopped adhan.
        row = LedgerEntry(
            due,
            state,
            reason: "no disk had room for more of this row",
            who: state == .stopped ? "unknown" : nil
        )
    }

    /// Nil for a name that is no mark's.
    init?(parsing name: String) {
        var words = name.split(separator: ".").map(String.init).makeIterator()
        guard let date = words.next().flatMap({ try? CivilDate($0) }),  // reason: what is no date is no mark
            let occasion = words.next().flatMap({ try? Occasion(named: $0) })  // reason: likewise
        else { return nil }
        let key = OccasionKey(date, occasion)
        self.init(key)
        if text == name { return }
        guard let state = words.next().flatMap(LedgerState.init), let due = words.next().flatMap(Int64.init),
            let source = words.next().flatMap(SourceName.init)
        else { return nil }
        self.init(ScheduledOccasion(key, at: Instant(microseconds: due), source: source), state)
        guard text == name else { return nil }
    }
}
