/// Everything a decision depends on.
package struct SchedulerInput: Sendable {
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
    package var observed: ObservedSince
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
        observed: ObservedSince,
        trustsClock: Bool = true,
        obstacles: [OccasionKey: String] = [:],
        rearmAt: Instant? = nil
    ) {
        (self.now, self.timetable, self.memory, self.remembers) = (now, timetable, memory, remembers)
        (self.activity, self.policy, self.observed, self.obstacles) = (activity, policy, observed, obstacles)
        (self.trustsClock, self.rearmAt) = (trustsClock, rearmAt)
    }
}

/// Since when every second has been seen to pass.
package struct ObservedSince: Sendable, Hashable {
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

    package static func nextStep(_ input: SchedulerInput) -> Step {
        guard let timetable = input.timetable else { return .refresh(.start) }
        if let reason = refreshDue(timetable, now: input.now) { return .refresh(reason) }
        if let step = stepForActivity(input, timetable) { return step }
        guard input.trustsClock else { return .wait(until: input.now + .seconds(1)) }
        var wake = timetable.refreshes.first { $0.at > input.now }?.at ?? input.now + .hours(1)
        if case .armed(let due, _) = input.activity { wake = min(wake, due.at - commitLead) }
        for due in timetable.adhans {
            switch verdict(on: due, input) {
            case .nothing: continue
            case .step(let step): return step
            case .later(let moment):
                wake = min(wake, moment)
            }
        }
        // What should long have happened (a player that does not answer) is looked at again in a second.
        return .wait(until: wake > input.now ? wake : input.now + .seconds(1))
    }

    private enum Verdict {
        case nothing
        case step(Step)
        case later(Instant)
    }

    private static func verdict(on due: Due, _ input: SchedulerInput) -> Verdict {
        let (now, grace) = (input.now, input.policy.grace)
        guard due != input.activity.due else { return .nothing }
        // What was missed is open while its grace lasts: the clock had lied, or nothing was heard and a device has come since.
        let earlier = input.memory[due.key]
        if let earlier, earlier.state.settles { return .nothing }
        // The ledger may have it otherwise: what fell due before this process is judged once it has been read.
        if !input.remembers, due.at < input.observed.since { return .nothing }

        let withholding = input.policy.withholding(due)
        let ready = due.at - (withholding == nil ? armLead : .zero)
        if now < ready { return .later(ready) }
        if now > due.at + grace {
            guard earlier == nil, isAccountable(due, input) else { return .nothing }
            return .step(.miss(due, reason(for: due, input)))
        }
        if let withholding { return .step(.skip(due, withholding)) }
        // One sound at a time: what falls due meanwhile waits, and is missed when its grace has run out.
        guard case .idle = input.activity else { return .later(due.at + grace + .milliseconds(1)) }
        // A moment further off than the delay is from before a step of the clock.
        if let rearmAt = input.rearmAt, now < rearmAt, rearmAt <= now + retryDelay { return .later(rearmAt) }
        return .step(.arm(due))
    }

    /// Whether the ledger owes a row for that second.
    private static func isAccountable(_ due: Due, _ input: SchedulerInput) -> Bool {
        // Without a first start on record, or with one from a clock that ran ahead, this process' own start is the first.
        let first = min(input.memory.firstStart ?? input.observed.since, input.observed.since)
        return due.at >= first && !input.memory.coversAbsence(at: due.at, now: input.now)
    }

    private static func reason(for due: Due, _ input: SchedulerInput) -> MissReason {
        if let obstacle = input.obstacles[due.key] { return .obstacle(obstacle) }
        if due.at < input.observed.since { return input.observed.before }
        if let other = input.activity.due, other.key != due.key { return .anotherAdhan }
        return .clockStepped
    }

    /// What the sound in hand asks for, if anything.
    private static func stepForActivity(_ input: SchedulerInput, _ timetable: Timetable) -> Step? {
        let now = input.now
        switch input.activity {
        case .idle, .ending, .begun(_, audible: true):
            return nil
        case .armed(let due, let ready):
            if !input.trustsClock { return .giveUp("the clock is not trusted any more") }
            if !timetable.adhans.contains(due) { return .giveUp("the timetable has changed") }
            if now < due.at - armLead { return .giveUp("the clock stepped back before its second") }
            if let withholding = input.policy.withholding(due) { return .giveUp(withholding.reason) }
            if now > due.at + input.policy.grace { return .giveUp("its grace has run out") }
            return ready && now >= due.at - commitLead ? .begin(due) : nil
        case .begun(let due, audible: false):
            if !input.trustsClock { return .giveUp("the clock is not trusted any more") }
            if now < due.at - armLead { return .giveUp("the clock stepped back before its second") }
            return input.policy.withholding(due).map { .giveUp($0.reason) }
        }
    }
}
