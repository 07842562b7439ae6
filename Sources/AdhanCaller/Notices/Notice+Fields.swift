import AdhanTimetables
import AdhanCore
import Logging

extension Notice {
    /// The fields for the journal, as for `journalctl -u adhand PRAYER=fajr -o json`.
    package var fields: Logger.Metadata {
        switch self {
        case .settled(let entry), .unsaved(let entry, _), .refused(let entry, _):
            var fields = Self.fields(entry.key, entry.source)
            fields["STATE"] = "\(entry.state.rawValue)"
            if let reason = entry.reason { fields["REASON"] = "\(reason)" }
            if let who = entry.who { fields["WHO"] = "\(who)" }
            return fields
        case .began(let due, _, _):
            var fields = Self.fields(due.key, due.source)
            fields["STATE"] = "\(LedgerState.started.rawValue)"
            return fields
        case .notReady(let due, let reason), .gaveUp(let due, let reason):
            var fields = Self.fields(due.key, due.source)
            fields["REASON"] = "\(reason)"
            return fields
        case .notAnnounced(let due, let skipReason):
            var fields = Self.fields(due.key, due.source)
            fields["STATE"] = "\(LedgerState.skipped.rawValue)"
            fields["REASON"] = "\(skipReason.reason)"
            if let who = skipReason.who { fields["WHO"] = "\(who)" }
            return fields
        case .armed(let due, _, _), .reached(let due), .settledBefore(let due, _, _), .dropped(let due),
            .noted(let due, _),
            .lost(let due, _),
            .found(let due, _, _):
            return Self.fields(due.key, due.source)
        case .refreshed(_, let next):
            return next.map { ["SOURCE": "\($0.source.rawValue)"] } ?? [:]
        case .source(let news):
            return ["SOURCE": "\(news.source.rawValue)"]
        case .ledgerLoaded, .ledgerUnreadable, .marks, .ledgerReplaced, .sourcesSkipped, .saved, .interrupted, .zone,
            .clock,
            .selfTest,
            .stopping, .muted,
            .unmuted, .preferred,
            .auxiliary:
            return [:]
        }
    }

    private static func fields(_ key: OccasionKey, _ source: SourceName) -> Logger.Metadata {
        var fields: Logger.Metadata = [
            "OCCASION": "\(key.occasion.name)", "MOSQUE_DATE": "\(key.date)", "SOURCE": "\(source.rawValue)",
        ]
        if let prayer = key.occasion.prayer { fields["PRAYER"] = "\(prayer.rawValue)" }
        return fields
    }
}
