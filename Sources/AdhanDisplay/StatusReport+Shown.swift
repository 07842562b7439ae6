import AdhanSupport
import AdhanCore

/// What of the daemon's status decides what the page shows.
extension StatusReport {
    /// Whether an adhan would not be heard: its device fails, or plays nothing that can be heard.
    var isSilent: Bool { isSoundFailing || audio.state == "silent" }

    /// Whether the sound has failed. A device that makes no sound by the config is no failure: the page is the call.
    var isSoundFailing: Bool { audio.state == "failing" }

    /// The calls that do not sound, or have not: by the daemon's forecast, and by the ledger.
    ///
    /// - Parameter last: what was known before. A call of which the daemon says nothing any more was due:
    ///   it stays what it was.
    func unheard(after last: Set<OccasionKey> = []) -> Set<OccasionKey> {
        var (unheard, known) = (Set<OccasionKey>(), Set<OccasionKey>())
        for prayer in today {
            guard let key = OccasionKey(date: date, occasion: "adhan-\(prayer.prayer)") else { continue }
            if prayer.state != nil { known.insert(key) }
            if prayer.withheld != nil || ["skipped", "missed"].contains(prayer.state) { unheard.insert(key) }
        }
        for call in adhans ?? [] {
            guard let key = OccasionKey(date: call.date, occasion: call.occasion) else { continue }
            known.insert(key)
            // What replaces it is heard, or the forecast would say otherwise.
            if call.willSound == false, !call.isReplaced { unheard.insert(key) } else { unheard.remove(key) }
        }
        // An Isha after midnight is of the date before.
        // reason: a daemon of another version may write a date in another way
        let oldest = (try? CivilDate(date))?.adding(days: -1) ?? .first
        return unheard.union(last.filter { !known.contains($0) && $0.date >= oldest })
    }

    /// Whether nothing is called, since nobody knows the time.
    var isClockUntrusted: Bool { clock.state == "untrusted" }

    /// Whether none of the sources on the network answers.
    var isOffline: Bool {
        let networks = sources.filter { ["s3", "aladhan"].contains($0.name) }
        return !networks.isEmpty && networks.allSatisfy { $0.state == "failing" }
    }

    /// The last day of a timetable that has ended; nil where none has.
    var ended: String? { sources.compactMap(\.ended).max() }
}
