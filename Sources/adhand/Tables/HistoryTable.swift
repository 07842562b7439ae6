import AdhanCore
import AdhanSupport

/// Rows of the ledger as text.
struct HistoryTable {
    let zone: ZoneRules
    let entries: [LedgerEntry]
    /// Rows that could not be understood, as in `LedgerRows`.
    var strange: [String] = []

    func text(_ format: OutputFormat) throws -> String {
        switch format {
        case .table: table
        case .csv: csv
        case .json:
            try JSONText.encode(
                entries.map { entry in
                    Dictionary(uniqueKeysWithValues: Self.fields.map { ($0.name, $0.value(entry, zone)) })
                }
            ) + "\n"
        }
    }

    /// All fields in the order of the ledger.
    private static let fields: [(name: String, value: @Sendable (LedgerEntry, ZoneRules) -> Value)] = [
        ("date", { entry, _ in .text(entry.key.date.description) }),
        ("occasion", { entry, _ in .text(entry.key.occasion.name) }),
        ("state", { entry, _ in .text(entry.state.rawValue) }),
        ("due_at", { entry, zone in .text(zone.formatted(entry.due)) }),
        ("started_at", { entry, zone in .text(entry.began.map(zone.formatted)) }),
        ("ended_at", { entry, zone in .text(entry.ended.map(zone.formatted)) }),
        ("lateness_ms", { entry, _ in .number(entry.latenessMilliseconds) }),
        ("heard_ms", { entry, _ in .number(entry.heardMilliseconds) }),
        ("gap_ms", { entry, _ in .number(entry.gapMilliseconds) }),
        ("source", { entry, _ in .text(entry.source.rawValue) }),
        ("file", { entry, _ in .text(entry.file) }),
        ("sha256", { entry, _ in .text(entry.sha256) }),
        ("device", { entry, _ in .text(entry.device) }),
        ("reason", { entry, _ in .text(entry.reason) }),
        ("who", { entry, _ in .text(entry.who) }),
    ]

    /// A key without a value is there all the same, as null.
    private enum Value: Encodable {
        case text(String?)
        case number(Int64?)

        var plain: String {
            switch self {
            case .text(let text): text ?? ""
            case .number(let number): number.map(String.init) ?? ""
            }
        }

        func encode(to encoder: any Encoder) throws {
            switch self {
            case .text(let text): try text.encode(to: encoder)
            case .number(let number): try number.encode(to: encoder)
            }
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
                [entry.reason, entry.who.map { "by \($0)" }].compactMap(\.self).joined(separator: ", "),
            ]
        }
        let head = ["date", "occasion", "state", "due", "late ms", "heard ms", "gap ms", "device", "reason"]
        return tableText([head] + rows)
    }

    private var csv: String {
        let rows = entries.map { entry in Self.fields.map { Self.quoted(OneLine.of($0.value(entry, zone).plain)) } }
        return ([Self.fields.map(\.name)] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
    }

    /// A CSV field as in RFC 4180.
    private static func quoted(_ field: String) -> String {
        field.unicodeScalars.contains { $0 == "," || $0 == "\"" }
            ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
    }
}
