import AdhanCore

/// What has changed the rules or the recordings, and so which occasions may be new.
enum ChangedRules {
    case byReload
    /// A restart, perhaps with another config; an earlier process has judged what was due and over by then.
    case byRestart(judged: Instant)
}

/// The rules and the zone by which days were made.
struct AppliedRules {
    let rules: MosqueRules
    let zone: ZoneRules

    /// The congregations whose rules a person has changed since. Nil where the zone is another: there each time on the
    /// clock is another moment, so that no congregation can be kept.
    func changes(since before: AppliedRules?) -> Timetable.ChangedCongregations? {
        guard let before, zone == before.zone else { return nil }
        let (old, new) = (before.rules, rules)
        let prayers = Prayer.called.filter { prayer in
            old.adhan[prayer] != new.adhan[prayer] || old.iqama[prayer] != new.iqama[prayer]
                || old.calendar != new.calendar || prayer == .maghrib && old.ramadan != new.ramadan
        }
        return .init(prayers: Set(prayers), fridays: old.jumuah != new.jumuah || old.calendar != new.calendar)
    }
}

/// The congregations that an earlier process held, with the rules by which they were made.
package struct PinnedCongregations: Sendable {
    package let days: [PinnedDay]
    /// Without what people had set, which is kept apart.
    let rules: MosqueRules
    let zone: ZoneRules

    init(_ days: [PinnedDay], by rules: MosqueRules, in zone: ZoneRules) {
        (self.days, self.rules, self.zone) = (days, rules, zone)
    }

    /// The days with what is held of them and still ahead; nil if the zone is another. What a person has moved in
    /// between changes, as by a reload.
    package func applied(
        to days: [PrayerDay],
        by settings: DaemonLoop.Settings,
        _ preferences: Preferences,
        _ now: Instant
    ) -> [PrayerDay]? {
        let before = AppliedRules(rules: preferences.applied(to: rules), zone: zone)
        let applied = AppliedRules(rules: preferences.applied(to: settings.rules), zone: settings.zone)
        return applied.changes(since: before).map { changes in
            days.keeping(self.days.compactMap { $0.ahead(of: now) }, now: now, changed: changes)
        }
    }

    /// Whether that adhan had come, and its congregation was held.
    func hasCome(_ key: OccasionKey) -> Bool {
        days.contains { day in
            day.date == key.date
                && day.congregations.contains { .adhan($0.key) == key.occasion && $0.value.hasCome }
        }
    }
}

extension DaemonLoop {
    /// The congregations that do not change any more and are still ahead, for a process after this one: also of an
    /// adhan whose second is near, since it is told of before that.
    package func pinned(_ now: Instant) -> [PinnedDay] {
        days.latest?.pinned(now + .seconds(3), hasCome: hasCome).compactMap { $0.ahead(of: now) } ?? []
    }

    /// Whether that adhan was called, announced or skipped, by this process or an earlier one.
    func hasCome(_ key: OccasionKey) -> Bool {
        memory[key]?.state.settles == true || notes[key].isAnnounced || saved.pinned?.hasCome(key) == true
    }

    /// The occasions that were none, or had no recording, when they were due: by the rules and the timetable of that
    /// time nothing was missed. Adhans are always owed a row.
    func unowed(_ timetable: Timetable, after before: Timetable?, _ now: Instant) -> Set<OccasionKey> {
        let grace = settings.policy.grace
        let known = Set((before?.occasions ?? []).filter(\.hasSound).map(\.key))
        let days = Set((before?.days ?? []).map(\.date))
        let new = timetable.occasions.filter { due in
            guard due.hasSound, !due.key.occasion.isAdhan else { return false }
            return switch changedRules {
            case .byReload: due.at < now && !known.contains(due.key)
            case .byRestart(let judged): due.end(grace) < judged
            // A file or a source has it now. Of days that were not held, nothing is known.
            case nil: due.at < now && days.contains(due.key.date) && !known.contains(due.key)
            }
        }
        return Set(new.map(\.key))
    }

    /// Notes why an occasion that was ahead is late or over by another timetable or other rules.
    func noteMoves(to timetable: Timetable, from before: Timetable?, _ now: Instant) {
        let ahead = (before?.occasions ?? []).filter { $0.at > now }.map { ($0.key, $0.at) }
        let times = Dictionary(ahead) { first, _ in first }
        for due in timetable.occasions where due.at <= now && memory[due.key] == nil {
            guard let time = times[due.key] else { continue }
            let (old, new) = (settings.zone.formatted(time), settings.zone.formatted(due.at))
            notes[due.key].obstacle = .moved("its time was moved from \(old) to \(new), which was past")
        }
        let left = (before?.occasions ?? []).compactMap { due in due.leftTo.map { (due.key, $0) } }
        let leftTo = Dictionary(left) { first, _ in first }
        for due in timetable.occasions where due.at <= now && due.leftTo == nil && memory[due.key] == nil {
            guard let other = leftTo[due.key] else { continue }
            notes[due.key].obstacle = .moved("it was left to \(other.occasion.name), which does not call it any more")
        }
    }

    /// Notes what an earlier process may have called, as long as the ledger has not been read: moved to a later time,
    /// it waits for that.
    func noteDueBeforeStart(_ timetable: Timetable, _ now: Instant) {
        guard !ledger.isRead else { return }
        for due in timetable.occasions {
            if due.at < observed.known {
                notes[due.key].dueBeforeStart = due.at
            } else if let time = notes[due.key].dueBeforeStart, time != due.at {
                notes[due.key].obstacle =
                    .moved("it was moved to this time, and the ledger could not tell whether it had been called")
            }
        }
    }

    /// Tells which occasions were moved after they had been settled, from a time that is past to one that is not: they
    /// do not come again.
    func tellSettled(_ timetable: Timetable, before: Timetable?, _ now: Instant) {
        let past = (before?.occasions ?? []).filter { $0.at <= now }.map { ($0.key, $0.at) }
        let times = Dictionary(past) { first, _ in first }
        for due in timetable.occasions where due.at > now {
            if let row = memory[due.key], row.state.settles {
                let isMoved = times[due.key] != nil || isFirstAfterRestart && row.due <= now
                if isMoved { tell(.settledBefore(due, at: row.due, as: row.state.rawValue)) }
            } else if notes[due.key].isAnnounced, let time = times[due.key] {
                tell(.settledBefore(due, at: time, as: "announced"))
            }
        }
    }

    /// Tells which congregations of today were ahead, and are not any more. Nobody missed them, so they have no row.
    func tellDropped(_ timetable: Timetable, before: Timetable?, _ now: Instant) {
        let today = today(now)
        let left = Set(timetable.occasions.map(\.key))
        for due in before?.occasions ?? [] where due.at > now && due.key.date == today && !left.contains(due.key) {
            switch due.key.occasion {
            case .iqama, .jumuah, .eid: tell(.dropped(due))
            default: break
            }
        }
    }

    /// Whether no timetable has been loaded since the ledger was read.
    private var isFirstAfterRestart: Bool { if case .byRestart = changedRules { true } else { false } }
}
