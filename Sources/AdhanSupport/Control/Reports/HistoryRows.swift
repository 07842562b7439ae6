import AdhanCore

/// The rows of the ledger as the daemon gives them, of all pages.
package struct HistoryRows: Sendable {
    package private(set) var timezone = ""
    /// As in `HistoryPage`.
    package private(set) var since: CivilDate?
    package private(set) var entries: [LedgerEntry] = []
    /// Rows that were not understood, as in `LedgerRows`.
    package private(set) var strange: [String] = []

    /// Asks the daemon for the dates, page by page; it blocks.
    ///
    /// - Parameters:
    ///   - from: the first mosque date; nil for the default of `HistoryPage.dates`.
    ///   - to: the date before which they end; nil likewise.
    package init(of client: ControlClient, from: CivilDate?, to: CivilDate?) throws(ControlFault) {
        var request: ControlRequest? = ControlRequest(.history, from: from?.description, to: to?.description)
        while let asked = request {
            let page = try client.ask(asked, for: HistoryPage.self)
            entries += page.entries
            // A page may also report rows beyond its end.
            for row in page.strange ?? [] where !strange.contains(row) { strange.append(row) }
            (timezone, since, request) = (page.timezone, page.since, page.next)
        }
    }
}
