/// The six times of one mosque date.
package struct PrayerDay: Sendable, Hashable {
    /// The civil date, in the mosque's zone, of the day's Dhuhr. In high latitudes Fajr may fall before its midnight, and
    /// Maghrib and Isha after its end.
    package let date: CivilDate
    package private(set) var source: SourceName
    /// The times that are estimates, since the sun does not give them there on that day, each with its reason.
    package let estimates: Estimates
    /// What the source says of it, within two days of Umm al-Qura's; nil where it says nothing. `HijriCalendar` knows what counts.
    package var hijri: HijriDate?

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

    /// The same times from another source.
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

/// Where a day's times come from. One vocabulary: config, log, tables and the ledger all say these words.
package enum SourceName: String, Sendable, Hashable, Codable, CaseIterable {
    /// The mosque's own timetable, from a file on the box.
    case file
    /// A bucket, or any other address on the network that has the mosque's timetable.
    case s3
    /// AlAdhan's web API.
    case aladhan
    /// What one of these had when it was last asked.
    case cache
    /// The timetable that came with adhand, or that the mosque put in its place.
    case bundle
    /// Computed from the sun.
    case calculation
    /// Made up to try the box; never a prayer.
    case rehearsal
}
