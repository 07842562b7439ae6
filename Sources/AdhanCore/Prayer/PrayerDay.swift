/// The six times of one mosque date.
package struct PrayerDay: Sendable, Hashable {
    /// The civil date of the day's Dhuhr in the mosque's zone. In high latitudes Fajr may be before this date begins,
    /// and Maghrib and Isha after it ends.
    package let date: CivilDate
    package private(set) var source: SourceName
    /// Which times are estimates, because the sun does not give them on that day, each with its reason.
    package let estimates: Estimates
    /// The source's own Hijri date, within two days of Umm al-Qura's; nil if it gives none. `HijriCalendar` decides
    /// which date counts.
    package var hijri: HijriDate?
    /// When the congregations stand up, where the source has it. Nothing is called then.
    package var iqama: [Prayer: Instant] = [:]
    /// The Friday prayers, ascending, where the source has them; some have them on every day.
    package var jumuah: [Instant] = []

    private let fajr, sunrise, dhuhr, asr, maghrib, isha: Instant

    package init(
        date: CivilDate,
        fajr: Instant,
        sunrise: Instant,
        dhuhr: Instant,
        asr: Instant,
        maghrib: Instant,
        isha: Instant,
        source: SourceName,
        estimates: Estimates = .none
    ) {
        (self.date, self.source, self.estimates) = (date, source, estimates)
        (self.fajr, self.sunrise, self.dhuhr) = (fajr, sunrise, dhuhr)
        (self.asr, self.maghrib, self.isha) = (asr, maghrib, isha)
    }

    /// The same times, attributed to another source.
    package func of(_ source: SourceName) -> PrayerDay {
        var day = self
        day.source = source
        return day
    }

    /// The times that are estimates.
    package var estimated: Set<Prayer> { estimates.prayers }

    package subscript(_ prayer: Prayer) -> Instant {
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

/// The source of a day's times. Config, log, tables and ledger all use these words.
package enum SourceName: String, Sendable, Hashable, Codable, CaseIterable {
    /// The mosque's own timetable, from a file on the box.
    case file
    /// A bucket, or any other web address, with the mosque's timetable.
    case s3
    /// AlAdhan's web API.
    case aladhan
    /// The last answer of one of the network sources, from the cache.
    case cache
    /// The timetable shipped with adhand, or the mosque's replacement for it.
    case bundle
    /// Computed from the sun.
    case calculation
    /// Invented to test the box; never a prayer.
    case rehearsal
}
