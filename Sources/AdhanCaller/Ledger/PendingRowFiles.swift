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
