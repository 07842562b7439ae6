/// What a mosque's rules do on the days ahead that whoever wrote them may not expect: nothing, or something else.
package struct RulesCheck {
    /// A sentence about a key of the config.
    package struct Remark: Hashable, Sendable {
        /// The dotted name, for example `adhan.fajr`, or that of its table.
        package let key: String
        package let words: String
    }

    private struct Day {
        /// As the timetable has it.
        let plain: PrayerDay
        let ruled: PrayerDay
        let facts: DayFacts

        var date: CivilDate { plain.date }
    }

    private let rules: MosqueRules
    private let zone: ZoneRules
    private let days: [Day]
    /// As the rules have them: not yet silent for a khutbah.
    private let occasions: [Due]
    private let written: Set<String>
    private let length: (Occasion) -> Duration?

    /// - Parameters:
    ///   - days: the coming year's, as the timetable has them, ascending.
    ///   - written: the dotted names of the keys in the config.
    ///   - length: of the longest recording of an adhan; nil if it is not known. It may take long, and is asked only where it decides.
    package init(
        _ rules: MosqueRules,
        on days: [PrayerDay],
        in zone: ZoneRules,
        written: Set<String> = [],
        length: @escaping (Occasion) -> Duration? = { _ in nil }
    ) {
        (self.rules, self.zone) = (rules, zone)
        (self.written, self.length) = (written, length)
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
        return Prayer.called.flatMap { adhan($0) + iqama($0) + tarhim($0) } + fridays + reminders + unused
    }

    /// Why an exception does not do what it says; nil if it holds on some days, and not on others.
    package func words(on condition: DayCondition) -> String? {
        if let season = condition.season, !days.contains(where: \.facts.isSummer) {
            let never = season == .summer ? "never" : "every day"
            return "the clocks of \(zone.name) never go ahead, so season = \"\(season.rawValue)\" is \(never)"
        }
        return days.contains { condition.holds(on: $0.facts) }
            ? nil : "this exception holds on no day of the coming year"
    }

    // MARK: Adhan, iqama and what is before them

    private func adhan(_ prayer: Prayer) -> [Remark] {
        var (unknown, early, late): ([CivilDate], [CivilDate], [CivilDate]) = ([], [], [])
        var (after, inKhutbah): ([CivilDate], [CivilDate]) = ([], [])
        var count = 0
        for day in days {
            guard case .at(let rule) = rules.adhan[prayer]?.value(on: day.facts, for: prayer) else { continue }
            count += 1
            guard let wanted = rules.instant(rule, prayer, day.ruled, zone) else {
                unknown.append(day.date)
                continue
            }
            if wanted < day.ruled[prayer] {
                early.append(day.date)
            } else if let end = rules.end(of: prayer, day.ruled), end <= wanted {
                late.append(day.date)
            } else if let congregation = rules.congregation(of: prayer, day.ruled), congregation < wanted {
                if day.ruled.fridays.contains(congregation) {
                    inKhutbah.append(day.date)
                } else {
                    after.append(day.date)
                }
            }
        }
        // Before a short wait for the iqama there is no room; only if there never is, the rule does nothing.
        let isFixed = rules.adhan[prayer]?.values.contains { if case .at(.clock) = $0 { true } else { false } } ?? false
        if !isFixed, early.count < count { early = [] }
        let begins = "it is called when the prayer begins"
        return [
            ("counts from the iqama, and no iqama of \(prayer.rawValue) is known", unknown, "\(begins); see [iqama]"),
            ("is before the prayer begins", early, begins), ("is after the prayer's time has ended", late, begins),
            ("is after the iqama", after, "it is called at the iqama"),
            ("is after the first khutbah begins", inKhutbah, "it is called when that begins"),
        ].compactMap { words, dates, instead in
            remark("adhan.\(prayer.rawValue)", "the adhan of \(prayer.rawValue) \(words)", dates, "then \(instead)")
        }
    }

    private func iqama(_ prayer: Prayer) -> [Remark] {
        let key = "iqama.\(prayer.rawValue)"
        let own = days.filter { prayer != .dhuhr || $0.ruled.fridays.isEmpty }
        if written.contains(key), !own.isEmpty, own.allSatisfy({ $0.plain.iqama[prayer] != nil }) {
            let words = "is not used: the timetable has that iqama on every day, and comes first"
            return [Remark(key: key, words: "[iqama] \(prayer.rawValue) \(words)")]
        }
        var (early, late): ([CivilDate], [CivilDate]) = ([], [])
        var waits: Set<Int> = []
        for day in own where day.plain.iqama[prayer] == nil {
            guard let rule = rules.iqama[prayer]?.value(on: day.facts, for: prayer), let time = rule.time,
                let wanted = rules.instant(time, prayer, day.ruled, zone)
            else { continue }
            if wanted < day.ruled[prayer] {
                early.append(day.date)
            } else if let end = rules.end(of: prayer, day.ruled), end <= wanted {
                late.append(day.date)
            } else {
                continue
            }
            waits.insert(rule.otherwise(prayer))
        }
        let wait = waits.sorted().map { DurationText.format(.seconds($0)) }.joined(separator: " or ")
        return [("is before the prayer begins", early), ("is after the prayer's time has ended", late)].compactMap {
            remark(key, "the iqama of \(prayer.rawValue) \($0)", $1, "then it is \(wait) after the adhan")
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

    // MARK: Friday

    private var fridays: [Remark] {
        let fridays = days.filter { !$0.ruled.fridays.isEmpty }
        guard !fridays.isEmpty else {
            let idle = ["iqama", "first_adhan", "khutbah", "adhan"].filter { written.contains("jumuah.\($0)") }
            guard let first = idle.first else { return [] }
            let verb = idle.count == 1 ? "does" : "do"
            let advice = "as in times = [\"13:15\"]"
            let words = "\(verb) nothing, for no Friday has a khutbah: write when it begins, \(advice)"
            return [Remark(key: "jumuah.\(first)", words: "[jumuah] \(idle.joined(separator: " and ")) \(words)")]
        }
        var remarks: [Remark] = []
        if written.contains("jumuah.times"), fridays.allSatisfy({ !$0.plain.fridays.isEmpty }) {
            let words = "[jumuah] times is not used: the timetable has the khutbahs of every Friday, and comes first"
            remarks.append(Remark(key: "jumuah.times", words: words))
        }
        let khutbah = Duration.seconds(rules.jumuah.khutbah)
        func dates(_ holds: (Day) -> Bool) -> [CivilDate] { fridays.filter(holds).map(\.date) }
        func meets(_ second: Instant, _ first: Instant) -> Bool {
            rules.jumuah.prayer(after: first).map { second <= $0 } ?? false
        }
        remarks += [
            remark(
                "jumuah",
                "a khutbah begins while the one before lasts, by khutbah = \"\(DurationText.format(khutbah))\",",
                dates { day in zip(day.ruled.fridays.dropFirst(), day.ruled.fridays).contains { $0 < $1 + khutbah } },
                "write a shorter khutbah, or other times"
            ),
            remark(
                "jumuah.iqama",
                "a khutbah begins before the prayer of the one before, by iqama,",
                dates { day in zip(day.ruled.fridays.dropFirst(), day.ruled.fridays).contains(where: meets) },
                "write a shorter iqama, or other times"
            ),
            remark(
                "jumuah",
                "the first khutbah begins before Dhuhr does",
                dates { day in day.ruled.fridays.first.map { $0 < day.ruled[.dhuhr] } ?? false },
                "write a later one, as in times = [\"dhuhr+15m\"]"
            ),
            remark(
                "jumuah",
                "a khutbah or its prayer is after Dhuhr's time has ended",
                dates { day in
                    day.ruled.fridays.contains { day.ruled[.asr] <= rules.jumuah.prayer(after: $0) ?? $0 }
                },
                "write an earlier one, as in times = [\"asr-45m\"]"
            ),
        ].compactMap(\.self)
        remarks += lostCalls + callsIntoKhutbahs
        if let lead = rules.jumuah.firstAdhan, let length = length(.firstAdhan(1)), .seconds(lead) < length {
            let times = [.seconds(lead), length].map { DurationText.format(.seconds($0.components.seconds)) }
            let words =
                "[jumuah] first_adhan = \"\(times[0])\" is shorter than its recording, \(times[1]): the khutbah ends it"
            remarks.append(Remark(key: "jumuah.first_adhan", words: words))
        }
        return remarks
    }

    /// The calls that do not sound because a khutbah lasts.
    private var lostCalls: [Remark] {
        let khutbahs = days.flatMap { rules.khutbahs(of: $0.ruled) }
        let lost = occasions.filter { due in
            let occasion = due.key.occasion
            return occasion.isCall && occasion.kind != .jumuah && due.silence == nil
                && khutbahs.contains { $0.silences(occasion, at: due.at) }
        }
        let names = lost.map(\.key.occasion).reduce(into: [Occasion]()) { if !$0.contains($1) { $0.append($1) } }
        return names.compactMap { occasion in
            remark(
                "jumuah",
                "\(Self.words(occasion)) is due during a khutbah",
                lost.filter { $0.key.occasion == occasion }.map(\.key.date),
                "then it does not sound; if it should, write a shorter khutbah into [jumuah]"
            )
        }
    }

    /// What an adhan lasts whose recording's length is not known, or less.
    private static let usualLength: Duration = .minutes(5)
    /// No recording of an adhan is longer.
    private static let longest: Duration = .minutes(15)

    /// The adhans that may still sound when a khutbah begins, for an adhan is never cut.
    private var callsIntoKhutbahs: [Remark] {
        let fridays = occasions.filter { $0.key.occasion.kind == .jumuah }
        var found: [Occasion: [(date: CivilDate, ahead: Duration)]] = [:]
        for due in occasions where due.key.occasion.isAdhan && due.silence == nil && due.key.date.weekday == 5 {
            let khutbah = fridays.first { due.at < $0.at && $0.at < due.at + Self.longest }
            guard let khutbah else { continue }
            found[due.key.occasion, default: []].append((due.key.date, khutbah.at - due.at))
        }
        return Prayer.called.map(Occasion.adhan).compactMap { adhan in
            guard let near = found[adhan] else { return nil }
            let known = length(adhan)
            let dates = near.filter { $0.ahead < known ?? Self.usualLength }.map(\.date)
            let lasts = known.map { ", which lasts \(DurationText.format(.seconds($0.components.seconds)))," } ?? ""
            return rules.jumuah.call == .dhuhr
                ? remark(
                    "jumuah",
                    "\(Self.words(adhan))\(lasts) \(known == nil ? "is less than 5m before a khutbah" : "sounds on into a khutbah")",
                    dates,
                    "an adhan is never cut; for silence, let the khutbah begin later"
                )
                : remark(
                    "jumuah",
                    "\(Self.words(adhan))\(lasts) is so soon before a khutbah that the khutbah's own adhan may be missed",
                    dates,
                    "that one waits a minute at most; let the khutbah begin later"
                )
        }
    }

    private static func words(_ occasion: Occasion) -> String {
        if case .adhan(let prayer) = occasion { "the adhan of \(prayer.rawValue)" } else { occasion.name }
    }

    // MARK: What never comes

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
    private func remark(_ key: String, _ words: String, _ dates: [CivilDate], _ advice: String) -> Remark? {
        guard let first = dates.first else { return nil }
        let isFriday = dates.count > 1 && dates.allSatisfy { $0.weekday == 5 }
        let when =
            dates.count == 1
            ? "on \(first)"
            : dates.count == days.count
                ? "on every day"
                : "on \(dates.count) \(isFriday ? "Fridays" : "days") of the coming year, first on \(first)"
        // A rule may be in an exception only.
        let table = String(key.prefix { $0 != "." })
        let spot = [key, table + ".when", table].first(where: written.contains) ?? key
        return Remark(key: spot, words: "\(words) \(when); \(advice)")
    }
}
