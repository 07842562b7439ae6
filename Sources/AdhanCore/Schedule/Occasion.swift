/// Something due on a mosque date that may sound and for which the ledger must account.
package enum Occasion: Hashable, Sendable {
    case adhan(Prayer)
    /// All adhans of an absence that is too long to list one by one. Always `missed`.
    case everyAdhan

    /// The name in the ledger, the journal and all output: `adhan-fajr` … `adhan-isha`, `adhan-all`.
    package var name: String {
        switch self {
        case .adhan(let prayer): "adhan-" + prayer.rawValue
        case .everyAdhan: "adhan-all"
        }
    }

    /// All occasions by name.
    private static let byName: [String: Occasion] = Dictionary(
        uniqueKeysWithValues: (Prayer.called.map(Occasion.adhan) + [.everyAdhan]).map { ($0.name, $0) }
    )

    /// - Throws: `UnknownOccasion` if the name is not known.
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

/// The key of an occasion in the ledger: the mosque date and the occasion. The time is not part of it, so a corrected
/// timetable cannot call a prayer again.
package struct OccasionKey: Hashable, Sendable, CustomStringConvertible {
    package let date: CivilDate
    package let occasion: Occasion

    package init(_ date: CivilDate, _ occasion: Occasion) {
        (self.date, self.occasion) = (date, occasion)
    }

    package var description: String { "\(date) \(occasion.name)" }
}

/// An occasion and the second at which it is due in the current timetable.
package struct Due: Hashable, Sendable {
    package let key: OccasionKey
    package let at: Instant
    package let source: SourceName

    package init(_ key: OccasionKey, at: Instant, source: SourceName) {
        (self.key, self.at, self.source) = (key, at, source)
    }
}
