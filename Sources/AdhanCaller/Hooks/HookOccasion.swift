import AdhanCore
import AdhanSupport
import Glibc

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
    package var source: String

    package init(_ key: OccasionKey, at due: Instant, source: SourceName, _ zone: ZoneRules) {
        occasion = source == .rehearsal ? SourceName.rehearsal.rawValue : key.occasion.name
        prayer = key.occasion.prayer?.rawValue ?? ""
        (date, self.due, self.source) = ("\(key.date)", zone.formatted(due), source.rawValue)
    }

    /// A trial.
    package init(trialAt at: Instant, _ zone: ZoneRules) {
        (occasion, prayer, source) = ("trial", "", "")
        (date, due) = ("\(zone.wall(at: at).date)", zone.formatted(at.flooredToSecond))
    }

    /// Whether it has a second of its own, as a trial and a dua have not.
    var isScheduled: Bool { !source.isEmpty }

    /// Whether it is the same occasion, whatever its due time and source.
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

/// A file with the occasion whose `before` hook has run and whose `after` hook has not, so that a crash or a power cut
/// leaves no amplifier on.
struct HookMark: Sendable {
    package var file: String { kept.path }
    private let kept: JSONFile<HookOccasion>

    init(file: String) { kept = JSONFile(file, limit: 1 << 16) }

    /// - Returns: the occasion; nil where there is no mark.
    /// - Throws: `FileFault` where the file cannot be read or is damaged.
    package func load() throws(FileFault) -> HookOccasion? { try kept.load { _ in "it cannot be understood" } }

    package func save(_ occasion: HookOccasion) throws(AtomicFile.Fault) { try kept.save(occasion) }

    package func remove() { unlink(file) }
}
