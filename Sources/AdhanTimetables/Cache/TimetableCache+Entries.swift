import AdhanCore

/// A file of the cache, for display.
package struct CacheEntry: Sendable, Hashable {
    package enum State: Sendable, Hashable {
        /// In use.
        case kept
        /// Damaged or unreadable; not used.
        case broken(reason: String)
        /// Was never accepted.
        case rejected(reason: String)
    }

    /// Its name in the folder of the cache.
    package let file: String
    package let source: SourceName
    package let period: TimetablePeriod
    /// Nil if it can no longer be read.
    package let provenance: Provenance?
    /// The payload's size in bytes; nil if it can no longer be read.
    package let size: Int?
    package let state: State
}

extension TimetableCache {
    /// All entries, sorted by name. Changes nothing; a file that cannot be read does not hide the others.
    ///
    /// - Throws: `StoreFault` if the folder cannot be read. Without a folder the result is empty.
    package func entries() throws(StoreFault) -> [CacheEntry] {
        // Files left by a person or a power cut are skipped.
        try folder.files().compactMap { CacheName($0) }.compactMap(entry)
    }

    /// Removes all files of the cache, including rejected, broken and unfinished ones, and no other files.
    ///
    /// - Returns: how many, and for each that could not be removed the reason.
    package func clear() throws(StoreFault) -> (count: Int, faults: [StoreFault]) {
        try folder.remove(where: CacheName.isOurs)
    }

    /// - Returns: nil if the file has disappeared meanwhile.
    private func entry(_ name: CacheName) -> CacheEntry? {
        let reason: String
        do throws(StoreFault) {
            guard let bytes = try folder.read(name.file) else { return nil }
            do {
                return Self.entry(name, try PayloadFile(bytes, of: name))
            } catch {
                reason = error.reason
            }
        } catch {
            reason = error.description
        }
        return Self.entry(name, nil, .broken(reason: reason))
    }

    private static func entry(_ name: CacheName, _ file: PayloadFile) -> CacheEntry {
        let state: CacheEntry.State =
            switch name.state {
            case .kept: .kept
            case .broken: .broken(reason: "it was set aside, but is intact")
            case .rejected: .rejected(reason: file.rejected ?? "no reason was given")
            }
        return entry(name, file.payload, state)
    }

    private static func entry(_ name: CacheName, _ payload: Payload?, _ state: CacheEntry.State) -> CacheEntry {
        CacheEntry(
            file: name.file,
            source: name.source,
            period: name.period,
            provenance: payload?.provenance,
            size: payload?.bytes.count,
            state: state
        )
    }
}
