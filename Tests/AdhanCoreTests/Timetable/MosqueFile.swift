import AdhanTestSupport

@testable import AdhanCore

/// A file in the mosque-year format, as found in practice, and its parts.
enum MosqueFile {
    /// Three days of London. The middle day is on the lines 5 to 13, one key per line.
    static let good = """
        {"year": 2026, "mosque": "Al-Manar", "location": {"latitude": 51.5074, "longitude": -0.1278},
         "prayerTimes": [
          {"date": "2026-02-02", "fajr": "05:42", "sunrise": "07:37", "dhuhr": "12:20", "asr": "14:27",
           "maghrib": "16:52", "isha": "18:41"},
          {
            "date": "2026-02-03",
            "fajr": {"adhan": "05:41", "jamaah": "06:30"},
            "sunrise": "07:36",
            "dhuhr": {"adhan": "12:20", "jamaah": "13:00"},
            "asr": {"adhan": "14:28", "jamaah": "15:15"},
            "maghrib": {"adhan": "16:54", "jamaah": "16:59"},
            "isha": {"adhan": "18:42", "jamaah": "19:45"},
            "jummah": "12:45"},
          {"date": "2026-02-04", "fajr": "05:40", "sunrise": "07:34", "dhuhr": "12:20", "asr": "14:29",
           "maghrib": "16:55", "isha": "18:44"}
         ]}
        """

    static func year(_ text: String) throws(TimetableRefusal) -> WrittenTimetable {
        try WrittenTimetable(Array(text.utf8))
    }

    /// One day with these times, in the order of the prayers.
    static func day(_ date: String, _ times: [String]) throws -> WrittenTimetable {
        let clocks = zip(Prayer.allCases, times).map { "\"\($0.rawValue)\": \"\($1)\"" }.joined(separator: ", ")
        return try year("{\"year\": \(date.prefix(4)), \"prayerTimes\": [{\"date\": \"\(date)\", \(clocks)}]}")
    }

    /// The calculated days of 2026 as if read from a file with a header, each changed by the test.
    static func days(_ calculator: PrayerCalculator, _ change: (PrayerDay) -> PrayerDay = { $0 }) -> [FileDay] {
        calculator.days(CivilDate.year(2026)).enumerated().map { FileDay(line: $0 + 2, day: change($1.of(.file))) }
    }

    /// Those of 2026 with day and month exchanged in the dates of each month's days 1 to 12, sorted.
    static func exchangingDayAndMonth(_ calculator: PrayerCalculator) throws -> [FileDay] {
        try days(calculator).map { filed in
            let (year, month, day) = filed.day.date.components
            guard day <= 12 else { return filed }
            let date = try CivilDate(year: year, month: day, day: month)
            let moved = PrayerDay(date: date) { prayer in
                let wall = calculator.zone.wall(at: filed.day[prayer])
                let ahead = filed.day.date.distance(to: wall.date)
                return calculator.zone.instant(date.adding(days: ahead), secondOfDay: wall.secondOfDay)
            }
            return FileDay(line: filed.line, day: moved)
        }.sorted { $0.day.date < $1.day.date }
    }

    /// The calculated days of a range, one per line from the second line on, shifted by that many seconds.
    static func text(
        _ calculator: PrayerCalculator,
        _ dates: ClosedRange<CivilDate>,
        moved: (CivilDate) -> Duration = { _ in .zero }
    ) -> String {
        let lines = calculator.days(dates).map { day in
            let clocks = Prayer.allCases.map { prayer in
                let wall = calculator.zone.wall(at: day[prayer] + moved(day.date))
                return "\"\(prayer.rawValue)\":\"\(ClockText.format(wall.secondOfDay))\""
            }
            return "{\"date\":\"\(day.date)\",\(clocks.joined(separator: ","))}"
        }
        return "{\"year\":\(dates.lowerBound.year),\"prayerTimes\":[\n\(lines.joined(separator: ",\n"))]}"
    }
}

extension FileDay {
    func moving(_ prayer: Prayer, by change: Duration) -> FileDay {
        FileDay(line: line, day: day.moving(prayer, by: change))
    }
}

extension PrayerDay {
    /// With another moment for some of its times.
    func mapping(_ time: (Prayer) -> Instant) -> PrayerDay { PrayerDay(date: date, at: time) }

    /// Whether it is one of these dates.
    func isOn(_ dates: String...) -> Bool { dates.contains(date.description) }
}

extension ZoneRules {
    /// The six times of a day with their dates, for example `05-31 23:40`.
    func texts(_ day: PrayerDay) -> [String] {
        Prayer.allCases.map { wall(at: day[$0]).date.description.dropFirst(5) + " " + clockText(day[$0]) }
    }
}
