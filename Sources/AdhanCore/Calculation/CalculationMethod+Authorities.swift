extension CalculationMethod {
    package static let all: [CalculationMethod] = [.isna, .mwl, .ummAlQura, .turkey, .jakim]

    package static let isna = CalculationMethod(
        name: "isna",
        authority: "Islamic Society of North America",
        fajr: 15,
        isha: .angle(.degrees(15)),
        source: "15 degrees for both, as the Fiqh Council of North America publishes them"
    )

    package static let mwl = CalculationMethod(
        name: "mwl",
        authority: "Muslim World League",
        fajr: 18,
        isha: .angle(.degrees(17)),
        source: "the angles published as the League's, 18 and 17 degrees"
    )

    package static let ummAlQura = CalculationMethod(
        name: "umm-al-qura",
        authority: "Umm al-Qura University, Makkah",
        fajr: 18.5,
        isha: .minutesAfterMaghrib(90),
        source: "the calendar of Umm al-Qura since 1430 AH; checked against its times for Makkah in 2016"
    )

    /// The Diyanet's temkin, and its sun: the tables of Edirne, Ankara and Van for 2025 follow from the sun at 0h UTC of
    /// each date to within a minute all year, while the sun at each event's own moment leaves Maghrib and Isha up to two
    /// minutes off at the equinoxes.
    package static let turkey = CalculationMethod(
        name: "turkey",
        authority: "Diyanet Isleri Baskanligi, Turkey",
        fajr: 18,
        isha: .angle(.degrees(17)),
        sunTaken: .atMidnightUTC,
        adjustments: PrayerOffsets(sunrise: -7, dhuhr: 5, asr: 4, maghrib: 7),
        source: "18 and 17 degrees and the temkin; checked against the Diyanet's tables of 2019 and 2025"
    )

    /// JAKIM computes a zone from its westernmost place, rounds up, and takes Dhuhr 64 seconds after the transit; for
    /// sunrise the earliest of the zone counts. At the reference point itself (Kuala Linggi, tables of 2026) the margin
    /// is 0 to 1 minute. The margins here are those of a place inside a zone (Kuala Lumpur 2, Kota Kinabalu 1 minute
    /// in the tables of 2025), on the late side, so that no prayer is called before its zone's time.
    package static let jakim = CalculationMethod(
        name: "jakim",
        authority: "Jabatan Kemajuan Islam Malaysia",
        fajr: 18,
        isha: .angle(.degrees(18)),
        adjustments: PrayerOffsets(fajr: 2, sunrise: -1, dhuhr: 3, asr: 2, maghrib: 2, isha: 2),
        source: "the 18 degrees of November 2019 (Muzakarah, 116th meeting); margins fitted to e-Solat's tables"
    )
}
