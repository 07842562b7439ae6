/// The six times of one mosque date on a wall clock, in order, before a zone turns them into moments.
struct WallDay: Sendable, Hashable {
    /// From this second on, a Fajr later than sunrise on the clock belongs to the evening before: in high latitudes the
    /// middle of the night may be before 00:00.
    private static let evening = 20 * 3600
    /// Until this second, Maghrib and Isha may be after the midnight that ends the date.
    private static let smallHours = 4 * 3600

    let date: CivilDate
    private let clock: FileClock
    /// Seconds since midnight of the date (in a UTC file, of the date of Dhuhr). They may be negative, or 86,400 and
    /// more.
    private let fajr, sunrise, dhuhr, asr, maghrib, isha: Int

    /// Puts six times of day into the order of a day.
    ///
    /// Sunrise, Dhuhr and Asr are always on the date itself. A time that follows the one before only on another day is
    /// an error, except a Fajr in the evening and a Maghrib or Isha after midnight.
    ///
    /// - Parameters:
    ///   - fileClock: the clock that the times are in.
    ///   - clock: of each prayer, seconds since midnight on that clock, 0..<86,400.
    init(_ date: CivilDate, by fileClock: FileClock, clock: (Prayer) -> Int) throws(DayProblem) {
        (self.date, self.clock, dhuhr) = (date, fileClock, clock(.dhuhr))
        if fileClock == .utc {
            // Far from Greenwich any of the times may be the one after midnight UTC: each is placed after the one
            // before it.
            asr = dhuhr + (clock(.asr) - dhuhr).withinADay
            maghrib = asr + (clock(.maghrib) - asr).withinADay
            isha = maghrib + (clock(.isha) - maghrib).withinADay
            sunrise = dhuhr - (dhuhr - clock(.sunrise)).withinADay
            fajr = sunrise - (sunrise - clock(.fajr)).withinADay
        } else {
            let (fajr, maghrib, isha) = (clock(.fajr), clock(.maghrib), clock(.isha))
            (sunrise, asr) = (clock(.sunrise), clock(.asr))
            self.fajr = fajr >= max(sunrise, Self.evening) ? fajr - 86_400 : fajr
            // A time shortly after midnight belongs to the next day if it is impossible on the date itself.
            self.maghrib = maghrib <= asr && maghrib < Self.smallHours ? maghrib + 86_400 : maghrib
            self.isha = isha <= self.maghrib && isha < Self.smallHours ? isha + 86_400 : isha
        }
        for (earlier, later) in zip(Prayer.allCases, Prayer.allCases.dropFirst()) where self[later] <= self[earlier] {
            throw .order(later, clockText(later), after: earlier, clockText(earlier))
        }
        // One wrong time moves all that follow it to the next day.
        if fileClock == .utc, isha - fajr >= 86_400 { throw .longerThanADay }
    }

    var isLocal: Bool { clock == .local }

    /// The times as moments.
    ///
    /// In a gap, the offset before it is used; in an overlap, the first time that the clock shows it. The times ascend
    /// on the wall, so that first time is always after the previous prayer.
    func day(in zone: ZoneRules) -> PrayerDay {
        let (zone, date) = placed(in: zone)
        return PrayerDay(date: self.date) { zone.instant(date, secondOfDay: self[$0]) }
    }

    /// The zone of the file's clock, and the date of Dhuhr on that clock.
    private func placed(in zone: ZoneRules) -> (ZoneRules, CivilDate) {
        switch clock {
        case .local: return (zone, date)
        case .standard: return (zone.standard(in: date.year), date)
        case .utc:
            let onTheDate = ZoneRules.utc.instant(date, secondOfDay: dhuhr)
            let ahead = zone.wall(at: onTheDate).date.dayNumber - date.dayNumber
            return (.utc, date.adding(days: -ahead))
        }
    }

    private subscript(_ prayer: Prayer) -> Int {
        switch prayer {
        case .fajr: fajr
        case .sunrise: sunrise
        case .dhuhr: dhuhr
        case .asr: asr
        case .maghrib: maghrib
        case .isha: isha
        }
    }

    private func clockText(_ prayer: Prayer) -> String { ClockText.format(self[prayer].withinADay) }
}

extension Int {
    /// Seconds reduced to one day, 0..<86,400.
    var withinADay: Int {
        let rest = self % 86_400
        return rest < 0 ? rest + 86_400 : rest
    }
}
