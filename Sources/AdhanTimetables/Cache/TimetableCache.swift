import AdhanCore

/// Stores fetched and accepted payloads in a folder: one file per source and period, each replaced atomically.
///
/// `s3-2026.payload` is the one in use. Beside it there may be `s3-2026.payload.broken`, which was found damaged, and
/// `s3-2026.payload.rejected`, which was never accepted: the last of each, for a person to look at.
package struct TimetableCache: PayloadStore {
    let folder: CacheFolder

    /// - Parameter folder: created with its parents when the first payload is stored, accessible only to its owner.
    package init(folder: String) { self.folder = CacheFolder(path: folder) }

    package func load(_ source: SourceName, _ period: TimetablePeriod) throws(StoreFault) -> Payload? {
        let name = CacheName(source, period, .kept)
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
        let name = CacheName(file.payload.provenance.source, period, state)
        let bytes: [UInt8]
        do { bytes = try file.encoded() } catch { throw folder.fault(name.file, "writing it", error.reason) }
        try folder.replace(name.file, with: bytes)
    }

    /// - Returns: what happened, and whether it could be moved aside.
    private func setAsideBroken(_ name: CacheName, _ bytes: [UInt8], because reason: String) -> StoreFault {
        let said = "\(folder.path(of: name.file)) is broken: \(reason); the next source is used"
        let broken = CacheName(name.source, name.period, .broken).file
        do {
            guard try folder.move(name.file, to: broken, ifStill: bytes) else {
                return StoreFault("\(said). It has been replaced since; the new file is read next time")
            }
            return StoreFault("\(said). It is now \(broken), for a person to look at")
        } catch {
            return StoreFault("\(said). It could not be set aside: \(error)")
        }
    }
}
