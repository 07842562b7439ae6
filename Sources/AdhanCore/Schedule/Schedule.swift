/// The core of the scheduler: computes the next step from now, the timetable, the ledger and the policy.
///
/// It has no counters. Each call derives the step from the clock alone, so a restart, a step of the clock or a
/// corrected timetable needs no special case. Whatever is due, not final and within its grace is called. Whatever is
/// past its grace is missed. The caller performs the step, updates the input and asks again until the answer is `wait`.
package enum Schedule {
    /// How long before its second a sound is armed.
    package static let armLead: Duration = .seconds(10)
    /// How long before its second a sound should be armed at the latest: then most devices are still open in time.
    package static let latestArm: Duration = .seconds(3)
    /// How long before its second `started` is committed.
    package static let commitLead: Duration = .seconds(2)
    /// The delay before a sound that could not be armed is tried again.
    package static let rearmDelay: Duration = .seconds(1)
    /// How long what sounds in place of an adhan may take to be prepared where it is armed late, before the adhan is
    /// prepared after all. Armed in time, it has until `commitLead`: a slow device gets all the time that there is,
    /// since for the adhan it would have to be opened again.
    package static let latePreparation: Duration = .seconds(2)
    /// The delay before the next try of a sound whose `started` was committed and of which nothing was heard.
    package static let retryDelay: Duration = .seconds(15)
    /// How long before an occasion of a higher rank a sound has to be over, so that the device is free to be armed.
    static let clearance: Duration = .seconds(12)
    /// How long a sound takes to fade out.
    static let fade: Duration = .seconds(1)
    /// How late an occasion without a recording is still announced.
    static let announcementMargin: Duration = .minutes(1)
    /// How long an iqama waits for the end of its adhan. A clock that was set, or a very long recording, ends later.
    static let longestWait: Duration = .minutes(15)
    /// How far apart the times of one occasion may lie that has two dates: those of two days are some 24 hours apart.
    static let dateLineMargin: Duration = .hours(1)
    /// How far back missed prayers are listed one by one. A longer absence gets one row.
    package static let listedAbsence: Duration = .days(7)

    package static func nextStep(_ input: SchedulerInput) -> Step {
        guard let timetable = input.timetable else { return .refresh(.start) }
        if let reason = refreshDue(timetable, now: input.now) { return .refresh(reason) }
        if let step = stepForActivity(input, timetable) { return step }
        guard input.trustsClock else { return .wait(until: input.now + .seconds(1)) }
        var wake = timetable.refreshes.first { $0.at > input.now }?.at ?? input.now + .hours(1)
        if case .armed(let due, _) = input.activity {
            let begin = due.at - commitLead
            // While it waits for a device after its second, what falls due meanwhile still gets its row or its notice.
            wake = min(wake, begin > input.now ? begin : input.now + .seconds(1))
        }
        for due in timetable.occasions {
            // Later occasions can wait.
            if due.at - armLead >= wake { break }
            switch verdict(on: due, input, timetable) {
            case .nothing: continue
            case .step(let step): return step
            case .later(let moment): wake = min(wake, moment)
            }
        }
        if let end = nextEnd(input, timetable) { wake = min(wake, end) }
        // If something should already have happened (the player does not answer), look again in a second.
        return .wait(until: wake > input.now ? wake : input.now + .seconds(1))
    }

    enum Verdict {
        case nothing
        case step(Step)
        case later(Instant)
    }

    private static func verdict(on due: ScheduledOccasion, _ input: SchedulerInput, _ timetable: Timetable) -> Verdict {
        let (now, due) = (input.now, waitingForItsAdhan(due, input))
        if let busy = input.activity.due, busy.key == due.key, busy.at == due.at { return .nothing }
        // What was announced without a recording does not sound late with one that has been set since.
        if input.notes[due.key].isAnnounced { return .nothing }
        guard due.hasSound else { return announcement(of: due, input) }
        // A missed occasion stays open during its grace: the clock may have been wrong, or a device may have appeared.
        let earlier = input.memory[due.key]
        if let earlier, earlier.state.settles { return .nothing }
        // The ledger may know better: occasions before the start of this process are judged once it has been read.
        let isMoved = input.notes[due.key].dueBeforeStart.map { $0 != due.at } == true
        if !input.isLedgerRead || input.memory.isLost, isMoved || due.at < input.observed.known { return .nothing }
        if let start = input.memory.takenOver(now: now), due.at < start { return .nothing }

        // An iftar alone sounds instead of another.
        if due.key.occasion == .iftar, let sounded = timetable.occasions.first(where: { $0.replacement == due.key }),
            let state = input.memory[sounded.key]?.state, state.settles, state != .skipped
        {
            // Begun, it may still fail before its first sample.
            if state == .started, input.activity.due?.key == sounded.key { return .later(now + .seconds(1)) }
            let reason = "\(sounded.key.occasion.name) sounded instead"
            return .step(.skip(due, SkipReason(reason: reason, who: nil)))
        }

        if input.now >= due.at - armLead, isAccountable(due, input), let same = sameCall(as: due, input, timetable) {
            return .step(.skip(due, SkipReason(reason: "it has its row under \(same.date)", who: nil)))
        }

        let skipReason = skipReason(due, input)
        let ready = due.at - (skipReason == nil ? armLead : .zero)
        if now < ready { return .later(ready) }
        let end = due.end(input.policy.grace)
        if let left = verdict(onLeft: due, skipReason, input, timetable) { return left }
        if now > end {
            guard earlier == nil, isAccountable(due, input) else { return .nothing }
            // It is silent anyway.
            if let unheard = unheardReplacement(of: due, input) { return .step(.miss(due, unheard)) }
            if due.silence != nil, let skipReason { return .step(.skip(due, skipReason)) }
            if let other = higher(than: due, at: now, input, timetable), other.at <= end {
                return .step(.skip(due, SkipReason(reason: "\(other.key.occasion.name) is due", who: nil)))
            }
            let reason = reason(for: due, input)
            // Which of two lesser sounds comes first is the mosque's own choice.
            if case .anotherSound(let other) = reason, !due.key.occasion.isCall {
                return .step(.skip(due, SkipReason(reason: "\(other.name) sounds", who: nil)))
            }
            return .step(.miss(due, reason))
        }
        if let skipReason {
            // If it was blocked before the mute, it is missed for the block.
            if due.at < now, input.notes[due.key].obstacle != nil, input.skipReason(of: due, at: due.at) == nil {
                return .later(min(now + .seconds(1), end + .milliseconds(1)))
            }
            // Until its replacement sounds, it may be needed.
            return isReplacementOpen(due, input)
                ? .later(min(now + .seconds(1), end + .milliseconds(1))) : .step(.skip(due, skipReason))
        }
        if higher(than: due, at: now, input, timetable) != nil {
            return .later(min(now + .seconds(1), end + .milliseconds(1)))
        }
        if let khutbah = khutbah(over: due, input, timetable) {
            return .later(min(khutbah.end, end + .milliseconds(1)))
        }
        // One sound at a time: an occasion that falls due meanwhile waits, and is missed when its grace ends.
        guard case .idle = input.activity else { return .later(end + .milliseconds(1)) }
        // A value further ahead than the delay was set before the clock stepped back.
        if let rearm = input.notes[due.key].rearmAt, now < rearm, rearm <= now + retryDelay { return .later(rearm) }
        return .step(.arm(due))
    }

    /// An occasion without a recording is announced once, at its second, and not late: it would say what is not so. An
    /// iqama waits for the end of its adhan.
    private static func announcement(of due: ScheduledOccasion, _ input: SchedulerInput) -> Verdict {
        if input.now < due.at { return .later(due.at) }
        // After a step of the clock, and where this process was held up, it still comes within the margin.
        // The process that ended during the adhan had not announced the iqama.
        let isLeft = due.adhanEnd != nil && due.adhan.map { input.memory[$0]?.state != .completed } == true
        guard due.at >= input.observed.began || isLeft,
            input.now <= (due.adhanEnd ?? due.at) + announcementMargin,
            // With a recording, which it had then, it was called or skipped.
            input.memory[due.key]?.state.settles != true,
            // It was reported as not announced, which stays true whoever ends the mute.
            input.notes[due.key].notAnnounced != due.at
        else { return .nothing }
        if let skipReason = input.skipReason(of: due, at: input.now) {
            return .step(.skipAnnouncement(due, skipReason))
        }
        if let adhan = due.adhan, isSounding(adhan, input) { return .later(input.now + .seconds(1)) }
        return .step(.announce(due))
    }

    /// An iqama that is due while its adhan sounds waits for the end of that.
    static func waitingForItsAdhan(_ due: ScheduledOccasion, _ input: SchedulerInput) -> ScheduledOccasion {
        guard let adhan = due.adhan,
            let end = isSounding(adhan, input) ? input.now : input.memory.end(of: adhan),
            (due.at...due.at + longestWait).contains(end),
            // Of an adhan that ended with its process nobody knows when that was: a recording would sound into the
            // prayer, and the adhan did not last until an iqama much later.
            isSounding(adhan, input) || input.memory[adhan]?.began != nil
                || !due.hasSound && due.at <= (input.memory[adhan]?.due ?? due.at) + longestWait
        else { return due }
        var due = due
        due.adhanEnd = end
        return due
    }

    private static func isSounding(_ key: OccasionKey, _ input: SchedulerInput) -> Bool {
        switch input.activity {
        case .begun(let due, audible: true), .ending(let due): due.key == key
        case .idle, .armed, .begun: false
        }
    }

    /// The same occasion under the date before or after: a zone that was corrected across the date line gives it
    /// another date. Nil if there is none.
    private static func sameCall(as due: ScheduledOccasion, _ input: SchedulerInput, _ timetable: Timetable)
        -> OccasionKey?
    {
        [-1, 1].map { OccasionKey(due.key.date.adding(days: $0), due.key.occasion) }.first { key in
            guard let row = input.memory[key], row.state.settles,
                row.due - dateLineMargin <= due.at, due.at <= row.due + dateLineMargin
            else { return false }
            return !timetable.occasions.contains { $0.key == key && $0.at == row.due }
        }
    }

    /// What sounds or is about to, and is of a higher rank: the occasion does not sound then.
    static func higher(than due: ScheduledOccasion, at now: Instant, _ input: SchedulerInput, _ timetable: Timetable)
        -> ScheduledOccasion?
    {
        let rank = due.key.occasion.rank
        guard rank < .call else { return nil }
        if let other = input.activity.due, other.key.occasion.rank > rank { return other }
        return timetable.occasions.first { other in
            other.at - clearance <= now && now <= other.end(input.policy.grace) && other.hasSound
                && other.key.occasion.rank > rank && skipReason(other, input) == nil
                && input.memory[other.key]?.state.settles != true
        }
    }

    /// The khutbah that has begun and which that occasion does not open: nothing else begins then, however late it is.
    static func khutbah(over due: ScheduledOccasion, _ input: SchedulerInput, _ timetable: Timetable) -> Khutbah? {
        timetable.khutbahs.first { $0.silences(due.key.occasion, at: max(input.now, due.at)) }
    }

    /// Whether the ledger must have a row for that second.
    static func isAccountable(_ due: ScheduledOccasion, _ input: SchedulerInput) -> Bool {
        due.at >= input.firstStart && !input.notes[due.key].isExempt
            && !input.memory.coversAbsence(at: due.at, now: input.now)
    }

    static func reason(for due: ScheduledOccasion, _ input: SchedulerInput) -> MissReason {
        if let obstacle = input.notes[due.key].obstacle { return obstacle }
        if due.at < input.observed.since { return input.observed.reason(at: due.at) }
        if let other = input.activity.due, other.key != due.key { return .anotherSound(other.key.occasion) }
        if let khutbah = input.timetable.flatMap({ khutbah(over: due, input, $0) }) {
            return .anotherSound(khutbah.occasion)
        }
        // It may have ended just now.
        if let other = input.memory.sounding(from: due.at, to: due.end(input.policy.grace), besides: due.key) {
            return .anotherSound(other.occasion)
        }
        return .clockStepped
    }
}
