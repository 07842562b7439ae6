/// The times beside the six. They are derived from a day of any source, not only of the calculation.
package struct ExtraTimes: Sendable, Hashable {
    /// The end of the night whose middle is computed.
    package enum NightEnd: String, Sendable, Hashable, Codable, CaseIterable {
        case sunrise
        /// The night of Islamic law, in which Isha may be prayed.
        case fajr
    }

    /// Intervals that differ by custom, in minutes.
    package struct Spans: Sendable, Hashable {
        /// From imsak to Fajr: the margin of those who stop eating early.
        package var imsak = 10
        /// From sunrise to ishraq: until the sun has risen by a spear's length.
        package var ishraq = 15
        /// From zawal, after which no voluntary prayer is begun, to Dhuhr.
        package var zawal = 10
        /// From the sun's turning yellow to Maghrib. By custom it is 15 to 20 minutes; no authority fixes it, and it is
        /// not computed from the sun.
        package var beforeSunset = 15
        package var midnight = NightEnd.fajr

        package init() {}
    }

    /// The names of `moments` in all output.
    package static let names = ["imsak", "ishraq", "duha", "zawal", "midnight", "last_third"]

    package var moments: [Instant] { [imsak, ishraq, duha, zawal, midnight, lastThird] }

    /// When some stop eating in Ramadan.
    package let imsak: Instant
    /// When the sun has fully risen and prayer is allowed again.
    package let ishraq: Instant
    /// When a quarter of the day has passed: the preferred time of the forenoon prayer.
    package let duha: Instant
    package let zawal: Instant
    /// The middle of the night that follows the day.
    package let midnight: Instant
    /// The start of the last third of that night, which is counted from Maghrib to Fajr.
    package let lastThird: Instant

    /// - Parameters:
    ///   - day: the day, whose Maghrib begins the night.
    ///   - next: the day after it, whose Fajr or sunrise ends the night.
    package init(of day: PrayerDay, before next: PrayerDay, _ spans: Spans = Spans()) {
        let night = day[.maghrib].duration(to: next[.fajr])
        let midnightEnd = next[spans.midnight == .fajr ? .fajr : .sunrise]
        // That of the mosque, unless its Fajr had to be replaced.
        imsak = day.imsak.flatMap { $0 <= day[.fajr] ? $0 : nil } ?? day[.fajr] - .minutes(spans.imsak)
        ishraq = day[.sunrise] + .minutes(spans.ishraq)
        duha = (day[.sunrise] + day[.sunrise].duration(to: day[.maghrib]) / 4).flooredToSecond
        zawal = day[.dhuhr] - .minutes(spans.zawal)
        midnight = (day[.maghrib] + day[.maghrib].duration(to: midnightEnd) / 2).flooredToSecond
        lastThird = (day[.maghrib] + night * 2 / 3).flooredToSecond
    }
}
