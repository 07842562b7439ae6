/// Everything that a decision depends on.
package struct SchedulerInput: Sendable {
    package var now: Instant
    /// Nil before the first refresh.
    package var timetable: Timetable?
    package var memory: LedgerCache
    /// Whether the ledger has been read. Until then nothing may be called late.
    package var remembers: Bool
    package var activity: Activity
    package var policy: SchedulePolicy
    /// Whether the clock is trusted. While it is not, nothing is called and nothing is missed.
    package var trustsClock: Bool
    /// Since when this process has observed every second, and why it observed none before.
    package var observed: ObservationStart
    /// What has kept an occasion from being called so far.
    package var obstacles: [OccasionKey: MissReason]
    /// When the player may be asked again for an occasion whose sound it failed to prepare.
    package var rearmAt: [OccasionKey: Instant]
    /// Occasions that were none when they were due, or had no recording: the rules have changed since. The ledger need
    /// not have a row.
    package var exempt: Set<OccasionKey>
    /// When occasions were due that an earlier process may have called, as long as the ledger has not been read. Moved
    /// since, they wait for that.
    package var dueBeforeStart: [OccasionKey: Instant]
    /// The occasions without a recording that were announced since the start of this process.
    package var announced: Set<OccasionKey>
    /// When occasions without a recording were due that were not announced. They have been reported.
    package var notAnnounced: [OccasionKey: Instant]
    /// The occasions whose recording could not be prepared at the last try, on no device.
    package var unplayable: Set<OccasionKey>

    package init(
        now: Instant,
        timetable: Timetable?,
        memory: LedgerCache,
        remembers: Bool,
        activity: Activity,
        policy: SchedulePolicy,
        observed: ObservationStart,
        trustsClock: Bool = true,
        obstacles: [OccasionKey: MissReason] = [:],
        rearmAt: [OccasionKey: Instant] = [:],
        exempt: Set<OccasionKey> = [],
        dueBeforeStart: [OccasionKey: Instant] = [:],
        announced: Set<OccasionKey> = [],
        notAnnounced: [OccasionKey: Instant] = [:],
        unplayable: Set<OccasionKey> = []
    ) {
        (self.now, self.timetable, self.memory, self.remembers) = (now, timetable, memory, remembers)
        (self.activity, self.policy, self.observed, self.obstacles) = (activity, policy, observed, obstacles)
        (self.exempt, self.dueBeforeStart) = (exempt, dueBeforeStart)
        (self.trustsClock, self.rearmAt) = (trustsClock, rearmAt)
        (self.announced, self.notAnnounced, self.unplayable) = (announced, notAnnounced, unplayable)
    }

    /// Nothing needs a row that was due earlier. If no first start is on record, or it lies ahead because the clock was
    /// ahead, the start of this process counts.
    var firstStart: Instant { min(memory.firstStart ?? observed.since, observed.since) }

    /// Whether it was due before the ledger began, so that it has no row. Not known before the ledger was read.
    package func isBeforeFirstStart(_ due: ScheduledOccasion) -> Bool { remembers && due.at < firstStart }
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
    ///   - step: by how much the clock was set.
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
