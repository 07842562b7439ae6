/// A timetable of one period as a source sent it, and where it came from.
package struct Payload: Sendable, Hashable {
    package let provenance: Provenance
    package let bytes: [UInt8]

    package init(provenance: Provenance, bytes: [UInt8]) { (self.provenance, self.bytes) = (provenance, bytes) }
}

/// Where a payload came from.
package struct Provenance: Sendable, Hashable, Codable {
    package let source: SourceName
    /// The name of the period (`TimetablePeriod.name`).
    package let period: String
    /// The address it was fetched from (`RemoteOrigin.address`).
    package let address: RemoteAddress
    /// When the server last confirmed it, in seconds since 1970-01-01T00:00:00Z.
    package let fetchedAt: Int64
    package let etag: String?
    package let lastModified: String?

    package init(
        source: SourceName,
        period: String,
        address: RemoteAddress,
        fetchedAt: Instant,
        etag: String?,
        lastModified: String?
    ) {
        (self.source, self.period, self.address) = (source, period, address)
        (self.fetchedAt, self.etag, self.lastModified) = (fetchedAt.seconds, etag, lastModified)
    }
}

/// The port to the cache of fetched and accepted payloads, one per source and period.
///
/// A payload is replaced completely or not at all. A damaged one is moved aside, with its reason, and never returned.
package protocol PayloadStore: Sendable {
    /// - Throws: `StoreFault` if it cannot be read, or was damaged and has now been moved aside.
    func load(_ source: SourceName, _ period: TimetablePeriod) throws(StoreFault) -> Payload?

    /// Replaces what is cached for its source and period.
    ///
    /// - Throws: `StoreFault` if it could not be written; the earlier payload is then unchanged.
    func keep(_ payload: Payload) throws(StoreFault)

    /// Stores a rejected payload for a person. Only the last one per source and period is kept, and never returned.
    func setAside(_ payload: Payload, because reason: String) throws(StoreFault)
}

/// A payload could not be stored or loaded.
package struct StoreFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file, the reason and what to do.
    package let description: String

    package init(_ description: String) { self.description = description }
}
