/// Finds everything that happens on a day.
extension MosqueRules {
    /// How late an iqama, a reminder or the like may come: later it would say what is not so.
    private static let margin: Duration = .minutes(1)
    /// A recording before an adhan does not begin later than this before it.
    private static let lead: Duration = .seconds(30)

    /// The occasions of a day that the rules were applied to, in no order.
    func occasions(of day: PrayerDay, in zone: ZoneRules) -> [Due] {
        let facts = DayFacts(of: day, in: zone, calendar)
        let found =
            Prayer.called.flatMap { prayers($0, day, facts) } + fridays(day) + ramadan(day, facts) + eids(day, zone)
        return found + found.flatMap(reminders)
    }

    /// From when until when nothing else sounds on a Friday, each with its occasion.
    func khutbahs(of day: PrayerDay) -> [Khutbah] {
        guard jumuah.khutbah > 0 else { return [] }
        return day.fridays.enumerated().map { index, begin in
            Khutbah(occasion: .jumuah(index + 1), begin: begin, end: begin + .seconds(jumuah.khutbah))
        }
    }

    private func prayers(_ prayer: Prayer, _ day: PrayerDay, _ facts: DayFacts) -> [Due] {
        let (adhan, iqama) = (day.adhan(of: prayer), day.iqama[prayer])
        var call = due(.adhan(prayer), day, at: adhan)
        call.silence = silence(of: prayer, day, facts)
        // A late adhan never begins with its iqama or after it.
        if let iqama, iqama > adhan { call.latest = iqama - .seconds(1) }
        var found = [call]
        if let lead = tarhim[prayer]?.value(on: facts) {
            found.append(
                due(
                    .tarhim(prayer),
                    day,
                    at: adhan - .seconds(lead),
                    latest: adhan - Self.lead,
                    silence: call.silence
                )
            )
        }
        if let iqama, prayer != .dhuhr || day.fridays.isEmpty {
            found.append(due(.iqama(prayer), day, at: iqama, latest: iqama + Self.margin))
        }
        return found
    }

    private func silence(of prayer: Prayer, _ day: PrayerDay, _ facts: DayFacts) -> String? {
        if adhan[prayer]?.value(on: facts) == .off { return "off in [adhan]" }
        if prayer == .dhuhr, !day.fridays.isEmpty, jumuah.call == .khutbah {
            return "called before the khutbah instead"
        }
        if prayer == .maghrib, facts.isRamadan, ramadan.iftar == .instead { return "iftar sounds instead" }
        return nil
    }

    private func fridays(_ day: PrayerDay) -> [Due] {
        day.fridays.enumerated().flatMap { index, begin -> [Due] in
            let khutbah = due(.jumuah(index + 1), day, at: begin, latest: begin + Self.margin)
            guard let lead = jumuah.firstAdhan else { return [khutbah] }
            return [
                due(.firstAdhan(index + 1), day, at: begin - .seconds(lead), latest: begin - Self.lead), khutbah,
            ]
        }
    }

    private func ramadan(_ day: PrayerDay, _ facts: DayFacts) -> [Due] {
        guard facts.isRamadan else { return [] }
        let (fajr, maghrib) = (day[.fajr], day[.maghrib])
        var found = ramadan.suhoor.prefix(Occasion.most).enumerated().map { index, lead in
            due(.suhoor(index + 1), day, at: fajr - .seconds(lead), latest: fajr - .seconds(lead) + Self.margin)
        }
        if ramadan.hasImsak {
            let imsak = day.imsak.flatMap { $0 <= fajr ? $0 : nil } ?? fajr - .minutes(ramadan.imsakMinutes)
            found.append(due(.imsak, day, at: imsak, latest: imsak + Self.margin))
        }
        switch ramadan.iftar {
        case .before: found.append(due(.iftar, day, at: maghrib, latest: day.adhan(of: .maghrib) - Self.lead))
        case .instead, nil: found.append(due(.iftar, day, at: maghrib))
        }
        return found
    }

    private func eids(_ day: PrayerDay, _ zone: ZoneRules) -> [Due] {
        let times: [Int]
        switch calendar.date(of: day).map({ ($0.month.month, $0.day) }) {
        case (10, 1)?: times = eid.fitr
        case (12, 10)?: times = eid.adha
        default: return []
        }
        return times.prefix(Occasion.most).enumerated().flatMap { index, second -> [Due] in
            let at = zone.instant(day.date, secondOfDay: second)
            let prayer = due(.eid(index + 1), day, at: at, latest: at + Self.margin)
            guard let lead = eid.takbir else { return [prayer] }
            return [due(.takbir(index + 1), day, at: at - .seconds(lead), latest: at - Self.lead), prayer]
        }
    }

    private func reminders(of occasion: Due) -> [Due] {
        (reminders[occasion.key.occasion] ?? []).prefix(Occasion.most).enumerated().map { index, lead in
            let at = occasion.at - .seconds(lead)
            return Due(
                OccasionKey(occasion.key.date, .reminder(occasion.key.occasion, index + 1)),
                at: at,
                source: occasion.source,
                latest: min(at + Self.margin, occasion.at),
                silence: occasion.silence
            )
        }
    }

    private func due(
        _ occasion: Occasion,
        _ day: PrayerDay,
        at: Instant,
        latest: Instant? = nil,
        silence: String? = nil
    ) -> Due {
        Due(
            OccasionKey(day.date, occasion),
            at: at,
            source: occasion.prayer.map(day.source(of:)) ?? day.source,
            latest: latest,
            silence: silence
        )
    }
}

/// The time of a Friday's khutbah, in which nothing else sounds.
package struct Khutbah: Hashable, Sendable {
    package let occasion: Occasion
    package let begin, end: Instant

    /// Whether the moment is in it.
    package func contains(_ moment: Instant) -> Bool { begin <= moment && moment < end }
}
