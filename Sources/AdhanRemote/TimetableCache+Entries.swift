import AdhanCore

/// A file of the cache, for people.
package struct CacheEntry: Sendable, Hashable {
    package enum State: Sendable, Hashable {
        /// It is given out.
        case kept
        /// It is not whole or cannot be read, and is not given out.
        case broken(reason: String)
        /// It was never accepted.
        case rejected(reason: String)
    }

    /// In the folder of the cache.
    package let file: String
    package let source: SourceName
    package let period: TimetablePeriod
    /// Nil where it can no longer be read.
    package let provenance: Provenance?
    /// In bytes, of what came; nil where that can no longer be read.
    package let size: Int?
    package let state: State
}

extension TimetableCache {
    /// All that is there, by name. Nothing is changed by looking, and one file that cannot be read does not hide the others.
    ///
    /// - Throws: `StoreFault` where the folder cannot be read. Without a folder there is nothing.
    package func entries() throws(StoreFault) -> [CacheEntry] {
        // What a person or a power cut has left is passed over.
        try folder.files().compactMap { CacheName($0) }.compactMap(entry)
    }

    /// Removes every file of ours, those set aside and unfinished ones too, and nothing else.
    ///
    /// - Returns: how many.
    package func clear() throws(StoreFault) -> Int { try folder.remove(where: CacheName.isOurs) }

    /// - Returns: nil for a file that has gone meanwhile.
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
            case .broken: .broken(reason: "it was set aside, and is whole")
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
