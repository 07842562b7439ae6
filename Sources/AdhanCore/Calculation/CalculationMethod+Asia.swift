/// Authorities of Turkey, Russia and South-East Asia.
extension CalculationMethod {
    /// The Diyanet's temkin and its sun. The tables of Edirne, Ankara and Van for 2025 match, within a minute all year,
    /// when the sun's position at 0h UTC of each date is used for the whole day. With the position at each event,
    /// Maghrib and Isha are up to two minutes off at the equinoxes.
    package static let turkey = CalculationMethod(
        name: "turkey",
        number: 13,
        authority: "Diyanet Isleri Baskanligi, Turkey",
        fajr: 18,
        isha: .angle(.degrees(17)),
        sunTaken: .atMidnightUTC,
        adjustments: PrayerOffsets(sunrise: -7, dhuhr: 5, asr: 4, maghrib: 7),
        customaryRule: .diyanet,
        source: "18 and 17 degrees and the temkin; checked against the Diyanet's tables of 2019 and 2025"
    )

    package static let russia = CalculationMethod(
        name: "russia",
        number: 14,
        authority: "Spiritual Administration of Muslims of Russia",
        fajr: 16,
        isha: .angle(.degrees(15)),
        source: "16 and 15 degrees, as AlAdhan has them; not checked against a table"
    )

    /// MUIS rounds every time up and keeps Dhuhr a minute clear of the transit. Its sun of 2020 is most of a day
    /// ahead of the date, so one time of four is a minute off. Its Maghrib of Ramadan, a minute later, is left out.
    package static let singapore = CalculationMethod(
        name: "singapore",
        number: 11,
        authority: "Majlis Ugama Islam Singapura",
        fajr: 20,
        isha: .angle(.degrees(18)),
        rounding: .up,
        adjustments: PrayerOffsets(dhuhr: 1),
        source: "20 and 18 degrees, rounded up; checked against 37 days of MUIS's table of 2020"
    )

    /// JAKIM computes a zone's prayers at a point in its west, rounds them up, and takes Dhuhr 64 seconds after the
    /// transit. It rounds sunrise down. The sun is later at that point than in the town: by 80 seconds for Kuala
    /// Lumpur, by 34 for Kota Kinabalu, in the tables of 2025. The margins here assume a minute. So a time may be a
    /// minute before or after that of its zone, but never before the town's own sun.
    package static let jakim = CalculationMethod(
        name: "jakim",
        number: 17,
        authority: "Jabatan Kemajuan Islam Malaysia",
        fajr: 18,
        isha: .angle(.degrees(18)),
        rounding: .up,
        adjustments: PrayerOffsets(fajr: 1, sunrise: -1, dhuhr: 2, asr: 1, maghrib: 1, isha: 1),
        source: "18 degrees (116th Muzakarah, November 2019); checked against 74 days of e-Solat's tables of 2025"
    )

    /// The ihtiyat: two minutes on the safe side for every time.
    package static let kemenag = CalculationMethod(
        name: "kemenag",
        number: 20,
        authority: "Kementerian Agama Republik Indonesia",
        fajr: 20,
        isha: .angle(.degrees(18)),
        adjustments: PrayerOffsets(fajr: 2, sunrise: -2, dhuhr: 2, asr: 2, maghrib: 2, isha: 2),
        source: "20 and 18 degrees with two minutes of ihtiyat; checked against jadwalsholat.org's Jakarta of 2025"
    )
}
