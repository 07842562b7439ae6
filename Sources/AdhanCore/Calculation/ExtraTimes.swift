/// Times besides the six. They are derived from a day of any source, not only of the calculation.
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
    ///   - next: the day after it, whose Fajr or sunrise ends the night.
    package init(of day: PrayerDay, before next: PrayerDay, _ spans: Spans = Spans()) {
        let night = day[.maghrib].duration(to: next[.fajr])
        let midnightEnd = next[spans.midnight == .fajr ? .fajr : .sunrise]
        // The mosque's own imsak, unless its Fajr had to be replaced.
        imsak = day.imsak.flatMap { $0 <= day[.fajr] ? $0 : nil } ?? day[.fajr] - .minutes(spans.imsak)
        ishraq = day[.sunrise] + .minutes(spans.ishraq)
        duha = (day[.sunrise] + day[.sunrise].duration(to: day[.maghrib]) / 4).flooredToSecond
        zawal = day[.dhuhr] - .minutes(spans.zawal)
        midnight = (day[.maghrib] + day[.maghrib].duration(to: midnightEnd) / 2).flooredToSecond
        lastThird = (day[.maghrib] + night * 2 / 3).flooredToSecond
    }
}

/// A time of a day in which prayer is not offered.
package struct NotOffered: Sendable, Hashable {
    /// Where the sun is then.
    package enum Sun: String, Sendable, Hashable, CaseIterable {
        /// It has risen, but not by a spear's length: from sunrise to ishraq.
        case sunrise
        /// It is near its highest point: from zawal to Dhuhr.
        case zenith
        /// It is yellow and about to set: some minutes before Maghrib.
        case sunset
    }

    package let why: Sun
    package let from, to: Instant

    /// The times of a day of any source, ascending; they do not overlap.
    ///
    /// A short winter day in high latitudes may have fewer or shorter ones: the first ends at Dhuhr at the latest, and
    /// the last does not begin before Asr.
    package static func times(of day: PrayerDay, _ spans: ExtraTimes.Spans = .init()) -> [NotOffered] {
        let (sunrise, dhuhr, maghrib) = (day[.sunrise], day[.dhuhr], day[.maghrib])
        let risen = min(sunrise + .minutes(spans.ishraq), dhuhr)
        let yellow = max(maghrib - .minutes(spans.beforeSunset), day[.asr])
        let times = [
            NotOffered(why: .sunrise, from: sunrise, to: risen),
            NotOffered(why: .zenith, from: max(dhuhr - .minutes(spans.zawal), risen), to: dhuhr),
            NotOffered(why: .sunset, from: yellow, to: maghrib),
        ]
        return times.filter { $0.from < $0.to }
    }
}

/// A day's extra times, the times in which prayer is not offered, and taraweeh.
package struct DayExtras: Sendable {
    /// Nil if the next day is not known.
    package let extra: ExtraTimes?
    package let notOffered: [NotOffered]
    /// Whether taraweeh is prayed on its evening.
    package let hasTaraweeh: Bool

    /// - Parameters:
    ///   - days: ascending, without gaps.
    ///   - next: the day after the last, whose Fajr ends its night; nil if there is none.
    package static func of(
        _ days: [PrayerDay],
        before next: PrayerDay?,
        _ spans: ExtraTimes.Spans,
        _ hijri: HijriCalendar
    ) -> [DayExtras] {
        zip(days, days.dropFirst().map(Optional.some) + [next]).map { day, next in
            DayExtras(
                extra: next.map { ExtraTimes(of: day, before: $0, spans) },
                notOffered: NotOffered.times(of: day, spans),
                hasTaraweeh: hijri.hasTaraweeh(onTheEveningOf: day, before: next)
            )
        }
    }
}
