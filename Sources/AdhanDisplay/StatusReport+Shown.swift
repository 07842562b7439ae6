import AdhanControl
import AdhanCore

/// What of the daemon's status decides what the page shows.
extension StatusReport {
    /// Whether an adhan would not be heard: its device fails, or plays nothing that can be heard.
    var isSilent: Bool { isSoundFailing || audio.state == "silent" }

    /// Whether the sound has failed. A device that makes no sound by the config is no failure: the page is the call.
    var isSoundFailing: Bool { audio.state == "failing" }

    /// When those adhans of today are called that do not sound, or have not.
    var unheard: [Instant] {
        let silent = today.filter { $0.withheld != nil || ["skipped", "missed"].contains($0.state) }
        // A daemon of another version may write it in another way.
        return silent.compactMap { try? ReportedDay.moment($0.at) }  // reason: see above
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
