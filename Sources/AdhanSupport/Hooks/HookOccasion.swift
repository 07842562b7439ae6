import AdhanCore

/// A playback as the hooks see it, in their environment.
package struct HookOccasion: Codable, Equatable, Sendable {
    /// The occasion's name (`adhan-fajr`, `iqama-fajr`, `jumuah-1` …), `dua-fajr` …, `trial` or `rehearsal`.
    package var occasion: String
    /// Empty where it belongs to no prayer. Other fields that do not apply are empty, too.
    package var prayer: String
    /// The mosque date.
    package var date: String
    /// ISO 8601 with the offset of the mosque's zone.
    package var due: String
    /// Its second as a number, in seconds since 1970 UTC; nil for a trial or a dua.
    package var second: Int64?
    package var source: String

    package init(_ key: OccasionKey, at due: Instant, source: SourceName, _ zone: ZoneRules) {
        occasion = source == .rehearsal ? SourceName.rehearsal.rawValue : key.occasion.name
        prayer = key.occasion.prayer?.rawValue ?? ""
        (date, self.due, self.source) = ("\(key.date)", zone.formatted(due), source.rawValue)
        second = due.seconds
    }

    package init(trialAt at: Instant, _ zone: ZoneRules) {
        (occasion, prayer, source) = ("trial", "", "")
        (date, due) = ("\(zone.wall(at: at).date)", zone.formatted(at.flooredToSecond))
    }

    /// Whether it has a second of its own, as a trial and a dua have not.
    package var isScheduled: Bool { !source.isEmpty }

    /// Whether it is the same occasion, whatever its due time and source.
    package func isSame(as other: HookOccasion) -> Bool {
        (occasion, prayer, date) == (other.occasion, other.prayer, other.date)
    }

    package var environment: [String: String] {
        [
            "ADHAN_OCCASION": occasion, "ADHAN_PRAYER": prayer, "ADHAN_DATE": date, "ADHAN_DUE": due,
            "ADHAN_SOURCE": source,
        ]
    }
}
