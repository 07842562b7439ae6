import AdhanCore

/// A sound, as the programs around it are told of it.
struct HookOccasion: Codable, Equatable, Sendable {
    /// `adhan-fajr` …, `dua-fajr` …, `trial` or `rehearsal`.
    var occasion: String
    /// Empty where it is no prayer's; so are the others.
    var prayer: String
    /// The mosque date.
    var date: String
    /// ISO 8601 with the offset of the mosque's zone.
    var due: String
    var source: String

    init(_ key: OccasionKey, at due: Instant, source: SourceName, _ zone: ZoneRules) {
        occasion = source == .rehearsal ? SourceName.rehearsal.rawValue : key.occasion.name
        prayer = key.occasion.prayer?.rawValue ?? ""
        (date, self.due, self.source) = ("\(key.date)", zone.formatted(due), source.rawValue)
    }

    /// Of a sound that somebody tries out.
    init(trialAt at: Instant, _ zone: ZoneRules) {
        (occasion, prayer, source) = ("trial", "", "")
        (date, due) = ("\(zone.wall(at: at).date)", zone.formatted(at.flooredToSecond))
    }

    /// Of a sound beside the ledger.
    init(_ aside: Aside, _ zone: ZoneRules) {
        self.init(trialAt: aside.sounding.at, zone)
        guard case .dua(let key) = aside.purpose, let prayer = key.occasion.prayer else { return }
        (occasion, self.prayer, date) = ("dua-\(prayer.rawValue)", prayer.rawValue, "\(key.date)")
    }

    /// Whether it is the same occasion, by whatever timetable.
    func isSame(as other: HookOccasion) -> Bool {
        (occasion, prayer, date) == (other.occasion, other.prayer, other.date)
    }

    var environment: [String: String] {
        [
            "ADHAN_OCCASION": occasion, "ADHAN_PRAYER": prayer, "ADHAN_DATE": date, "ADHAN_DUE": due,
            "ADHAN_SOURCE": source,
        ]
    }
}
