/// A period's timetable as a source sent it, and where it came from.
package struct Payload: Sendable, Hashable {
    package let provenance: Provenance
    package let bytes: [UInt8]

    package init(provenance: Provenance, bytes: [UInt8]) { (self.provenance, self.bytes) = (provenance, bytes) }
}

/// Where a payload came from.
package struct Provenance: Sendable, Hashable, Codable {
    package let source: SourceName
    /// `TimetablePeriod.name`.
    package let period: String
    /// `RemoteTimetable.address`.
    package let address: String
    /// When it was last seen to be so, in seconds since 1970-01-01T00:00:00Z.
    package let fetchedAt: Int64
    package let etag: String?
    package let lastModified: String?

    package init(
        source: SourceName,
        period: String,
        address: String,
        fetchedAt: Instant,
        etag: String?,
        lastModified: String?
    ) {
        (self.source, self.period, self.address) = (source, period, address)
        (self.fetchedAt, self.etag, self.lastModified) = (fetchedAt.seconds, etag, lastModified)
    }
}

/// The port to what was once fetched, accepted and kept, one payload a source and period.
///
/// What is kept is whole: replaced at once or not at all, and what is broken is set aside, with its reason, and not given out.
package protocol PayloadStore: Sendable {
    /// - Returns: nil where nothing is kept.
    /// - Throws: `StoreFault` where what is kept cannot be read, or was broken and is set aside now.
    func load(_ source: SourceName, _ period: TimetablePeriod) throws(StoreFault) -> Payload?

    /// Puts it in the place of what is kept for its source and period.
    ///
    /// - Throws: `StoreFault` where it could not be written; what was kept stands.
    func keep(_ payload: Payload) throws(StoreFault)

    /// Keeps a payload that was not accepted for a person to look at: the last one of its source and period, never given out.
    ///
    /// - Throws: `StoreFault` where it could not be written.
    func setAside(_ payload: Payload, because reason: String) throws(StoreFault)
}

/// A payload that could not be kept or had again.
package struct StoreFault: Error, Sendable, Hashable, CustomStringConvertible {
    /// The file, the reason and what to do.
    package let description: String

    package init(_ description: String) { self.description = description }
}
