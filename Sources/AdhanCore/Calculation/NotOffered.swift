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
