import AdhanCore
import AdhanSupport

/// A file of the cache, for display.
package struct CacheEntry: Sendable, Hashable {
    package enum State: Sendable, Hashable {
        case kept
        /// Damaged or unreadable; not used.
        case broken(reason: String)
        /// Was never accepted.
        case rejected(reason: String)
    }

    package let file: String
    package let source: SourceName
    package let period: TimetablePeriod
    /// Nil if it can no longer be read.
    package let provenance: Provenance?
    /// The payload's size in bytes; nil if it can no longer be read.
    package let size: Int?
    package let state: State
}

/// Stores fetched and accepted payloads in a folder: one file per source and period, each replaced atomically.
/// `s3-2026.payload` is the one in use. Beside it there may be `s3-2026.payload.broken`, which was found damaged, and
/// `s3-2026.payload.rejected`, which was never accepted: the last of each, for a person.
package struct TimetableCache: PayloadStore {
    private let folder: CacheFolder

    /// - Parameter folder: created with its parents when the first payload is stored, accessible only to its owner.
    package init(folder: String) { self.folder = CacheFolder(path: folder) }

    package func load(_ source: SourceName, _ period: TimetablePeriod) throws(StoreFault) -> Payload? {
        let name = CacheName(source: source, period: period, state: .kept)
        guard let bytes = try folder.read(name.file) else { return nil }
        do {
            return try PayloadFile(bytes, of: name).payload
        } catch {
            guard error.isBroken else { throw folder.fault(name.file, "reading it", error.reason) }
            throw setAsideBroken(name, bytes, because: error.reason)
        }
    }

    package func keep(_ payload: Payload) throws(StoreFault) {
        try write(PayloadFile(payload: payload, rejected: nil), .kept)
    }

    package func setAside(_ payload: Payload, because reason: String) throws(StoreFault) {
        try write(PayloadFile(payload: payload, rejected: reason), .rejected)
    }

    private func write(_ file: PayloadFile, _ state: CacheName.State) throws(StoreFault) {
        let word = file.payload.provenance.period
        guard let period = TimetablePeriod.named(word) else {
            throw StoreFault("'\(word)' is neither a year nor a month, so a payload of it is not stored")
        }
        let name = CacheName(source: file.payload.provenance.source, period: period, state: state)
        let bytes: [UInt8]
        do { bytes = try file.encoded() } catch { throw folder.fault(name.file, "writing it", error.reason) }
        try folder.replace(name.file, with: bytes)
    }

    private func setAsideBroken(_ name: CacheName, _ bytes: [UInt8], because reason: String) -> StoreFault {
        let said = "\(folder.path(of: name.file)) is broken: \(reason); the next source is used"
        let broken = CacheName(source: name.source, period: name.period, state: .broken).file
        do {
            guard try folder.move(name.file, to: broken, ifStill: bytes) else {
                return StoreFault("\(said). It has been replaced since; the new file is read next time")
            }
            return StoreFault("\(said). It is now \(broken), for a person to look at")
        } catch {
            return StoreFault("\(said). It could not be set aside: \(error)")
        }
    }

    /// All entries, sorted by name; none without a folder. A file that cannot be read does not hide the others. Throws
    /// `StoreFault` if the folder cannot be read.
    package func entries() throws(StoreFault) -> [CacheEntry] {
        // Files left by a person or a power cut are skipped.
        try folder.files().compactMap { CacheName($0) }.compactMap(entry)
    }

    /// Removes all files of the cache, including rejected, broken and unfinished ones, and no other files. Returns how
    /// many, and for each that could not be removed the reason.
    package func clear() throws(StoreFault) -> (count: Int, faults: [StoreFault]) {
        try folder.remove { CacheName(AtomicFile.target(of: $0)) != nil }
    }

    private func entry(_ name: CacheName) -> CacheEntry? {
        var payload: Payload?
        let state: CacheEntry.State
        do throws(StoreFault) {
            guard let bytes = try folder.read(name.file) else { return nil }
            do throws(PayloadFile.Flaw) {
                let file = try PayloadFile(bytes, of: name)
                payload = file.payload
                state =
                    switch name.state {
                    case .kept: .kept
                    case .broken: .broken(reason: "it was set aside, but is intact")
                    case .rejected: .rejected(reason: file.rejected ?? "no reason was given")
                    }
            } catch {
                state = .broken(reason: error.reason)
            }
        } catch {
            state = .broken(reason: error.description)
        }
        return CacheEntry(
            file: name.file,
            source: name.source,
            period: name.period,
            provenance: payload?.provenance,
            size: payload?.bytes.count,
            state: state
        )
    }
}
