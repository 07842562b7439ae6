import AdhanCore

/// The daemon's answer to `history`: the rows of the requested dates, or of the first of them.
package struct HistoryPage: Codable {
    /// The most rows of a page. A year of prayers is two or three pages,
    /// and a page delays the ledger's writer only for a moment.
    package static let rowLimit = 1000
    package static let byteLimit = 1 << 20

    package var timezone: String
    /// The mosque date on which the ledger began: nothing is known of earlier days. Nil where it has not begun, and
    /// from an older daemon.
    package var since: CivilDate?
    package var entries: [LedgerEntry]
    /// Rows that were not understood, as in `LedgerRows`; nil from an older daemon.
    package var strange: [String]?
    /// The request for the rest; nil where these are all rows.
    package var next: ControlRequest?

    /// Reads the rows; it may block.
    package init(_ dates: Range<CivilDate>, of ledger: any Ledger, timezone: String) throws(LedgerError) {
        let rows = try ledger.rows(dates, limit: Self.rowLimit + 1)
        let found = rows.entries
        var bytes = 0
        let tooMany = found.indices.first { index in
            bytes += found[index].roughBytes
            return index >= Self.rowLimit || bytes > Self.byteLimit
        }
        (self.timezone, strange) = (timezone, rows.strange)
        guard let tooMany else {
            entries = found
            return
        }
        // A date is never split, and a page has at least one; a date has few rows.
        let rest = max(found[tooMany].key.date, found[0].key.date.adding(days: 1))
        entries = found.filter { $0.key.date < rest }
        next = ControlRequest(.history, from: "\(rest)", to: "\(dates.upperBound)")
    }

    /// The mosque dates to show: those that a person has named, or the last week.
    package static func dates(from: CivilDate?, to: CivilDate?, today: CivilDate) -> Range<CivilDate> {
        let end = to ?? (from == nil ? today.adding(days: 2) : .last)
        let start = from ?? (to == nil ? today.adding(days: -7) : .first)
        return min(start, end)..<end
    }
}

extension LedgerEntry {
    /// Its approximate size as JSON, in bytes.
    fileprivate var roughBytes: Int {
        [file, sha256, device, reason, who].reduce(300) { $0 + ($1?.utf8.count ?? 0) }
    }
}
