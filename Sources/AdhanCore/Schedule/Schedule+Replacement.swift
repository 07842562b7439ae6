/// An adhan that is silent because something else sounds in its place or calls its prayer later.
extension Schedule {
    /// Why it is not to sound; nil if it is. A replacement that cannot be played does not silence it.
    static func skipReason(_ due: ScheduledOccasion, _ input: SchedulerInput) -> SkipReason? {
        var due = due
        if let replacement = due.replacement {
            let row = input.memory[replacement]
            let other = input.timetable?.occasions.first { $0.key == replacement }
            // The rules or a person keep both silent. Once the adhan has begun, the replacement is skipped for it.
            if let row, row.state == .skipped, let reason = row.reason,
                row.who != nil || other.flatMap({ input.skipReason(of: $0, at: input.now) }) != nil,
                input.memory[due.key]?.state.settles != true
            {
                return SkipReason(reason: reason, who: row.who)
            }
            // It may be over before an adhan that is called later than the prayer begins.
            let isOver = row?.state == .missed && other.map { $0.end(input.policy.grace) < input.now } == true
            if isOver || input.notes[replacement].isUnplayable { due.silence = nil }
        }
        // A khutbah before Dhuhr that nobody heard leaves the call to Dhuhr.
        if let khutbah = due.leftTo, input.memory[khutbah]?.state == .missed,
            let other = input.timetable?.occasions.first(where: { $0.key == khutbah }),
            other.end(input.policy.grace) < min(input.now, due.at)
        {
            due.silence = nil
        }
        return input.skipReason(of: due, at: input.now)
    }

    /// Why it was missed: what was to sound in its place was not heard. Nil if that was, or was not to sound either.
    static func unheardReplacement(of due: ScheduledOccasion, _ input: SchedulerInput) -> MissReason? {
        guard isReplacementOpen(due, input), let replacement = due.replacement else { return nil }
        let words = input.notes[replacement].obstacle?.description ?? input.memory[replacement]?.reason
        return words.map { .replacement("\(replacement.occasion.name) was to sound instead: \($0)") }
            ?? reason(for: due, input)
    }

    /// Whether what sounds in its place has not begun, and may still fail.
    static func isReplacementOpen(_ due: ScheduledOccasion, _ input: SchedulerInput) -> Bool {
        guard let replacement = due.replacement, let timetable = input.timetable,
            timetable.occasions.contains(where: { $0.key == replacement && $0.hasSound })
        else { return false }
        return input.memory[replacement].map { $0.state == .missed } ?? true
    }

    /// The verdict on an adhan that is silent because its prayer is called later: it has no row until that has come,
    /// since a person may change it, and it may fail. Nil if it is not, or nothing calls its prayer later.
    static func verdict(
        onLeft due: ScheduledOccasion,
        _ skipReason: SkipReason?,
        _ input: SchedulerInput,
        _ timetable: Timetable
    ) -> Verdict? {
        guard let key = due.leftTo, let skipReason, skipReason.cause == due.silence,
            let later = timetable.occasions.first(where: { $0.key == key && $0.hasSound })
        else { return nil }
        let row = input.memory[key]
        if let row, row.state.settles {
            // Begun, it may still fail before its first sample.
            if row.state == .started, input.activity.due?.key == key { return .later(input.now + .seconds(1)) }
            guard isAccountable(due, input) else { return .nothing }
            let reason = row.state == .skipped ? row.reason : nil
            return .step(.skip(due, SkipReason(reason: reason ?? skipReason.reason, who: row.who)))
        }
        let end = later.end(input.policy.grace)
        if input.now <= end { return .later(end + .milliseconds(1)) }
        guard input.memory[due.key] == nil, isAccountable(due, input) else { return .nothing }
        guard let row else {
            // Its own row comes first, with the reason.
            return isAccountable(later, input)
                ? .later(input.now + .seconds(1)) : .step(.miss(due, reason(for: due, input)))
        }
        let reason = row.reason ?? "it was not heard"
        return .step(.miss(due, .replacement("\(key.occasion.name) was to call it: \(reason)")))
    }
}
