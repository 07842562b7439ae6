/// The six times of one mosque date.
package struct PrayerDay: Sendable, Hashable {
    /// The civil date of the day's Dhuhr in the mosque's zone. In high latitudes Fajr may be before this date begins,
    /// and Maghrib and Isha after it ends.
    package let date: CivilDate
    package private(set) var source: SourceName
    /// Which times are estimates, because the sun does not give them on that day, each with its reason.
    package let estimates: Estimates
    /// The source's own Hijri date, within two days of Umm al-Qura's; nil if it gives none. `HijriCalendar` decides
    /// which date counts.
    package var hijri: HijriDate?
    /// The most seconds from an adhan to its congregation. A longer wait means that the congregation is before the
    /// adhan.
    package static let longestWait = 6 * 3600

    /// When the congregations stand up, by the source or else by the mosque's rules.
    package var iqama: [Prayer: Instant] = [:]
    /// When prayers are called that are not called when they begin.
    package var called: [Prayer: Instant] = [:]
    /// When the fast begins, where the source has it: up to three hours before its Fajr.
    package var imsak: Instant?
    /// The khutbahs, ascending, by the source or else by the mosque's rules; some sources have them on every day.
    package var jumuah: [Instant] = []
    /// Whether `jumuah` has the times of the prayers: the source has no khutbahs, and no rule says how long these are
    /// before.
    package var hasJumuahPrayers = false

    /// The khutbahs if the day is a Friday, at most `Occasion.mostOnAFriday`.
    package var fridays: [Instant] { date.weekday == 5 ? Array(jumuah.prefix(Occasion.mostOnAFriday)) : [] }

    /// The khutbahs after some have begun, perhaps by an earlier list. These keep their places, since each khutbah is
    /// known by its number. As many of this list's past ones are taken for them; the others were ahead, and have been
    /// moved into the past.
    func fridays(after begun: [Instant], _ now: Instant) -> [Instant] {
        let moved = fridays.filter { $0 <= now }.dropFirst(begun.count)
        return begun + moved.filter { moment in begun.allSatisfy { $0 < moment } } + fridays.filter { $0 > now }
    }

    /// When the prayer is called.
    package func adhan(of prayer: Prayer) -> Instant { called[prayer] ?? self[prayer] }

    /// The times that stand in for the day's own, which cannot be meant, with their sources. Where the place is only
    /// roughly known, the days beside suggest them, and the source is the day's own.
    package private(set) var replaced: [Prayer: SourceName] = [:]

    private var times: PerPrayer<Instant>

    package init(
        date: CivilDate,
        fajr: Instant,
        sunrise: Instant,
        dhuhr: Instant,
        asr: Instant,
        maghrib: Instant,
        isha: Instant,
        source: SourceName,
        estimates: Estimates = .none
    ) {
        (self.date, self.source, self.estimates) = (date, source, estimates)
        times = PerPrayer(fajr, sunrise, dhuhr, asr, maghrib, isha)
    }

    /// The same times, attributed to another source.
    package func of(_ source: SourceName) -> PrayerDay {
        var day = self
        (day.source, day.replaced) = (source, replaced.mapValues { $0 == self.source ? source : $0 })
        return day
    }

    package func source(of prayer: Prayer) -> SourceName { replaced[prayer] ?? source }

    /// The same day with one time of another source. A congregation that is then no longer after its adhan is left out.
    package func replacing(_ prayer: Prayer, with time: Instant, from source: SourceName) -> PrayerDay {
        var day = self
        day.replaced[prayer] = source
        let fits = time...time + .seconds(Self.longestWait)
        day.iqama[prayer] = iqama[prayer].flatMap { fits.contains($0) ? $0 : nil }
        day.times[prayer] = time
        return day
    }

    /// The same times on the wall clock by other rules of the zone.
    package func onTheWall(of zone: ZoneRules, as own: ZoneRules) -> PrayerDay {
        func moved(_ time: Instant) -> Instant {
            let wall = own.wall(at: time)
            return zone.instant(wall.date, secondOfDay: wall.secondOfDay)
        }
        var day = self
        day.times = times.map(moved)
        (day.iqama, day.called) = (iqama.mapValues(moved), called.mapValues(moved))
        (day.jumuah, day.imsak) = (jumuah.map(moved), imsak.map(moved))
        return day
    }

    /// The first two neighbouring times of which the later one comes first; nil if the day is in order. Equal times
    /// are: in the far north Asr may begin with Dhuhr.
    package var disorder: (earlier: Prayer, later: Prayer)? {
        zip(Prayer.allCases, Prayer.allCases.dropFirst()).first { self[$1] < self[$0] }.map { (earlier: $0, later: $1) }
    }

    package var estimated: Set<Prayer> { estimates.prayers }

    package subscript(_ prayer: Prayer) -> Instant { times[prayer] }
}

extension [PrayerDay] {
    /// Each day with the one after it, where that is the next mosque date. The days ascend.
    package var followed: [(day: PrayerDay, next: PrayerDay?)] {
        zip(self, dropFirst().map(Optional.some) + [nil]).map { day, next in
            (day, next?.date == day.date.adding(days: 1) ? next : nil)
        }
    }
}

/// The source of a day's times. Config, log, tables and ledger all use these words.
package enum SourceName: String, Sendable, Hashable, Codable, CaseIterable {
    /// The mosque's own timetable, from a file on the box.
    case file
    /// A bucket, or any other web address, with the mosque's timetable.
    case s3
    /// AlAdhan's web API.
    case aladhan
    /// The last answer of one of the network sources, from the cache.
    case cache
    /// The timetable shipped with adhand, or the mosque's replacement for it.
    case bundle
    /// Computed from the sun.
    case calculation
    /// Invented to test the box; never a prayer.
    case rehearsal
}
