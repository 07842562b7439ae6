/// The six times of one mosque date as a clock on the wall shows them, in their order, before a zone makes moments of them.
struct WallDay: Sendable, Hashable {
    /// From here on a Fajr after Sunrise by the clock is that of the evening before: in high latitudes the middle of the
    /// night may fall before 00:00.
    private static let evening = 20 * 3600
    /// Up to here Maghrib and Isha may fall after the midnight that ends the date.
    private static let smallHours = 4 * 3600

    let date: CivilDate
    private let clock: FileClock
    /// Seconds since the clock's midnight of the date, in UTC that of Dhuhr; they may be negative, or 86,400 and more.
    private let fajr, sunrise, dhuhr, asr, maghrib, isha: Int

    /// Puts six times of the clock into the order of a day.
    ///
    /// Sunrise, Dhuhr and Asr are always on the date itself; a time that would need another day to come after the one
    /// before it is a slip of the pen, but for a Fajr in the evening and a Maghrib or Isha in the small hours.
    ///
    /// - Parameters:
    ///   - fileClock: by which the times are written.
    ///   - clock: seconds since the clock's midnight, 0..<86,400, of each prayer.
    init(_ date: CivilDate, by fileClock: FileClock, clock: (Prayer) -> Int) throws(DayProblem) {
        (self.date, self.clock, dhuhr) = (date, fileClock, clock(.dhuhr))
        if fileClock == .utc {
            // Far from Greenwich any time of the day may be the one that passes midnight: each follows the one before.
            asr = dhuhr + (clock(.asr) - dhuhr).withinADay
            maghrib = asr + (clock(.maghrib) - asr).withinADay
            isha = maghrib + (clock(.isha) - maghrib).withinADay
            sunrise = dhuhr - (dhuhr - clock(.sunrise)).withinADay
            fajr = sunrise - (sunrise - clock(.fajr)).withinADay
        } else {
            let (fajr, maghrib, isha) = (clock(.fajr), clock(.maghrib), clock(.isha))
            (sunrise, asr) = (clock(.sunrise), clock(.asr))
            self.fajr = fajr >= max(sunrise, Self.evening) ? fajr - 86_400 : fajr
            // A time in the small hours is after midnight where it could not be on the date.
            self.maghrib = maghrib <= asr && maghrib < Self.smallHours ? maghrib + 86_400 : maghrib
            self.isha = isha <= self.maghrib && isha < Self.smallHours ? isha + 86_400 : isha
        }
        for (earlier, later) in zip(Prayer.allCases, Prayer.allCases.dropFirst()) where self[later] <= self[earlier] {
            throw .order(later, clockText(later), after: earlier, clockText(earlier))
        }
        // A slip sends all that follows it to the next day.
        if fileClock == .utc, isha - fajr >= 86_400 { throw .longerThanADay }
    }

    var isLocal: Bool { clock == .local }

    /// The moments of the times.
    ///
    /// In a gap the offset before it counts, in an overlap the first time the clock shows it: as the times ascend on the
    /// wall, that first time is always after the prayer before.
    func day(in zone: ZoneRules) -> PrayerDay {
        let (zone, date) = placed(in: zone)
        return PrayerDay(date: self.date) { zone.instant(date, secondOfDay: self[$0]) }
    }

    /// The zone of the file's clock, and the date on which it shows Dhuhr.
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
    /// Seconds brought into one day, 0..<86,400.
    var withinADay: Int {
        let rest = self % 86_400
        return rest < 0 ? rest + 86_400 : rest
    }
}
