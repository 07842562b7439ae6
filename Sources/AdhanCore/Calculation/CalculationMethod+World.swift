/// Methods that are used across countries.
extension CalculationMethod {
    package static let mwl = CalculationMethod(
        name: "mwl",
        number: 3,
        authority: "Muslim World League",
        fajr: 18,
        isha: .angle(.degrees(17)),
        customaryRule: .nearestLatitude,
        source: "the Fiqh Council of the League, 9th session, 1406 AH, for the angles 18 and 17 degrees"
    )

    package static let isna = CalculationMethod(
        name: "isna",
        number: 2,
        authority: "Islamic Society of North America",
        fajr: 15,
        isha: .angle(.degrees(15)),
        source: "15 degrees for both, as the Fiqh Council of North America publishes them"
    )

    package static let karachi = CalculationMethod(
        name: "karachi",
        number: 1,
        authority: "University of Islamic Sciences, Karachi",
        fajr: 18,
        isha: .angle(.degrees(18)),
        source: "18 degrees for both, as published; not checked against a table"
    )

    /// The committee itself adds five minutes to the transit for Dhuhr and three to sunset for Maghrib, as a safety
    /// margin.
    package static let moonsighting = CalculationMethod(
        name: "moonsighting",
        number: 15,
        authority: "Moonsighting Committee Worldwide",
        fajr: 18,
        isha: .angle(.degrees(18)),
        isSeasonal: true,
        adjustments: PrayerOffsets(dhuhr: 5, maghrib: 3),
        customaryRule: .seventhOfNight,
        source: "Khalid Shaukat's function of latitude and season, moonsighting.com; not checked against a table"
    )

    package static let jafari = CalculationMethod(
        name: "jafari",
        number: 0,
        authority: "Shia Ithna Ashari, Leva Institute, Qum",
        fajr: 16,
        isha: .angle(.degrees(14)),
        maghrib: 4,
        source: "16, 4 and 14 degrees, as the institute's are published; not checked against a table"
    )

    package static let tehran = CalculationMethod(
        name: "tehran",
        number: 7,
        authority: "Institute of Geophysics, University of Tehran",
        fajr: 17.7,
        isha: .angle(.degrees(14)),
        maghrib: 4.5,
        source: "the institute's 17.7 and 4.5 degrees, checked against times of 2024 and 2025; it has no Isha, here 14"
    )
}
