/// Everything that a decision depends on.
package struct SchedulerInput: Sendable {
    package var now: Instant
    /// Nil before the first refresh.
    package var timetable: Timetable?
    package var memory: LedgerMemory
    /// Whether the ledger has been read. Until then nothing may be called late.
    package var remembers: Bool
    package var activity: Activity
    package var policy: SchedulePolicy
    /// Whether the clock is trusted. While it is not, nothing is called and nothing is missed.
    package var trustsClock: Bool
    /// Since when this process has observed every second, and why it observed none before.
    package var observed: ObservedSince
    /// What has kept an occasion from being called so far.
    package var obstacles: [OccasionKey: MissReason]
    /// When the player may be asked again for an occasion whose sound it failed to prepare.
    package var rearmAt: [OccasionKey: Instant]
    /// Occasions that were none when they were due, or had no recording: the rules have changed since. The ledger need not have a row.
    package var notOwed: Set<OccasionKey>
    /// When occasions were due that an earlier process may have called, as long as the ledger has not been read. Moved since, they wait for
    /// that.
    package var unjudged: [OccasionKey: Instant]
    /// The occasions without a recording that were announced since the start of this process.
    package var announced: Set<OccasionKey>
    /// The occasions whose recording could not be prepared at the last try, on no device.
    package var unplayable: Set<OccasionKey>

    package init(
        now: Instant,
        timetable: Timetable?,
        memory: LedgerMemory,
        remembers: Bool,
        activity: Activity,
        policy: SchedulePolicy,
        observed: ObservedSince,
        trustsClock: Bool = true,
        obstacles: [OccasionKey: MissReason] = [:],
        rearmAt: [OccasionKey: Instant] = [:],
        notOwed: Set<OccasionKey> = [],
        unjudged: [OccasionKey: Instant] = [:],
        announced: Set<OccasionKey> = [],
        unplayable: Set<OccasionKey> = []
    ) {
        (self.now, self.timetable, self.memory, self.remembers) = (now, timetable, memory, remembers)
        (self.activity, self.policy, self.observed, self.obstacles) = (activity, policy, observed, obstacles)
        (self.notOwed, self.unjudged) = (notOwed, unjudged)
        (self.trustsClock, self.rearmAt) = (trustsClock, rearmAt)
        (self.announced, self.unplayable) = (announced, unplayable)
    }
}

/// Since when every second has been observed.
package struct ObservedSince: Sendable, Hashable {
    package let since: Instant
    /// The reason to give for a prayer that was due earlier.
    package let before: MissReason

    package init(since: Instant, before: MissReason) {
        (self.since, self.before) = (since, before)
    }
}
