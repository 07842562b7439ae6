/// Tarhim and reminders of adhans that are not called, and adhans too close to one another.
extension RulesCheck {
    /// Why an exception does nothing that it says of Fridays; nil if it does something.
    package func words(on condition: DayCondition, in table: String) -> String? {
        if let words = words(on: condition) { return words }
        let matching = days.filter { condition.holds(on: $0.facts) }
        switch table {
        case "jumuah" where matching.allSatisfy { $0.date.weekday != 5 }:
            return "this exception holds on no Friday of the coming year, and [jumuah] is about Fridays only"
        case "iqama"
        where rules.iqama[.dhuhr]?.conditions.contains(condition) == true
            && matching.allSatisfy { !$0.ruled.fridays.isEmpty }:
            return
                "the dhuhr of this exception does nothing: on all these days the khutbah of [jumuah] takes the place "
                + "of Dhuhr's iqama"
        default: return nil
        }
    }

    /// The tarhim and the reminders of adhans that are off.
    var ofAdhansThatAreOff: [Remark] {
        let off = occasions.filter { due in
            guard let prayer = due.key.occasion.prayer, due.silence == .offInConfig else { return false }
            return due.key.occasion == .tarhim(prayer)
                || due.before?.occasion == .adhan(prayer) && due.key.occasion.kind == .reminder
        }
        return Prayer.called.flatMap { prayer -> [Remark] in
            let of = off.filter { $0.key.occasion.prayer == prayer }
            let tarhim = of.filter { $0.key.occasion == .tarhim(prayer) }.map(\.key.date)
            let reminders = of.filter { $0.key.occasion.kind == .reminder }.map(\.key.date)
            let name = prayer.rawValue
            return [
                remark(
                    "tarhim.\(name)",
                    "the tarhim of \(name) does not sound, since its adhan is off in [adhan],",
                    Set(tarhim).sorted(),
                    "take it away, or have the adhan called"
                ),
                remark(
                    "reminders.adhan-\(name)",
                    "the reminders of adhan-\(name) do not come, since that adhan is off in [adhan],",
                    Set(reminders).sorted(),
                    "count from another occasion, as in iqama-\(name), or have the adhan called"
                ),
            ].compactMap(\.self)
        }
    }

    /// The iqamas that are due while the adhan of their prayer still sounds.
    func iqamaInAdhan(_ prayer: Prayer) -> Remark? {
        let adhans = occasions.filter { $0.key.occasion == .adhan(prayer) && $0.silence == nil }
        let called = Dictionary(adhans.map { ($0.key.date, $0.at) }) { first, _ in first }
        let waits = days.compactMap { day -> (date: CivilDate, wait: Duration)? in
            guard let iqama = day.ruled.iqama[prayer], let adhan = called[day.date], iqama >= adhan else { return nil }
            return (day.date, iqama - adhan)
        }
        guard waits.contains(where: { $0.wait < Self.longest }), let length = length(.adhan(prayer)) else { return nil }
        let lasts = DurationText.format(.seconds(length.components.seconds))
        return remark(
            "iqama.\(prayer.rawValue)",
            "the iqama of \(prayer.rawValue) is due while its adhan, which lasts \(lasts), still sounds",
            waits.filter { $0.wait < length }.map(\.date),
            "then it waits for the adhan to end: write a later iqama"
        )
    }

    /// The adhans that are due while the one before still sounds.
    var adhansThatMeet: [Remark] {
        let calls = occasions.filter { $0.key.occasion.isAdhan && $0.silence == nil }
        var (late, missed): ([Occasion: [CivilDate]], [Occasion: [CivilDate]]) = ([:], [:])
        for (first, second) in zip(calls, calls.dropFirst()) {
            let gap = second.at - first.at
            guard gap < Self.longest, let length = length(first.key.occasion), gap < length else { continue }
            if gap + grace < length {
                missed[second.key.occasion, default: []].append(second.key.date)
            } else {
                late[second.key.occasion, default: []].append(second.key.date)
            }
        }
        func remarks(_ found: [Occasion: [CivilDate]], _ advice: String) -> [Remark] {
            Prayer.called.compactMap { prayer in
                remark(
                    "adhan.\(prayer.rawValue)",
                    "the adhan of \(prayer.rawValue) is due while the one before still sounds",
                    found[.adhan(prayer), default: []],
                    advice
                )
            }
        }
        return remarks(late, "then it begins late, when that one has ended")
            + remarks(
                missed,
                "then it is missed, for it may begin \(DurationText.format(grace)) late at most, by grace in [schedule]"
            )
    }
}
