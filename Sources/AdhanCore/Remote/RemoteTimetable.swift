/// The port to a timetable somewhere on the network. It judges nothing: what it brings is bytes.
package protocol RemoteTimetable: Sendable {
    /// Under which its days go.
    var source: SourceName { get }

    /// The periods in which those dates are kept there, ascending.
    func periods(holding dates: ClosedRange<CivilDate>) -> [TimetablePeriod]

    /// Where a period is found, as people may read it: without keys and passwords. What was kept from another address is not
    /// of this timetable.
    func address(of period: TimetablePeriod) -> String

    /// Asks for a period. It blocks, within `patience`.
    ///
    /// - Parameters:
    ///   - known: what is there already; it is not sent again where it is still the same. Nil to have it in any case.
    ///   - patience: how long and how often to try.
    /// - Throws: `FetchFault`, where nothing came that could be read as an answer.
    func fetch(
        _ period: TimetablePeriod,
        known: Provenance?,
        patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer
}

/// What came of asking.
package enum FetchAnswer: Sendable, Hashable {
    /// What is known is still the same.
    case unchanged
    case fetched(Fetched)
}

/// A payload as it came.
package struct Fetched: Sendable, Hashable {
    package var bytes: [UInt8]
    /// As the server sent them, for the next time.
    package var etag: String?
    package var lastModified: String?
    /// What a person is to know of how it was had; nil where there is nothing to say.
    package var warning: String?

    package init(bytes: [UInt8], etag: String? = nil, lastModified: String? = nil, warning: String? = nil) {
        (self.bytes, self.etag, self.lastModified, self.warning) = (bytes, etag, lastModified, warning)
    }
}

/// How long an answer may take.
package struct FetchPatience: Sendable, Hashable {
    /// At most; each after a longer wait than the one before.
    package var tries: Int
    /// For all tries and the waits between them.
    package var total: Duration

    package init(tries: Int, total: Duration) { (self.tries, self.total) = (tries, total) }

    /// A daemon's, which has all the time.
    package static let usual = FetchPatience(tries: 3, total: .seconds(90))
}

/// Why nothing was fetched.
package struct FetchFault: Error, Sendable, Hashable, CustomStringConvertible {
    package enum Kind: String, Sendable, Hashable {
        /// The server has no such thing: 404.
        case absent
        /// It wants other keys, or none may have it: 401, 403.
        case denied
        /// It takes no more questions for now: 429, 503 with a time.
        case busy
        /// It answered with a fault of its own, or with what is no answer: 5xx, a redirect that is not followed.
        case server
        /// It refused the question: 400 and the other 4xx.
        case refused
        /// No answer came whole: no network, no name, a hang, a body cut half-way.
        case unreachable
        /// It is not who it says it is: its certificate is not trusted.
        case untrusted
        /// More bytes than any timetable has.
        case tooLarge
        /// The question cannot be put: an address, keys or a file that are wrong here.
        case here
    }

    package let kind: Kind
    /// What was asked, what came of it, with the value quoted, and what to do. Without keys.
    package let words: String
    /// How long the server wants to be left alone; nil where it does not say.
    package let retryAfter: Duration?

    package init(_ kind: Kind, _ words: String, retryAfter: Duration? = nil) {
        (self.kind, self.words, self.retryAfter) = (kind, words, retryAfter)
    }

    package var description: String { words }
}
