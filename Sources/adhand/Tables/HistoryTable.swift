import AdhanCore
import AdhanSupport

/// Rows of the ledger as text.
struct HistoryTable {
    let zone: ZoneRules
    /// As in `HistoryPage`.
    var since: CivilDate?
    let entries: [LedgerEntry]
    /// Rows that could not be understood, as in `LedgerRows`.
    var strange: [String] = []

    /// What is not known of the dates from that one on; nil where all is.
    func unknown(from: CivilDate?) -> String? {
        guard let since, from.map({ $0 < since }) ?? entries.isEmpty else { return nil }
        return "adhand first ran here on \(since); what was before that is not known"
    }

    func text(_ format: OutputFormat) throws -> String {
        switch format {
        case .table: table
        case .csv: LedgerFields.csv(entries, zone)
        case .json:
            try JSONText.encode(entries.map { LedgerFields.values($0, zone) }) + "\n"
        }
    }

    private var table: String {
        guard !entries.isEmpty else { return "the ledger has no rows for these dates\n" }
        func text(_ number: Int64?) -> String { number.map(String.init) ?? "" }
        let rows = entries.map { entry in
            [
                entry.key.date.description, entry.key.occasion.name, entry.state.rawValue, zone.clockText(entry.due),
                text(entry.latenessMilliseconds), text(entry.heardMilliseconds), text(entry.gapMilliseconds),
                entry.device ?? "",
                [
                    entry.sha256 == RecordingName.placeholderSHA256 ? RecordingName.placeholder : nil, entry.reason,
                    entry.who.map { "by \($0)" },
                ].compactMap(\.self).joined(separator: ", "),
            ]
        }
        let head = ["date", "occasion", "state", "due", "late ms", "heard ms", "gap ms", "device", "reason"]
        return tableText([head] + rows)
    }
}
