import AdhanCore

/// Prints a simulation's events, one line each.
package struct SimulatedEvents {
    package let zone: ZoneRules
    /// Whether to print a table for people; otherwise one JSON object per line.
    package let isTable: Bool

    package init(zone: ZoneRules, isTable: Bool) {
        (self.zone, self.isTable) = (zone, isTable)
    }

    /// - Returns: nil for a notice that is no event.
    package func line(_ notice: Notice, at moment: Instant) -> String? {
        guard let event = event(notice, moment) else { return nil }
        guard isTable else {
            // An object of strings can always be encoded.
            return try? JSONText.encode(event, isPretty: false)  // reason: see above
        }
        let words = [event.at, event.event, event.occasion, event.date, event.source, event.reason].compactMap(\.self)
        return OneLine.of(words.joined(separator: "  "))
    }

    private struct Event: Encodable {
        var at: String
        var event: String
        var prayer: String?
        var occasion: String?
        var date: String?
        var source: String?
        var reason: String?
    }

    private func event(_ notice: Notice, _ moment: Instant) -> Event? {
        switch notice {
        case .began(let due, let at, _):
            event(due.key.occasion.kind.rawValue, due.key, due.source, at: at)
        case .reached(let due):
            event(due.key.occasion.kind.rawValue, due.key, due.source, at: due.at)
        case .settled(let entry) where entry.state == .missed || entry.state == .skipped:
            event(entry.state.rawValue, entry.key, entry.source, at: moment, entry.reason)
        case .refreshed(let reason, _):
            Event(
                at: zone.formatted(moment),
                event: reason == .rollover ? "rollover" : "refresh",
                reason: reason == .rollover ? nil : reason.rawValue
            )
        default:
            nil
        }
    }

    private func event(
        _ name: String,
        _ key: OccasionKey,
        _ source: SourceName,
        at moment: Instant,
        _ reason: String? = nil
    ) -> Event {
        Event(
            at: zone.formatted(moment),
            event: name,
            prayer: key.occasion.prayer?.rawValue,
            occasion: key.occasion.name,
            date: key.date.description,
            source: source.rawValue,
            reason: reason
        )
    }
}
