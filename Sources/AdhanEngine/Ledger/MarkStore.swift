import AdhanCore
import AdhanSystem
import Foundation

/// Where rows are kept that the ledger's disk does not take: a port, since the simulations keep theirs in memory.
package protocol MarkStore: Sendable {
    /// The marked rows, oldest first.
    func load() -> [LedgerEntry]
    /// - Returns: why it could not be marked; nil where it was.
    func save(_ entry: LedgerEntry) -> String?
    func remove(_ key: OccasionKey)
}

/// A file an occasion in the runtime directory, which is memory: it outlives the process, not the machine.
package struct RuntimeMarks: MarkStore {
    private let folder: URL

    /// - Parameter folder: made when it is first needed.
    package init(folder: String) {
        self.folder = URL(filePath: folder, directoryHint: .isDirectory)
    }

    package func load() -> [LedgerEntry] {
        // No folder: nothing was ever marked.
        let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path)  // reason: see above
        let files = (names ?? []).map { folder.appending(path: $0) }
        let decoder = JSONDecoder()
        return files.filter { $0.pathExtension == "mark" }.prefix(1000).compactMap { file in
            // A mark cut short by a crash says nothing; the occasion is then as if it had not been marked.
            guard let bytes = try? Data(contentsOf: file) else { return nil }  // reason: see above
            return try? decoder.decode(LedgerEntry.self, from: bytes)  // reason: see above
        }.sorted { $0.due < $1.due }
    }

    package func save(_ entry: LedgerEntry) -> String? {
        do {
            try AtomicFile.replace(file(entry.key).path, with: [UInt8](try JSONEncoder().encode(entry)))
            return nil
        } catch {
            return "\(error)"
        }
    }

    package func remove(_ key: OccasionKey) {
        // One that stays does no harm: the ledger refuses it at the next start.
        try? FileManager.default.removeItem(at: file(key))  // reason: see above
    }

    private func file(_ key: OccasionKey) -> URL {
        folder.appending(path: "\(key.date).\(key.occasion.name).mark")
    }
}
