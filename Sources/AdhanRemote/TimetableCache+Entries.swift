import AdhanCore

/// A file of the cache, for people.
package struct CacheEntry: Sendable, Hashable {
    package enum State: Sendable, Hashable {
        /// It is given out.
        case kept
        /// It is not whole, and given out no more.
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
    /// All that is there, by name. Nothing is changed by looking.
    ///
    /// - Throws: `StoreFault` where the folder or one of its files cannot be read. Without a folder there is nothing.
    package func entries() throws(StoreFault) -> [CacheEntry] {
        var entries: [CacheEntry] = []
        for file in try folder.files() {
            // What a person or a power cut has left is passed over; what goes meanwhile, too.
            guard let name = CacheName(file), let bytes = try folder.read(file) else { continue }
            do {
                entries.append(Self.entry(name, try PayloadFile(bytes, of: name)))
            } catch {
                guard error.isBroken else { throw folder.fault(file, "reading it", error.reason) }
                entries.append(Self.entry(name, nil, .broken(reason: error.reason)))
            }
        }
        return entries
    }

    /// Removes every file of ours, those set aside and unfinished ones too, and nothing else.
    ///
    /// - Returns: how many.
    package func clear() throws(StoreFault) -> Int { try folder.remove(where: CacheName.isOurs) }

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
