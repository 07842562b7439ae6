import AdhanCore

extension PrayerDay {
    /// A day in UTC with plausible times on the hour, each of which can be changed.
    package static func plain(
        _ date: CivilDate,
        fajr: Int = 5 * 3600,
        sunrise: Int = 7 * 3600,
        dhuhr: Int = 12 * 3600,
        asr: Int = 15 * 3600,
        maghrib: Int = 18 * 3600,
        isha: Int = 20 * 3600,
        source: SourceName = .calculation
    ) -> PrayerDay {
        func at(_ second: Int) -> Instant { ZoneRules.utc.instant(date, secondOfDay: second) }
        return PrayerDay(
            date: date,
            fajr: at(fajr),
            sunrise: at(sunrise),
            dhuhr: at(dhuhr),
            asr: at(asr),
            maghrib: at(maghrib),
            isha: at(isha),
            source: source
        )
    }
}

/// A source that has the same plain day for every date.
package struct PlainSource: TimetableSource {
    package init() {}
    package func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] { dates.map { .plain($0) } }
}

extension Instant {
    /// A moment in UTC, for example `.utc("2026-11-21", 5, 48)`.
    package static func utc(_ date: String, _ hour: Int, _ minute: Int = 0, _ second: Int = 0) throws -> Instant {
        ZoneRules.utc.instant(try CivilDate(date), secondOfDay: hour * 3600 + minute * 60 + second)
    }
}

extension ByDay<KhutbahRule> {
    /// Times on the clock, in seconds after midnight.
    package init(_ clocks: [Int]) { self.init(clocks.map(TimeRule.clock)) }

    package init(_ times: [TimeRule]) { self.init(KhutbahRule(times)) }

    package mutating func add(_ clocks: [Int], when condition: DayCondition) {
        add(clocks.map(TimeRule.clock), when: condition)
    }

    package mutating func add(_ times: [TimeRule], when condition: DayCondition) {
        add(KhutbahRule(times), when: condition)
    }
}
