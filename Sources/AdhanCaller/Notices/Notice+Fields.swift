import AdhanCore
import AdhanTimetables
import Logging

extension Notice {
    /// The fields for the journal, as for `sudo journalctl -u adhand PRAYER=fajr -o json`.
    package var fields: Logger.Metadata {
        switch self {
        case .settled(let entry), .unsaved(let entry, _), .refused(let entry, _):
            Self.fields(entry.key, entry.source, entry.state, entry.reason, entry.who)
        case .began(let due, _, _): Self.fields(due.key, due.source, .started)
        case .notReady(let due, let fault): Self.fields(due.key, due.source, nil, fault.sentence)
        case .gaveUp(let due, let reason): Self.fields(due.key, due.source, nil, reason)
        case .notAnnounced(let due, let skip): Self.fields(due.key, due.source, .skipped, skip.reason, skip.who)
        case .armed(let due, _, _), .reached(let due), .settledBefore(let due, _, _), .dropped(let due),
            .noted(let due, _), .lost(let due, _), .found(let due, _, _):
            Self.fields(due.key, due.source)
        case .refreshed(_, let next?): ["SOURCE": "\(next.source.rawValue)"]
        case .source(let news): ["SOURCE": "\(news.source.rawValue)"]
        default: [:]
        }
    }

    private static func fields(
        _ key: OccasionKey,
        _ source: SourceName,
        _ state: LedgerState? = nil,
        _ reason: String? = nil,
        _ who: String? = nil
    ) -> Logger.Metadata {
        let fields = [
            "OCCASION": key.occasion.name, "MOSQUE_DATE": "\(key.date)", "SOURCE": source.rawValue,
            "PRAYER": key.occasion.prayer?.rawValue, "STATE": state?.rawValue, "REASON": reason, "WHO": who,
        ]
        return fields.compactMapValues { $0.map { "\($0)" } }
    }
}
