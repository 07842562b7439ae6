import AdhanCore

/// Plain days in the zone's time, which a test changes while the box runs.
final class ScriptedDays: TimetableSource, @unchecked Sendable {
    /// In seconds after midnight.
    var times: [Prayer: Int] = [
        .fajr: 5 * 3600, .sunrise: 7 * 3600, .dhuhr: 12 * 3600, .asr: 15 * 3600, .maghrib: 18 * 3600, .isha: 20 * 3600,
    ]
    var iqamas: [Prayer: Int] = [:]
    /// Those of a Friday.
    var khutbahs: [Int] = []
    var name = SourceName.calculation
    /// The last day that it has.
    var last = CivilDate.last

    func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
        dates.filter { $0 <= last }.map { date in
            func at(_ second: Int) -> Instant { zone.instant(date, secondOfDay: second) }
            func time(_ prayer: Prayer) -> Instant { at(times[prayer] ?? 0) }
            var day = PrayerDay(
                date: date,
                fajr: time(.fajr),
                sunrise: time(.sunrise),
                dhuhr: time(.dhuhr),
                asr: time(.asr),
                maghrib: time(.maghrib),
                isha: time(.isha),
                source: name
            )
            day.iqama = iqamas.mapValues(at)
            if date.weekday == 5 { day.jumuah = khutbahs.map(at) }
            return day
        }
    }
}
