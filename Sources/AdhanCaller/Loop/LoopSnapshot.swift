import AdhanCore
import AdhanTimetables

/// What the loop knows at one moment. The status reads it, and the self-test decides by it whether the sound card is
/// free.
package struct LoopSnapshot: Sendable {
    /// What the next step depends on.
    package let input: SchedulerInput
    /// The wall clock of this wake-up.
    package let now: Instant
    /// The civil date in the mosque's zone.
    package let today: CivilDate
    package let settings: DaemonLoop.Settings
    /// Nil before the first refresh.
    package let timetable: Timetable?
    package let memory: LedgerCache
    package let tally: Tally
    /// Whether the ledger could be read.
    package let remembers: Bool
    /// Whether rows wait for the ledger's disk, or it could not be read when it was last tried.
    package let isLedgerFailing: Bool
    /// The verdict on the clock; nil while it is being looked at.
    package let trust: ClockTrust?
    package let activity: Activity
    /// What sounds beside the ledger; nil while nothing does.
    package let auxiliary: AuxiliaryPlayback?
    package let isStopping: Bool
    /// What the sources on the network answered last.
    package let reports: [SourceName: SourceReport]
    /// When the sources were asked by a round that has not ended in time; nil where there is none.
    package let overdueRound: Instant?

    /// Whether nothing is armed or playing, and no stop was requested.
    package var isIdle: Bool { activity == .idle && auxiliary == nil && !isStopping }

    /// The Hijri date of this moment; nil where it is not known.
    package var hijri: HijriDate? {
        let found = timetable?.days.followed.first { $0.day.date == today }
        return found.flatMap { settings.rulesInForce.calendar.date(at: now, of: $0.day, before: $0.next) }
    }

    /// What people have set, without what has ended by itself.
    package var preferencesInForce: [Preferences.Change] {
        settings.preferences.inForce(on: today, beside: settings.rules.calendar)
    }

    /// What sounds, in words; nil where nothing does.
    package var sounding: String? {
        if let auxiliary { return auxiliary.words }
        guard case .begun(let due, audible: true) = activity else { return nil }
        return "\(due.key)"
    }
}

extension DaemonLoop {
    package func snapshot(_ now: Instant) -> LoopSnapshot {
        LoopSnapshot(
            input: input(now),
            now: now,
            today: today(now),
            settings: settings,
            timetable: timetable,
            memory: memory,
            tally: tally,
            remembers: remembers,
            isLedgerFailing: writer.hasWaiting || unreadable != nil,
            trust: settings.asksClock ? trust : .assumed(.configured),
            activity: activity,
            auxiliary: auxiliary,
            isStopping: stopping != nil,
            reports: fetches?.reports ?? [:],
            overdueRound: fetches?.overdue(now)
        )
    }
}
