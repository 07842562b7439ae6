/// Finds everything that happens on a day.
extension MosqueRules {
    /// How late an iqama, a reminder or the like may come: later it would say what is not so.
    private static let margin: Duration = .minutes(1)
    /// A recording before an adhan does not begin later than this before it.
    private static let lead: Duration = .seconds(30)

    /// The occasions of a day that the rules were applied to, in no order.
    ///
    /// - Parameter next: the mosque date after it; nil if the timetable ends.
    func occasions(of day: PrayerDay, before next: PrayerDay?, in zone: ZoneRules) -> [ScheduledOccasion] {
        let facts = DayFacts(of: day, before: next, in: zone, calendar)
        let found =
            Prayer.called.flatMap { prayers($0, day, facts) } + fridays(day) + ramadan(day, facts) + eids(day, zone)
        return found + found.flatMap(reminders)
    }

    /// From when until when nothing else sounds on a Friday, each with its occasion.
    func khutbahs(of day: PrayerDay) -> [Khutbah] {
        guard jumuah.khutbah > 0 else { return [] }
        return day.fridays.enumerated().map { index, begin in
            Khutbah(
                occasion: .jumuah(index + 1),
                begin: begin,
                end: begin + .seconds(jumuah.khutbah),
                // If Dhuhr begins later than the khutbah, its adhan is the only one of the day.
                isCalledByDhuhr: jumuah.call == .dhuhr
            )
        }
    }

    private func prayers(_ prayer: Prayer, _ day: PrayerDay, _ facts: DayFacts) -> [ScheduledOccasion] {
        let (adhan, iqama) = (day.adhan(of: prayer), day.iqama[prayer])
        var call = due(.adhan(prayer), day, at: adhan)
        call.silence = silence(of: prayer, day, facts)
        if isReplaced(prayer, facts) { call.replacement = OccasionKey(day.date, .iftar) }
        if off(prayer, facts) == nil, isLeftToKhutbah(prayer, day) { call.leftTo = OccasionKey(day.date, .jumuah(1)) }
        call.latest = latest(of: prayer, at: adhan, day)
        let isFriday = prayer == .dhuhr && !day.fridays.isEmpty
        var found = [call]
        if let lead = tarhim[prayer]?.value(on: facts, for: prayer) {
            // In Ramadan iftar comes with the beginning of Maghrib, and the adhan after it.
            let isIftar = prayer == .maghrib && facts.isRamadan && ramadan.iftar != nil
            let end = isIftar ? day[.maghrib] : adhan
            let silence = isIftar ? off(prayer, facts) : call.silence
            let before = ScheduledOccasion.Before(occasion: isIftar ? .iftar : .adhan(prayer), at: end)
            found.append(due(.tarhim(prayer), day, lead, before, silence))
        }
        if let iqama, !isFriday {
            found.append(due(.iqama(prayer), day, at: iqama, latest: iqama + Self.margin))
        }
        return found
    }

    /// The last moment at which what calls that prayer may begin: never with its iqama or after it, nor in the khutbah.
    /// Nil where there is neither. A call that is due at that second is hardly late.
    private func latest(of prayer: Prayer, at call: Instant, _ day: PrayerDay) -> Instant? {
        let isFriday = prayer == .dhuhr && !day.fridays.isEmpty
        let next = isFriday ? day.fridays.first { $0 >= call } : day.iqama[prayer]
        guard let next, next >= call else { return nil }
        return next == call ? call + Self.margin : next - .seconds(1)
    }

    /// Why the prayer is not called at all; nil if it is.
    private func off(_ prayer: Prayer, _ facts: DayFacts) -> SkipCause? {
        switch switches[prayer] {
        case .off(let who): .switchedOff(by: who)
        case nil where adhan[prayer]?.value(on: facts, for: prayer) == .off: .offInConfig
        case .on, nil: nil
        }
    }

    /// Whether a Friday prayer of the config has an adhan of its own.
    package var callsFridays: Bool {
        !jumuah.times.isEmpty && (jumuah.call != .dhuhr || jumuah.firstAdhan != nil)
    }

    /// Why the adhan of a prayer does not sound on a day that the rules were applied to; nil where it does.
    package func silence(of prayer: Prayer, _ day: PrayerDay, _ facts: DayFacts) -> SkipCause? {
        if let off = off(prayer, facts) { return off }
        if isLeftToKhutbah(prayer, day) { return .calledBeforeKhutbah }
        return isReplaced(prayer, facts) ? .iftarInstead : nil
    }

    /// Whether the khutbah's own adhan calls the prayer.
    private func isLeftToKhutbah(_ prayer: Prayer, _ day: PrayerDay) -> Bool {
        prayer == .dhuhr && !day.fridays.isEmpty && jumuah.call == .khutbah
    }

    /// Whether the fast's end sounds at the second of Maghrib in place of its adhan.
    private func isReplaced(_ prayer: Prayer, _ facts: DayFacts) -> Bool {
        prayer == .maghrib && facts.isRamadan && ramadan.iftar == .instead && off(prayer, facts) == nil
    }

    private func fridays(_ day: PrayerDay) -> [ScheduledOccasion] {
        // A person who switches Dhuhr off means Friday's calls, too. The config has a key for each.
        let off: SkipCause? = if case .off(let who) = switches[.dhuhr] { .switchedOff(by: who) } else { nil }
        // Where Dhuhr's adhan is the call, the khutbah is only announced.
        let silence = jumuah.call == .dhuhr ? nil : off
        return day.fridays.enumerated().flatMap { index, begin -> [ScheduledOccasion] in
            let khutbah = due(.jumuah(index + 1), day, at: begin, latest: begin + Self.margin, silence: silence)
            guard let lead = jumuah.firstAdhan else { return [khutbah] }
            let before = ScheduledOccasion.Before(occasion: .jumuah(index + 1), at: begin)
            return [due(.firstAdhan(index + 1), day, lead, before, off), khutbah]
        }
    }

    private func ramadan(_ day: PrayerDay, _ facts: DayFacts) -> [ScheduledOccasion] {
        guard facts.isRamadan else { return [] }
        let (fajr, maghrib) = (day[.fajr], day[.maghrib])
        var found = ramadan.suhoor.prefix(Occasion.most).map { lead in
            let (at, before) = (fajr - .seconds(lead), ScheduledOccasion.Before(occasion: .adhan(.fajr), at: fajr))
            return due(.suhoor(lead), day, at: at, latest: at + Self.margin, before: before)
        }
        if ramadan.hasImsak {
            let imsak = day.imsak.flatMap { $0 <= fajr ? $0 : nil } ?? fajr - .minutes(ramadan.imsakMinutes)
            found.append(due(.imsak, day, at: imsak, latest: imsak + Self.margin))
        }
        switch off(.maghrib, facts) == nil ? ramadan.iftar : .instead {
        case .before:
            let adhan = day.adhan(of: .maghrib)
            let before = ScheduledOccasion.Before(occasion: .adhan(.maghrib), at: adhan)
            found.append(due(.iftar, day, at: maghrib, latest: adhan - Self.lead, before: before))
        case .instead, nil:
            found.append(due(.iftar, day, at: maghrib, latest: latest(of: .maghrib, at: maghrib, day)))
        }
        return found
    }

    private func eids(_ day: PrayerDay, _ zone: ZoneRules) -> [ScheduledOccasion] {
        let times: [Int]
        switch calendar.date(of: day).map({ ($0.month.month, $0.day) }) {
        case (10, 1)?: times = eid.fitr
        case (12, 10)?: times = eid.adha
        default: return []
        }
        return times.prefix(Occasion.most).enumerated().flatMap { index, second -> [ScheduledOccasion] in
            let at = zone.instant(day.date, secondOfDay: second)
            let prayer = due(.eid(index + 1), day, at: at, latest: at + Self.margin)
            guard let lead = eid.takbir else { return [prayer] }
            return [
                due(.takbir(index + 1), day, lead, ScheduledOccasion.Before(occasion: .eid(index + 1), at: at)), prayer,
            ]
        }
    }

    private func reminders(of occasion: ScheduledOccasion) -> [ScheduledOccasion] {
        (reminders[occasion.key.occasion] ?? []).prefix(Occasion.most).map { lead in
            let at = occasion.at - .seconds(lead)
            return ScheduledOccasion(
                OccasionKey(occasion.key.date, .reminder(occasion.key.occasion, lead)),
                at: at,
                source: occasion.source,
                latest: min(at + Self.margin, occasion.at),
                before: ScheduledOccasion.Before(occasion: occasion.key.occasion, at: occasion.at),
                silence: occasion.replacement == nil ? occasion.silence : nil
            )
        }
    }

    /// An occasion that begins so many seconds before another one, and ends before it.
    private func due(
        _ occasion: Occasion,
        _ day: PrayerDay,
        _ lead: Int,
        _ before: ScheduledOccasion.Before,
        _ silence: SkipCause? = nil
    ) -> ScheduledOccasion {
        let at = before.at - .seconds(lead)
        return due(occasion, day, at: at, latest: before.at - Self.lead, before: before, silence: silence)
    }

    private func due(
        _ occasion: Occasion,
        _ day: PrayerDay,
        at: Instant,
        latest: Instant? = nil,
        before: ScheduledOccasion.Before? = nil,
        silence: SkipCause? = nil
    ) -> ScheduledOccasion {
        ScheduledOccasion(
            OccasionKey(day.date, occasion),
            at: at,
            source: occasion.prayer.map(day.source(of:)) ?? day.source,
            latest: latest,
            before: before,
            silence: silence
        )
    }
}

/// The time of a Friday's khutbah, in which nothing else sounds.
package struct Khutbah: Hashable, Sendable {
    package let occasion: Occasion
    package let begin, end: Instant
    /// Whether Dhuhr's adhan is the one before this prayer.
    let isCalledByDhuhr: Bool

    package func contains(_ moment: Instant) -> Bool { begin <= moment && moment < end }

    /// Whether an occasion that begins at that moment is not heard because of it.
    package func silences(_ other: Occasion, at moment: Instant) -> Bool {
        contains(moment) && other != occasion && !(isCalledByDhuhr && other == .adhan(.dhuhr))
    }
}
