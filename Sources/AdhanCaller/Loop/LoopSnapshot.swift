import AdhanCore
import AdhanTimetables

/// What the loop knows at one moment. The status reads it, and the self-test decides by it whether the sound card is
/// free.
struct LoopSnapshot: Sendable {
    /// What the next step depends on.
    package let input: SchedulerInput
    /// The wall clock of this wake-up.
    package let now: Instant
    /// The civil date in the mosque's zone.
    package let today: CivilDate
    package let settings: DaemonLoop.Settings
    package let saved: SavedState
    /// Nil before the first refresh.
    package let timetable: Timetable?
    package let memory: LedgerCache
    let tally: Tally
    let isLedgerRead: Bool
    /// Whether rows wait for the ledger's disk, or it could not be read when it was last tried.
    let isLedgerFailing: Bool
    /// The verdict on the clock; nil while it is being looked at.
    package let trust: ClockTrust?
    let activity: Activity
    /// What sounds beside the ledger; nil while nothing does.
    let auxiliary: AuxiliaryPlayback?
    package let isStopping: Bool
    /// What the sources on the network answered last.
    package let reports: [SourceName: SourceReport]
    /// When the sources were asked by a round that has not ended in time; nil where there is none.
    let overdueRound: Instant?

    /// Whether nothing is armed or playing, and no stop was requested.
    var isIdle: Bool { activity == .idle && auxiliary == nil && !isStopping }

    /// The Hijri date of this moment; nil where it is not known.
    package var hijri: HijriDate? {
        let found = timetable?.days.followed.first { $0.day.date == today }
        return found.flatMap {
            saved.preferences.applied(to: settings.rules).calendar.date(at: now, of: $0.day, before: $0.next)
        }
    }

    /// What people have set, without what has ended by itself.
    var preferencesInForce: [Preferences.Change] {
        saved.preferences.inForce(on: today, beside: settings.rules.calendar)
    }

    /// The occasion that is about to sound, is late and still tried, or just ends; nil where there is none.
    var preparing: ScheduledOccasion? {
        if let due = activity.due { return due }
        let grace = settings.policy.grace
        return timetable?.occasions.first { due in
            due.hasSound && due.at <= now && now - due.at <= grace && memory[due.key]?.state.settles != true
        }
    }

    /// The trial or dua of which no device has accepted a sample yet, in words; nil where there is none.
    var starting: String? { auxiliary.flatMap { $0.isSounding ? nil : $0.words } }

    /// What sounds, in words; nil where nothing does.
    package var sounding: String? {
        if let auxiliary { return auxiliary.isSounding ? auxiliary.words : nil }
        guard case .begun(let due, audible: true) = activity else { return nil }
        return "\(due.key)"
    }
}

extension DaemonLoop {
    func snapshot(_ now: Instant) -> LoopSnapshot {
        LoopSnapshot(
            input: input(now),
            now: now,
            today: today(now),
            settings: settings,
            saved: saved,
            timetable: timetable,
            memory: memory,
            tally: tally,
            isLedgerRead: ledger.isRead,
            isLedgerFailing: writer.hasWaiting || ledger.problem != nil,
            trust: settings.asksClock ? trust : .assumed(.configured),
            activity: activity,
            auxiliary: auxiliary,
            isStopping: stopping != nil,
            reports: fetches?.reports ?? [:],
            overdueRound: fetches?.overdue(now)
        )
    }
}

/// The state that a restart keeps and no config changes: people's orders, and what an earlier process pinned.
package struct SavedState: Sendable {
    /// A person's mute; nil without one.
    package var mute: Mute?
    /// The settings that people changed while the daemon ran. They override the config.
    package var preferences = Preferences()
    /// The congregations that an earlier process pinned.
    var pinned: PinnedCongregations?

    package init() {}
}
