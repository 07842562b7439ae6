import AdhanCore

/// Prints a simulation's events, one line each.
package struct SimulatedEvents {
    package let zone: ZoneRules
    /// Whether to print a table for people; otherwise one JSON object per line.
    package let isTable: Bool
    private let rules: MosqueRules

    /// - Parameter rules: the mosque's, which say when the prayer after a khutbah begins.
    package init(zone: ZoneRules, isTable: Bool, rules: MosqueRules) {
        (self.zone, self.isTable, self.rules) = (zone, isTable, rules)
    }

    package func line(_ notice: Notice, at moment: Instant) -> String? {
        guard let event = event(notice, moment) else { return nil }
        guard isTable else {
            // An object of strings can always be encoded.
            return try? JSONText.encode(event, isPretty: false)  // reason: see above
        }
        let prayer = event.iqama.map { "prayer at \($0.dropFirst(11).prefix(5))" }
        let words = [event.at, event.event, event.occasion, event.date, event.source, prayer, reason(notice, event)]
        return OneLine.of(words.compactMap(\.self).joined(separator: "  "))
    }

    private struct Event: Encodable {
        var at: String
        var event: String
        var prayer: String?
        var occasion: String?
        var date: String?
        var source: String?
        var reason: String?
        /// When the prayer after a khutbah begins.
        var iqama: String?
    }

    /// The reason for a person.
    private func reason(_ notice: Notice, _ event: Event) -> String? {
        if case .refreshed(let reason, _) = notice {
            "the timetable is read again (\(reason.words))"
        } else {
            event.reason
        }
    }

    /// For which occasion a sound was cut short, and what was heard of it.
    private static func words(cut entry: LedgerEntry) -> String {
        let heard = DurationText.format(.seconds((entry.heardMilliseconds ?? 0) / 1000))
        return "cut short for \(entry.who ?? "another sound"), after \(heard)"
    }

    /// When the prayer after a khutbah begins.
    private func iqama(of due: ScheduledOccasion) -> Instant? {
        due.key.occasion.kind == .jumuah ? rules.jumuah.prayer(after: due.at) : nil
    }

    private static let unheard = "announced only: it has no recording"

    private func event(_ notice: Notice, _ moment: Instant) -> Event? {
        switch notice {
        case .began(let due, let at, _):
            event(due.key.occasion.kind.rawValue, due.key, due.source, at: at, iqama: iqama(of: due))
        case .reached(let due):
            event(due.key.occasion.kind.rawValue, due.key, due.source, at: moment, Self.unheard, iqama: iqama(of: due))
        case .notAnnounced(let due, let skipReason):
            event(LedgerState.skipped.rawValue, due.key, due.source, at: moment, skipReason.reason)
        case .settled(let entry) where entry.state == .missed || entry.state == .skipped:
            event(entry.state.rawValue, entry.key, entry.source, at: moment, entry.reason)
        case .settled(let entry) where entry.state == .stopped:
            event(entry.state.rawValue, entry.key, entry.source, at: moment, Self.words(cut: entry))
        case .auxiliary(let auxiliary, .ended(.stopped, let words)):
            Event(
                at: zone.formatted(moment),
                event: LedgerState.stopped.rawValue,
                reason: "\(auxiliary.name): \(words)"
            )
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
        _ reason: String? = nil,
        iqama: Instant? = nil
    ) -> Event {
        Event(
            at: zone.formatted(moment),
            event: name,
            prayer: key.occasion.prayer?.rawValue,
            occasion: key.occasion.name,
            date: key.date.description,
            source: source.rawValue,
            reason: reason,
            iqama: iqama.map(zone.formatted)
        )
    }
}
