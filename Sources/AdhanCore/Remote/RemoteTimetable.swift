/// The port to a timetable on the network. It returns bytes and does not judge them.
package protocol RemoteTimetable: Sendable {
    var origin: RemoteOrigin { get }

    /// Fetches a period. Blocks, at most for `patience`.
    ///
    /// - Parameters:
    ///   - known: the cached payload; it is not sent again if unchanged. Nil to get it in any case.
    /// - Throws: `FetchFault` if no usable response came.
    func fetch(
        _ period: TimetablePeriod,
        known: Provenance?,
        patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer
}

package enum FetchAnswer: Sendable, Hashable {
    /// The known payload is still current.
    case unchanged
    case fetched(Fetched)
}

/// A payload as received. Its bytes are not coded.
package struct Fetched: Sendable, Hashable, Codable {
    package var bytes: [UInt8] = []
    /// The validators that the server sent, for the next conditional request.
    package var etag: String?
    package var lastModified: String?
    /// A warning about how it was fetched; nil if there is none.
    package var warning: String?

    private enum CodingKeys: CodingKey { case etag, lastModified, warning }

    package init(bytes: [UInt8], etag: String? = nil, lastModified: String? = nil, warning: String? = nil) {
        (self.bytes, self.etag, self.lastModified, self.warning) = (bytes, etag, lastModified, warning)
    }
}

package struct FetchPatience: Sendable, Hashable {
    /// The maximum number of tries; the wait before each grows.
    package var tries: Int
    /// The time limit for all tries and the waits between them.
    package var total: Duration

    package init(tries: Int, total: Duration) { (self.tries, self.total) = (tries, total) }

    /// The daemon's limits: it is in no hurry.
    package static let usual = FetchPatience(tries: 3, total: .seconds(90))
}

/// Why nothing was fetched.
package struct FetchFault: Error, Sendable, Hashable, Codable, CustomStringConvertible {
    package enum Kind: String, Sendable, Hashable, Codable {
        /// The server has no such document: 404.
        case absent
        /// Access denied: 401, 403.
        case denied
        /// The server accepts no requests for now: 429, or 503 with a time.
        case busy
        /// The server failed or sent no valid response: 5xx, or a redirect that is not followed.
        case server
        /// The server rejected the request: 400 and other 4xx.
        case refused
        /// No complete response: no network, no DNS answer, a timeout, a truncated body.
        case unreachable
        /// The server's certificate is not trusted.
        case untrusted
        /// More bytes than any timetable has.
        case tooLarge
        /// The request cannot be sent, because an address, key or file on this machine is wrong.
        case here
    }

    package let kind: Kind
    /// What was requested, what happened with the value quoted, and what to do. Contains no keys.
    package let words: String
    private let retrySeconds: Int64?

    package init(_ kind: Kind, _ words: String, retryAfter: Duration? = nil) {
        (self.kind, self.words, retrySeconds) = (kind, words, retryAfter?.components.seconds)
    }

    /// How long the server asks to wait; nil if it does not say.
    package var retryAfter: Duration? { retrySeconds.map { .seconds($0) } }

    /// With the words on one line of at most so many bytes.
    func shortened(to limit: Int) -> FetchFault {
        FetchFault(kind, OneLine.of(words, limit: limit), retryAfter: retryAfter)
    }

    package var description: String { words }
}
