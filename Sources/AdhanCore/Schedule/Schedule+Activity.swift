/// What becomes of the current sound.
extension Schedule {
    /// The step that the current sound needs, if any.
    static func stepForActivity(_ input: SchedulerInput, _ timetable: Timetable) -> Step? {
        let now = input.now
        switch input.activity {
        case .idle, .ending:
            return nil
        case .begun(let due, audible: true):
            return reasonToEnd(due, input, timetable).map { .fade(due, by: $0) }
        case .armed(let due, let ready):
            if !input.trustsClock { return .giveUp("the clock is not trusted any more") }
            // Where only its end has moved, it need not be prepared anew.
            guard let found = timetable.occasions.first(where: { $0.key == due.key && $0.at == due.at && $0.hasSound })
            else { return .giveUp("the timetable has changed") }
            let due = waitingForItsAdhan(found, input)
            if now < due.at - armLead { return .giveUp("the clock stepped back before its second") }
            if let skipReason = skipReason(due, input) { return .giveUp(skipReason.reason) }
            if now > due.end(input.policy.grace) { return .giveUp("its grace has run out") }
            if let other = reasonToEnd(due, input, timetable) ?? khutbah(over: due, input, timetable)?.occasion.name {
                return .giveUp("\(other) is due")
            }
            return ready && now >= due.at - commitLead ? .begin(due) : nil
        case .begun(let begun, audible: false):
            // A person may have changed what is called since it was committed.
            let due = timetable.occasions.first { $0.key == begun.key && $0.at == begun.at && $0.hasSound } ?? begun
            if !input.trustsClock { return .giveUp("the clock is not trusted any more") }
            if now < due.at - armLead { return .giveUp("the clock stepped back before its second") }
            if let other = reasonToEnd(due, input, timetable) { return .giveUp("\(other) is due") }
            return skipReason(due, input).map { .giveUp($0.reason) }
        }
    }

    /// When the current sound has to end for what comes next; nil if it need not.
    static func nextEnd(_ input: SchedulerInput, _ timetable: Timetable) -> Instant? {
        guard let due = input.activity.due, !due.key.occasion.isAdhan else { return nil }
        let next = timetable.occasions.first { other in
            other.at - clearance > input.now && other.hasSound && other.key.occasion.rank > due.key.occasion.rank
        }
        let before = end(before: due, input, timetable).flatMap { $0 > input.now ? $0 : nil }
        return [next.map { $0.at - clearance }, before].compactMap(\.self).min()
    }

    /// When that sound has to end for what it comes before, which needs the device if it sounds; nil if it comes before
    /// nothing.
    private static func end(before due: ScheduledOccasion, _ input: SchedulerInput, _ timetable: Timetable) -> Instant?
    {
        guard let before = due.before else { return nil }
        let key = OccasionKey(due.key.date, before.occasion)
        let sounds = timetable.occasions.contains {
            $0.key == key && $0.hasSound && skipReason($0, input) == nil
        }
        return before.at - (sounds ? clearance : fade)
    }

    /// The name of what that sound has to end for: what it comes before, something of a higher rank, or a khutbah. Nil
    /// if there is none.
    private static func reasonToEnd(_ due: ScheduledOccasion, _ input: SchedulerInput, _ timetable: Timetable)
        -> String?
    {
        if let before = due.before, let end = end(before: due, input, timetable), input.now >= end {
            return before.occasion.name
        }
        if due.key.occasion.isAdhan { return nil }
        return higher(than: due, at: input.now, input, timetable)?.key.occasion.name
            ?? khutbah(over: due, input, timetable)?.occasion.name
    }
}
