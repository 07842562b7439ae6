/// Everything a decision depends on.
package struct Situation: Sendable {
    package var now: Instant
    /// Nil before the first refresh.
    package var timetable: Timetable?
    package var memory: LedgerMemory
    /// Whether the ledger could be read at the start; without it nothing may be called late.
    package var remembers: Bool
    package var activity: Activity
    package var policy: SchedulePolicy
    /// Whether the clock may be believed; while it may not, nothing is called and nothing is missed.
    package var trustsClock: Bool
    /// Since when this process has seen every second pass, and why it saw none before.
    package var presence: Presence
    /// What the player last said of an occasion that it could not make sound.
    package var obstacles: [OccasionKey: String]
    /// When the player may be asked again after it could not make a sound ready; nil where nothing is in the way.
    package var rearmAt: Instant?

    package init(
        now: Instant,
        timetable: Timetable?,
        memory: LedgerMemory,
        remembers: Bool,
        activity: Activity,
        policy: SchedulePolicy,
        presence: Presence,
        trustsClock: Bool = true,
        obstacles: [OccasionKey: String] = [:],
        rearmAt: Instant? = nil
    ) {
        (self.now, self.timetable, self.memory, self.remembers) = (now, timetable, memory, remembers)
        (self.activity, self.policy, self.presence, self.obstacles) = (activity, policy, presence, obstacles)
        (self.trustsClock, self.rearmAt) = (trustsClock, rearmAt)
    }
}

/// Since when every second has been seen to pass.
package struct Presence: Sendable, Hashable {
    package let since: Instant
    /// What to say of a prayer that fell due before.
    package let before: MissReason

    package init(since: Instant, before: MissReason) {
        (self.since, self.before) = (since, before)
    }
}

/// The heart: from now, the timetable, the ledger and the policy to the next step.
///
/// Nothing is ever incremented. Each call derives what there is to do from the clock alone, so that a restart, a step of
/// the clock or a corrected timetable needs no case of its own: whatever is due, unsettled and within its grace is called;
/// whatever is past its grace is missed. The caller does the step, changes the situation accordingly and asks again until
/// the answer is `wait`.
package enum Schedule {
    /// How long before its second a sound is made ready.
    package static let armLead: Duration = .seconds(10)
    /// How long before its second `started` is committed.
    package static let commitLead: Duration = .seconds(2)
    /// How long a sound that could not be made ready is left alone before it is tried again.
    package static let rearmDelay: Duration = .seconds(1)
    /// The same for one whose `started` was committed and of which nothing was heard.
    package static let retryDelay: Duration = .seconds(15)
    /// How far back missed prayers are listed one by one; a longer absence is one row.
    package static let listedAbsence: Duration = .days(7)

    package static func nextStep(_ situation: Situation) -> Step {
        guard let timetable = situation.timetable else { return .refresh(.start) }
        if let reason = refreshDue(timetable, now: situation.now) { return .refresh(reason) }
        if let step = stepForActivity(situation, timetable) { return step }
        guard situation.trustsClock else { return .wait(until: situation.now + .seconds(1)) }
        var wake = timetable.refreshes.first { $0.at > situation.now }?.at ?? situation.now + .hours(1)
        if case .armed(let due, _) = situation.activity { wake = min(wake, due.at - commitLead) }
        for due in timetable.adhans {
            switch verdict(on: due, situation) {
            case .nothing: continue
            case .step(let step): return step
            case .later(let moment):
                wake = min(wake, moment)
            }
        }
        // What should long have happened (a player that does not answer) is looked at again in a second.
        return .wait(until: wake > situation.now ? wake : situation.now + .seconds(1))
    }

    private enum Verdict {
        case nothing
        case step(Step)
        case later(Instant)
    }

    private static func verdict(on due: Due, _ situation: Situation) -> Verdict {
        let (now, grace) = (situation.now, situation.policy.grace)
        guard due != situation.activity.due else { return .nothing }
        // What was missed is open while its grace lasts: the clock had lied, or nothing was heard and a device has come since.
        let earlier = situation.memory[due.key]
        if let earlier, earlier.state.settles { return .nothing }
        // The ledger may have it otherwise: what fell due before this process is judged once it has been read.
        if !situation.remembers, due.at < situation.presence.since { return .nothing }

        let withholding = situation.policy.withholding(due)
        let ready = due.at - (withholding == nil ? armLead : .zero)
        if now < ready { return .later(ready) }
        if now > due.at + grace {
            guard earlier == nil, isAccountable(due, situation) else { return .nothing }
            return .step(.miss(due, reason(for: due, situation)))
        }
        if let withholding { return .step(.skip(due, withholding)) }
        // One sound at a time: what falls due meanwhile waits, and is missed when its grace has run out.
        guard case .idle = situation.activity else { return .later(due.at + grace + .milliseconds(1)) }
        // A moment further off than the delay is from before a step of the clock.
        if let rearmAt = situation.rearmAt, now < rearmAt, rearmAt <= now + retryDelay { return .later(rearmAt) }
        return .step(.arm(due))
    }

    /// Whether the ledger owes a row for that second.
    private static func isAccountable(_ due: Due, _ situation: Situation) -> Bool {
        // Without a first start on record, or with one from a clock that ran ahead, this process' own start is the first.
        let first = min(situation.memory.firstStart ?? situation.presence.since, situation.presence.since)
        return due.at >= first && !situation.memory.coversAbsence(at: due.at, now: situation.now)
    }

    private static func reason(for due: Due, _ situation: Situation) -> MissReason {
        if let obstacle = situation.obstacles[due.key] { return .obstacle(obstacle) }
        if due.at < situation.presence.since { return situation.presence.before }
        if let other = situation.activity.due, other.key != due.key { return .anotherAdhan }
        return .clockStepped
    }

    /// What the sound in hand asks for, if anything.
    private static func stepForActivity(_ situation: Situation, _ timetable: Timetable) -> Step? {
        let now = situation.now
        switch situation.activity {
        case .idle, .ending, .begun(_, audible: true):
            return nil
        case .armed(let due, let ready):
            if !situation.trustsClock { return .giveUp("the clock is not trusted any more") }
            if !timetable.adhans.contains(due) { return .giveUp("the timetable has changed") }
            if now < due.at - armLead { return .giveUp("the clock stepped back before its second") }
            if let withholding = situation.policy.withholding(due) { return .giveUp(withholding.reason) }
            if now > due.at + situation.policy.grace { return .giveUp("its grace has run out") }
            return ready && now >= due.at - commitLead ? .begin(due) : nil
        case .begun(let due, audible: false):
            if !situation.trustsClock { return .giveUp("the clock is not trusted any more") }
            if now < due.at - armLead { return .giveUp("the clock stepped back before its second") }
            return situation.policy.withholding(due).map { .giveUp($0.reason) }
        }
    }
}
