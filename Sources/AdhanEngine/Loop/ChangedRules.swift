import AdhanCore

/// What has changed the rules or the recordings, and so which occasions may be new.
enum ChangedRules {
    /// A reload; these occasions sounded by the rules before it.
    case byReload(known: Set<OccasionKey>)
    /// A restart, perhaps with another config; an earlier process has judged what was due and over by then.
    case byRestart(judged: Instant)
}

extension DaemonLoop {
    /// The occasions that were none, or had no recording, when they were due: by the rules of that time nothing was missed. Adhans are
    /// always owed a row.
    func unowed(_ timetable: Timetable, _ now: Instant) -> Set<OccasionKey> {
        guard let changed = ruling else { return [] }
        ruling = nil
        let grace = settings.policy.grace
        let new = timetable.occasions.filter { due in
            guard due.hasSound, !due.key.occasion.isAdhan else { return false }
            return switch changed {
            case .byReload(let known): due.at < now && !known.contains(due.key)
            case .byRestart(let judged): due.end(grace) < judged
            }
        }
        return Set(new.map(\.key))
    }
}
