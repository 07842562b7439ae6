/// The six times of one mosque date as a clock on the wall shows them, in their order, before a zone makes moments of them.
struct WallDay: Sendable, Hashable {
    /// From here on a Fajr after Sunrise by the clock is that of the evening before: in high latitudes the middle of the
    /// night may fall before 00:00.
    private static let evening = 20 * 3600
    /// Up to here Maghrib and Isha may fall after the midnight that ends the date.
    private static let smallHours = 4 * 3600

    let date: CivilDate
    /// Seconds since the wall's midnight of the date; Fajr's may be negative, Maghrib's and Isha's 86,400 and more.
    private let fajr, sunrise, dhuhr, asr, maghrib, isha: Int

    /// Puts six times of the clock into the order of a day.
    ///
    /// Sunrise, Dhuhr and Asr are always on the date itself; a time that would need another day to come after the one
    /// before it is a slip of the pen, but for a Fajr in the evening and a Maghrib or Isha in the small hours.
    ///
    /// - Parameter clock: seconds since the wall's midnight, 0..<86,400, of each prayer.
    init(_ date: CivilDate, clock: (Prayer) -> Int) throws(DayProblem) {
        let (fajr, maghrib, isha) = (clock(.fajr), clock(.maghrib), clock(.isha))
        (self.date, sunrise, dhuhr, asr) = (date, clock(.sunrise), clock(.dhuhr), clock(.asr))
        self.fajr = fajr >= max(sunrise, Self.evening) ? fajr - 86_400 : fajr
        // A time in the small hours is after midnight where it could not be on the date.
        self.maghrib = maghrib <= asr && maghrib < Self.smallHours ? maghrib + 86_400 : maghrib
        self.isha = isha <= self.maghrib && isha < Self.smallHours ? isha + 86_400 : isha
        for (earlier, later) in zip(Prayer.allCases, Prayer.allCases.dropFirst()) where self[later] <= self[earlier] {
            throw .order(later, clockText(later), after: earlier, clockText(earlier))
        }
    }

    /// The moments of the times.
    ///
    /// In a gap the offset before it counts, in an overlap the first time the clock shows it: as the times ascend on the
    /// wall, that first time is always after the prayer before.
    func day(in zone: ZoneRules) -> PrayerDay {
        func at(_ second: Int) -> Instant { zone.instant(date, secondOfDay: second) }
        return PrayerDay(
            date: date,
            fajr: at(fajr),
            sunrise: at(sunrise),
            dhuhr: at(dhuhr),
            asr: at(asr),
            maghrib: at(maghrib),
            isha: at(isha),
            source: .file
        )
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

    private func clockText(_ prayer: Prayer) -> String { ClockText.format((self[prayer] + 86_400) % 86_400) }
}
