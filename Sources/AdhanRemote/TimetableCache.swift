import AdhanCore

/// What was once fetched and accepted, in a folder: a file a source and period, replaced at once or not at all.
///
/// `s3-2026.payload` is the one that is given out. Beside it may lie `s3-2026.payload.broken`, which was found not to be whole,
/// and `s3-2026.payload.rejected`, which was never accepted: the last of each, for a person to look at.
package struct TimetableCache: PayloadStore {
    let folder: CacheFolder

    /// - Parameter folder: made when the first payload comes, and those above it, for its owner alone.
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
            throw StoreFault("'\(word)' is neither a year nor a month, so a payload of it is not kept")
        }
        let name = CacheName(file.payload.provenance.source, period, state)
        let bytes: [UInt8]
        do { bytes = try file.encoded() } catch { throw folder.fault(name.file, "writing it", error.reason) }
        try folder.replace(name.file, with: bytes)
    }

    /// - Returns: what there is to say of it, and of whether it could be set aside.
    private func setAsideBroken(_ name: CacheName, _ bytes: [UInt8], because reason: String) -> StoreFault {
        let said = "\(folder.path(of: name.file)) is broken: \(reason); the next source serves"
        let broken = CacheName(name.source, name.period, .broken).file
        do {
            guard try folder.move(name.file, to: broken, ifStill: bytes) else {
                return StoreFault("\(said). Somebody has replaced it since: the new one is looked at the next time")
            }
            return StoreFault("\(said). It is now \(broken), for a person to look at")
        } catch {
            return StoreFault("\(said). It could not be set aside: \(error)")
        }
    }
}
