/// Everything that a decision depends on.
package struct SchedulerInput: Sendable {
    package var now: Instant
    /// Nil before the first refresh.
    package var timetable: Timetable?
    package var memory: LedgerCache
    /// Whether the ledger has been read. Until then nothing may be called late.
    package var isLedgerRead: Bool
    package var activity: Activity
    package var policy: SchedulePolicy
    /// Whether the clock is trusted. While it is not, nothing is called and nothing is missed.
    package var trustsClock: Bool
    /// Since when this process has observed every second, and why it observed none before.
    package var observed: ObservationStart
    package var mute: Mute?
    package var notes: OccasionNotes

    package init(
        now: Instant,
        timetable: Timetable?,
        memory: LedgerCache,
        isLedgerRead: Bool,
        activity: Activity,
        policy: SchedulePolicy,
        observed: ObservationStart,
        trustsClock: Bool = true,
        mute: Mute? = nil,
        notes: OccasionNotes = OccasionNotes()
    ) {
        (self.now, self.timetable, self.memory, self.isLedgerRead) = (now, timetable, memory, isLedgerRead)
        (self.activity, self.policy, self.observed) = (activity, policy, observed)
        (self.trustsClock, self.mute, self.notes) = (trustsClock, mute, notes)
    }

    /// Why the occasion is not to sound, and who decided it; nil if it is to sound.
    ///
    /// - Parameter now: a late occasion that has not begun is also muted by an order given since.
    package func skipReason(of due: ScheduledOccasion, at now: Instant) -> SkipReason? {
        if let skipped = policy.skippedSources, skipped.sources.contains(due.source) {
            return SkipReason(.source(skipped.reason))
        }
        if let silence = due.silence { return SkipReason(silence) }
        return mute?.who(mutes: due, at: now).map { SkipReason(.muted, who: $0) }
    }

    /// Whether the occasion is not over: it is ahead, sounds, or is late and may still begin.
    package func isOpen(_ due: ScheduledOccasion) -> Bool {
        due.key == activity.due?.key || memory[due.key]?.state.settles != true && now < due.end(policy.grace)
    }

    /// Nothing needs a row that was due earlier. If no first start is on record, or it lies ahead because the clock was
    /// ahead, the start of this process counts.
    var firstStart: Instant { min(memory.origin.firstStart ?? observed.since, observed.since) }

    /// Whether it was due before the ledger began, so that it has no row. Not known before the ledger was read.
    package func isBeforeFirstStart(_ due: ScheduledOccasion) -> Bool { isLedgerRead && due.at < firstStart }
}

/// Since when every second has been observed.
package struct ObservationStart: Sendable, Hashable {
    /// When this process began, on the clock of today: a step of the clock moves it.
    package let began: Instant
    package let since: Instant
    /// Why this process did not observe the time until then.
    private let reason: MissReason

    /// From the beginning of the process.
    package init(began: Instant) {
        (self.began, since, reason) = (began, began, .notRunning)
    }

    /// - Parameter reason: why nothing was observed between the beginning of the process and that moment.
    package init(began: Instant, since: Instant, after reason: MissReason) {
        (self.began, self.since, self.reason) = (min(began, since), since, reason)
    }

    /// The same process from a later moment on.
    ///
    /// - Parameters:
    ///   - reason: why it did not observe the time before; nil for the reason that it has already.
    package func again(since: Instant, step: Duration = .zero, after reason: MissReason?) -> ObservationStart {
        ObservationStart(began: began + step, since: since, after: reason ?? self.reason)
    }

    /// The reason to give for what was due at that moment, earlier than `since`.
    package func reason(at moment: Instant) -> MissReason { moment < began ? .notRunning : reason }

    /// What was due earlier may have been called by another process, or by this one before its clock was set.
    package var known: Instant { isWhole ? began : since }

    /// Whether nothing but the start of the process limits what it knows.
    package var isWhole: Bool { reason == .notRunning }
}
