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

/// The outcome of a question. The payload's bytes are not in it: they are handed over as a file.
package struct FetchOutcome: Sendable, Hashable, Codable {
    /// The question's.
    package let number: Int
    private var fault: FetchFault?
    private var fetched: Fetched?

    /// In bytes, of each text. A longer validator would be of no use in a request.
    private static let longestText = 2048

    package init(_ number: Int, _ result: Result<FetchAnswer, FetchFault>) {
        self.number = number
        switch result {
        case .success(.unchanged): break
        case .success(.fetched(let new)): fetched = new
        case .failure(let error): fault = error.shortened(to: Self.longestText)
        }
    }

    /// - Throws: the fault, if the question failed.
    package func answer(_ bytes: () throws(FetchFault) -> [UInt8]) throws(FetchFault) -> FetchAnswer {
        // Another process has written all texts.
        if let fault { throw fault.shortened(to: Self.longestText) }
        guard var fetched else { return .unchanged }
        fetched.bytes = try bytes()
        for text in [\Fetched.etag, \.lastModified] where fetched[keyPath: text]?.utf8.count ?? 0 > Self.longestText {
            fetched[keyPath: text] = nil
        }
        fetched.warning = fetched.warning.map { OneLine.of($0, limit: Self.longestText) }
        return .fetched(fetched)
    }
}
