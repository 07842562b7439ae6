/// A question of the process that calls the prayers to the one that may use the network.
package struct FetchQuestion: Sendable, Hashable, Codable {
    /// No other question of that process has it.
    package let number: Int
    package let source: SourceName
    /// The name of the period (`TimetablePeriod.name`).
    package let period: String
    /// The address by the asker's config. If the other process has another, the two have not read the same config.
    package let address: RemoteAddress
    /// The cached payload; nil to get it in any case.
    package let known: Provenance?
    private let tries: Int
    private let milliseconds: Int64

    package init(
        _ number: Int,
        _ period: TimetablePeriod,
        of origin: RemoteOrigin,
        known: Provenance?,
        patience: FetchPatience
    ) {
        (self.number, self.known, self.period) = (number, known, period.name)
        (source, address) = (origin.source, origin.address(of: period))
        (tries, milliseconds) = (patience.tries, patience.total.wholeMilliseconds)
    }

    package var patience: FetchPatience { FetchPatience(tries: tries, total: .milliseconds(milliseconds)) }
}

/// The outcome of a question. The payload is not in it: that is handed over as a file.
package struct FetchOutcome: Sendable, Hashable, Codable {
    /// The question's.
    package let number: Int
    private var fault: Fault?
    private var fetched: Head?

    private struct Fault: Hashable, Codable {
        let kind: FetchFault.Kind
        let words: String
        let retrySeconds: Int64?
    }

    private struct Head: Hashable, Codable {
        let etag: String?
        let lastModified: String?
        let warning: String?
    }

    /// In bytes, of each text. A longer validator would be of no use in a request.
    private static let longestText = 2048

    package init(_ number: Int, _ result: Result<FetchAnswer, FetchFault>) {
        self.number = number
        switch result {
        case .success(.unchanged): break
        case .success(.fetched(let new)):
            fetched = Head(etag: new.etag, lastModified: new.lastModified, warning: new.warning)
        case .failure(let error):
            fault = Fault(
                kind: error.kind,
                words: OneLine.of(error.words, limit: Self.longestText),
                retrySeconds: error.retryAfter?.components.seconds
            )
        }
    }

    /// - Parameter bytes: gets the payload.
    /// - Throws: the fault that it tells of.
    package func answer(_ bytes: () throws(FetchFault) -> [UInt8]) throws(FetchFault) -> FetchAnswer {
        if let fault {
            let words = OneLine.of(fault.words, limit: Self.longestText)
            throw FetchFault(fault.kind, words, retryAfter: fault.retrySeconds.map { .seconds($0) })
        }
        guard let fetched else { return .unchanged }
        return .fetched(
            Fetched(
                bytes: try bytes(),
                etag: Self.validator(fetched.etag),
                lastModified: Self.validator(fetched.lastModified),
                warning: fetched.warning.map { OneLine.of($0, limit: Self.longestText) }
            )
        )
    }

    private static func validator(_ text: String?) -> String? {
        text.flatMap { $0.utf8.count <= longestText ? $0 : nil }
    }
}
