/// Finds effects of a mosque's rules that their author may not expect, on the days ahead.
package struct RulesCheck {
    /// A sentence about a key of the config.
    package struct Remark: Hashable, Sendable {
        /// The dotted name, for example `adhan.fajr`, or that of its table.
        package let key: String
        /// The effect alone.
        package let effect: String
        /// The consequence, and what to do about it; nil where the effect says all.
        package let advice: String?
        /// Whether nobody can have meant it: it is so on every day, or hours away.
        package let isMistake: Bool
        /// The exception in the key's table that it is about; nil for the key itself.
        package var exception: DayCondition?

        package var words: String { advice.map { "\(effect); \($0)" } ?? effect }

        init(key: String, words effect: String, advice: String? = nil, isMistake: Bool = false) {
            (self.key, self.effect, self.advice, self.isMistake) = (key, effect, advice, isMistake)
        }
    }

    struct Day {
        /// As the timetable has it.
        let plain: PrayerDay
        let ruled: PrayerDay
        let facts: DayFacts

        var date: CivilDate { plain.date }
    }

    let rules: MosqueRules
    let zone: ZoneRules
    let days: [Day]
    /// As the rules have them: not yet silent for a khutbah.
    let occasions: [ScheduledOccasion]
    let written: Set<String>
    let length: (Occasion) -> Duration?
    /// How late an adhan may begin.
    let grace: Duration

    /// - Parameters:
    ///   - days: the coming year's, as the timetable has them, ascending.
    ///   - length: of the longest recording of an adhan; nil if it is not known. It may take long, and is asked only
    ///     where it decides.
    package init(
        _ rules: MosqueRules,
        on days: [PrayerDay],
        in zone: ZoneRules,
        written: Set<String> = [],
        grace: Duration = SchedulePolicy().grace,
        length: @escaping (Occasion) -> Duration? = { _ in nil }
    ) {
        (self.rules, self.zone) = (rules, zone)
        (self.written, self.grace, self.length) = (written, grace, length)
        let ruled = rules.applied(to: days, in: zone)
        self.days = zip(days.followed, ruled).map { plain, ruled in
            let facts = DayFacts(of: plain.day, before: plain.next, in: zone, rules.calendar)
            return Day(plain: plain.day, ruled: ruled, facts: facts)
        }
        occasions = ruled.followed.flatMap { rules.occasions(of: $0, before: $1, in: zone) }.sorted { $0.at < $1.at }
    }

    /// A line a rule.
    package var remarks: [Remark] {
        guard !days.isEmpty else { return [] }
        return silent + Prayer.called.flatMap { adhan($0) + iqama($0) + tarhim($0) } + replacedTimes
            + unansweredIqamas + fridays + eids + reminders + ofAdhansThatAreOff + adhansThatMeet + unused
    }

    /// Why an exception has no effect of its own; nil if it holds on some days, and not on others.
    package func words(on condition: DayCondition) -> String? {
        if let season = condition.season, !days.contains(where: \.facts.isSummer) {
            let never = season == .summer ? "never" : "every day"
            return "the clocks of \(zone.name) never go ahead, so season = \"\(season.rawValue)\" is \(never)"
        }
        if case .once(let dates)? = condition.span, let today = days.first?.date, dates.upperBound < today {
            return "this exception is over: its last day was \(dates.upperBound.inWords). It can be removed"
        }
        return days.contains { condition.holds(on: $0.facts) }
            ? nil : "this exception holds on no day of the coming year"
    }

    // MARK: Adhan, iqama and what is before them

    /// Why the time of a rule is not used on a day.
    private enum Misfit { case unknown, early, late, far, afterIqama, inKhutbah }

    private func misfit(_ wanted: Instant, _ prayer: Prayer, _ day: Day) -> Misfit? {
        if wanted < day.ruled[prayer] { return .early }
        return rules.end(of: prayer, day.ruled, day.facts).map { $0 <= wanted } == true ? .late : nil
    }

    private func adhan(_ prayer: Prayer) -> [Remark] {
        var found: [Misfit: [CivilDate]] = [:]
        var count = 0
        for day in days {
            guard case .at(let rule) = rules.adhan[prayer]?.value(on: day.facts, for: prayer) else { continue }
            count += 1
            guard let wanted = rules.instant(rule, prayer, day.ruled, zone) else {
                found[.unknown, default: []].append(day.date)
                continue
            }
            let congregation = rules.congregation(of: prayer, day.ruled).flatMap { $0 < wanted ? $0 : nil }
            let late = congregation.map { day.ruled.fridays.contains($0) ? Misfit.inKhutbah : .afterIqama }
            if let misfit = misfit(wanted, prayer, day) ?? late { found[misfit, default: []].append(day.date) }
        }
        // Before a short wait for the iqama there is no room; only if there never is, the rule does nothing.
        let isFixed = rules.adhan[prayer]?.values.contains { if case .at(.clock) = $0 { true } else { false } } ?? false
        if !isFixed, found[.early, default: []].count < count { found[.early] = nil }
        let begins = "it is called when the prayer begins"
        let unknown = "counts from the iqama, and no iqama of \(prayer.rawValue) is known"
        let rows: [(Misfit, words: String, instead: String)] = [
            (.unknown, unknown, "\(begins); see [iqama]"), (.early, "is before the prayer begins", begins),
            (.late, "is after the prayer's time has ended", begins),
            (.afterIqama, "is after the iqama", "it is called at the iqama"),
            (.inKhutbah, "is after the first khutbah begins", "it is called when that begins"),
        ]
        let name = prayer.rawValue
        return rows.compactMap { misfit, words, instead in
            remark("adhan.\(name)", "the adhan of \(name) \(words)", found[misfit] ?? [], "then \(instead)")
        }
    }

    private func iqama(_ prayer: Prayer) -> [Remark] {
        [iqamaInAdhan(prayer)].compactMap(\.self) + iqamaMisfits(prayer)
    }

    /// The rules whose time cannot be the iqama on some days, with what is done then.
    package func iqamaMisfits(_ prayer: Prayer) -> [Remark] {
        struct Case: Hashable {
            let misfit: Misfit
            let then: String
            let exception: DayCondition?
        }
        var found: [(Case, [CivilDate])] = []
        for day in days where prayer != .dhuhr || day.ruled.fridays.isEmpty {
            guard let rule = rules.iqama[prayer]?.value(on: day.facts, for: prayer),
                day.plain.iqama[prayer] == nil || !rule.isFallback
            else { continue }
            var bare = day.ruled
            (bare.iqama[prayer], bare.called[prayer]) = (nil, nil)
            guard let wanted = rules.wanted(rule, prayer, bare, day.facts, zone) else { continue }
            let isFar = wanted.seconds - day.ruled.adhan(of: prayer).seconds > PrayerDay.longestWait
            guard let misfit = misfit(wanted, prayer, day) ?? (isFar ? .far : nil) else { continue }
            let least = DurationText.format(.seconds(rule.least))
            let none = "then there is no iqama; write another time, or least = \"10m\" for 10 minutes after the adhan"
            let kept = day.ruled.iqama[prayer] == nil ? none : "then it is \(least) after the adhan"
            let then = misfit == .far ? "write an earlier iqama" : kept
            let row = Case(
                misfit: misfit,
                then: then,
                exception: rules.iqama[prayer]?.condition(on: day.facts, for: prayer)
            )
            if let index = found.firstIndex(where: { $0.0 == row }) {
                found[index].1.append(day.date)
            } else {
                found.append((row, [day.date]))
            }
        }
        let longest = DurationText.format(.seconds(PrayerDay.longestWait))
        let words: [Misfit: String] = [
            .early: "is before the prayer begins", .late: "is after the prayer's time has ended",
            .far: "is more than \(longest) after the adhan",
        ]
        let name = prayer.rawValue
        return found.compactMap { row, dates in
            let sentence = "the iqama of \(name) \(words[row.misfit] ?? "")"
            let isMistake = row.misfit == .far ? true : nil
            var remark = remark("iqama.\(name)", sentence, dates, row.then, isMistake: isMistake)
            remark?.exception = row.exception
            return remark
        }
    }

    private func tarhim(_ prayer: Prayer) -> [Remark] {
        let calls = occasions.filter { $0.key.occasion.isAdhan && $0.silence == nil }
        let early = occasions.filter { due in
            guard due.key.occasion == .tarhim(prayer), let end = due.before?.at else { return false }
            return calls.contains { due.at <= $0.at && $0.at < end && $0.key.occasion != .adhan(prayer) }
        }
        let instead = "then that adhan ends it"
        let words = "the tarhim of \(prayer.rawValue) begins before the adhan of the prayer before"
        return [remark("tarhim.\(prayer.rawValue)", words, early.map(\.key.date), instead)].compactMap(\.self)
    }

    // MARK: What never comes

    /// If no prayer is called on any day.
    private var silent: [Remark] {
        let isCalled = occasions.contains { due in
            due.key.occasion.isAdhan && (due.silence == nil || due.replacement != nil)
                || due.key.occasion.kind == .jumuah && rules.jumuah.call != .dhuhr && due.silence == nil
        }
        return isCalled
            ? [] : [Remark(key: "adhan", words: "no prayer is called on any day of the coming year, by [adhan]")]
    }

    private var eids: [Remark] {
        let early = occasions.filter { due in
            due.key.occasion.kind == .eid
                && days.contains { $0.date == due.key.date && due.at < $0.ruled[.sunrise] }
        }
        return [
            remark(
                "eid",
                "an Eid prayer is before sunrise",
                early.map(\.key.date),
                "it is prayed after sunrise: write a later time into [eid]"
            )
        ].compactMap(\.self)
    }

    private var reminders: [Remark] {
        let known = Set(occasions.map(\.key.occasion))
        return rules.reminders.keys.filter { !known.contains($0) }.map(\.name).sorted().map { name in
            Remark(
                key: "reminders.\(name)",
                words: "[reminders] \(name) does nothing: there is no \(name) in the coming year"
            )
        }
    }

    /// Recordings and settings that nothing plays and nothing asks for.
    private var unused: [Remark] {
        let isLead = if case .before = rules.ramadan.iftar { true } else { false }
        return [
            ("reminders.file", rules.reminders.isEmpty, "no reminder is set, as in adhan-maghrib = \"10m\""),
            ("tarhim.file", rules.tarhim.isEmpty, "no prayer has a tarhim, as in fajr = \"6m\""),
            ("ramadan.imsak_file", !rules.ramadan.hasImsak, "imsak = false"),
            ("ramadan.iftar_lead", !isLead, "it needs iftar_file, and not iftar = \"instead\""),
            (
                "eid.takbir", !rules.eid.hasPrayers,
                "no Eid prayer is set, as in fitr = [\"08:00\"]"
            ),
        ].compactMap { key, isUnused, why in
            let name = key.replacing(".", with: "] ")
            return isUnused && written.contains(key) ? Remark(key: key, words: "[\(name) does nothing: \(why)") : nil
        }
    }

    /// Nil if there is no such date.
    ///
    /// - Parameter isMistake: nil where it is one if it is so on every day.
    func remark(
        _ key: String,
        _ words: String,
        _ dates: [CivilDate],
        _ advice: String,
        isMistake: Bool? = nil
    ) -> Remark? {
        guard let first = dates.first else { return nil }
        let isFriday = dates.count > 1 && dates.allSatisfy { $0.weekday == 5 }
        let isDaily = dates.count > 1 && dates.count == days.count
        let span = days.count > 8 ? "year" : "week"
        let when =
            dates.count == 1
            ? "on \(first)"
            : isDaily
                ? "on every day"
                : "on \(dates.count) \(isFriday ? "Fridays" : "days") of the coming \(span), first on \(first)"
        return Remark(key: spot(key), words: "\(words) \(when)", advice: advice, isMistake: isMistake ?? isDaily)
    }

    /// Where the config has that key: a rule may be in an exception only.
    func spot(_ key: String) -> String {
        let table = String(key.prefix { $0 != "." })
        return [key, table + ".when", table].first(where: written.contains) ?? key
    }
}
