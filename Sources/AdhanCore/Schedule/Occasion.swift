/// Something that is due on a mosque date: what may sound, or what the ledger must account for.
package enum Occasion: Hashable, Sendable {
    case adhan(Prayer)
    /// Every adhan of an absence too long to list one by one; only ever `missed`.
    case everyAdhan

    /// The name in the ledger, the journal and every surface: `adhan-fajr` … `adhan-isha`, `adhan-all`.
    package var name: String {
        switch self {
        case .adhan(let prayer): "adhan-" + prayer.rawValue
        case .everyAdhan: "adhan-all"
        }
    }

    /// Every occasion there is, by its name.
    private static let byName: [String: Occasion] = Dictionary(
        uniqueKeysWithValues: (Prayer.called.map(Occasion.adhan) + [.everyAdhan]).map { ($0.name, $0) }
    )

    /// - Throws: `UnknownOccasion` for a name that is not one of ours.
    package init(named name: String) throws(UnknownOccasion) {
        guard let occasion = Self.byName[name] else { throw UnknownOccasion(name: name) }
        self = occasion
    }

    package var prayer: Prayer? {
        switch self {
        case .adhan(let prayer): prayer
        case .everyAdhan: nil
        }
    }
}

package struct UnknownOccasion: Error, Hashable, CustomStringConvertible {
    package let name: String
    package var description: String { "'\(name)' is not an occasion; they are adhan-fajr … adhan-isha and adhan-all" }
}

/// What an occasion is known by in the ledger: the mosque date and the occasion, never the time, so that a corrected
/// timetable cannot call a prayer again.
package struct OccasionKey: Hashable, Sendable, CustomStringConvertible {
    package let date: CivilDate
    package let occasion: Occasion

    package init(_ date: CivilDate, _ occasion: Occasion) {
        (self.date, self.occasion) = (date, occasion)
    }

    package var description: String { "\(date) \(occasion.name)" }
}

/// An occasion and the second it is due at, by the timetable as it stands.
package struct Due: Hashable, Sendable {
    package let key: OccasionKey
    package let at: Instant
    package let source: SourceName

    package init(_ key: OccasionKey, at: Instant, source: SourceName) {
        (self.key, self.at, self.source) = (key, at, source)
    }
}
