import AdhanCore

/// The rows of the ledger as CSV and JSON: as `adhand history` and the committee's page give them.
package enum LedgerFields {
    /// All fields in the order of the ledger.
    private static let all: [(name: String, value: @Sendable (LedgerEntry, ZoneRules) -> Value)] = [
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
        ("recording", { entry, _ in .text(entry.file.map { "\(RecordingName($0, sha256: entry.sha256))" }) }),
    ]

    /// A key without a value is there all the same, as null.
    package enum Value: Encodable {
        case text(String?)
        case number(Int64?)

        fileprivate var plain: String {
            switch self {
            case .text(let text): text ?? ""
            case .number(let number): number.map(String.init) ?? ""
            }
        }

        package func encode(to encoder: any Encoder) throws {
            switch self {
            case .text(let text): try text.encode(to: encoder)
            case .number(let number): try number.encode(to: encoder)
            }
        }
    }

    /// A row's values by name.
    package static func values(_ entry: LedgerEntry, _ zone: ZoneRules) -> [String: Value] {
        Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0.value(entry, zone)) })
    }

    /// A line for each row, behind one with the names, as in RFC 4180.
    package static func csv(_ entries: [LedgerEntry], _ zone: ZoneRules) -> String {
        let rows = entries.map { entry in all.map { quoted(OneLine.of($0.value(entry, zone).plain)) } }
        return ([all.map(\.name)] + rows).map { $0.joined(separator: ",") + "\n" }.joined()
    }

    /// A CSV field as in RFC 4180.
    private static func quoted(_ field: String) -> String {
        field.unicodeScalars.contains { $0 == "," || $0 == "\"" }
            ? "\"" + field.replacing("\"", with: "\"\"") + "\"" : field
    }
}
