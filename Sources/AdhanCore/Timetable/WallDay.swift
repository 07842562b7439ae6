/// The six times of one mosque date on a wall clock, before a zone turns them into moments. They need not be in order:
/// the check finds which of them is wrong.
struct WallDay: Sendable, Hashable, Codable {
    /// From this second on, Fajr belongs to the evening before: in high latitudes the middle of the night may be before
    /// 00:00.
    private static let evening = 20 * 3600
    /// Until this second, Maghrib and Isha may be after the midnight that ends the date.
    private static let smallHours = 4 * 3600

    let date: CivilDate
    let clock: FileClock
    /// Seconds since midnight of the date (in a UTC file, of the date of Dhuhr). They may be negative, or 86,400 and
    /// more.
    private let fajr, sunrise, dhuhr, asr, maghrib, isha: Int

    /// Places six times of day around the date, in seconds since midnight. Each is placed by itself, so that a wrong
    /// one moves no other. Sunrise, Dhuhr and Asr are always on the date itself; a Fajr in the evening is on the day
    /// before, a Maghrib or Isha shortly after midnight on the day after.
    init(_ date: CivilDate, by fileClock: FileClock, clock: (Prayer) -> Int) {
        let dhuhr = clock(.dhuhr)
        (self.date, self.clock, self.dhuhr) = (date, fileClock, dhuhr)
        if fileClock == .utc {
            // Far from Greenwich any of the times may be the one after midnight UTC.
            func before(_ prayer: Prayer) -> Int { dhuhr - (dhuhr - clock(prayer)).withinADay }
            func after(_ prayer: Prayer) -> Int { dhuhr + (clock(prayer) - dhuhr).withinADay }
            (fajr, sunrise) = (before(.fajr), before(.sunrise))
            (asr, maghrib, isha) = (after(.asr), after(.maghrib), after(.isha))
        } else {
            func late(_ prayer: Prayer) -> Int {
                let time = clock(prayer)
                return time < Self.smallHours ? time + 86_400 : time
            }
            fajr = clock(.fajr) >= Self.evening ? clock(.fajr) - 86_400 : clock(.fajr)
            (sunrise, asr) = (clock(.sunrise), clock(.asr))
            (maghrib, isha) = (late(.maghrib), late(.isha))
        }
    }

    var isLocal: Bool { clock == .local }

    var isSound: Bool { Prayer.allCases.allSatisfy { (-86_400..<172_800).contains(self[$0]) } }

    /// In a gap of the wall clock, the offset before it is used; in an overlap, the first time that the clock shows it.
    func day(in zone: ZoneRules) -> PrayerDay {
        let (zone, date) = placed(in: zone)
        return PrayerDay(date: self.date) { zone.instant(date, secondOfDay: self[$0]) }
    }

    /// The zone of the file's clock, and the date of Dhuhr on that clock.
    private func placed(in zone: ZoneRules) -> (ZoneRules, CivilDate) {
        let own = clock.zone(at: zone, in: date.year)
        guard clock == .utc else { return (own, date) }
        let onTheDate = own.instant(date, secondOfDay: dhuhr)
        let ahead = zone.wall(at: onTheDate).date.dayNumber - date.dayNumber
        return (own, date.adding(days: -ahead))
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
}

extension Int {
    /// Seconds reduced to one day, 0..<86,400.
    package var withinADay: Int {
        let rest = self % 86_400
        return rest < 0 ? rest + 86_400 : rest
    }
}
