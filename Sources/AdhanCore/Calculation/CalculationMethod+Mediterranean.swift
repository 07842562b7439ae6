/// Authorities of North Africa and Western Europe.
extension CalculationMethod {
    package static let egypt = CalculationMethod(
        name: "egypt",
        number: 5,
        authority: "Egyptian General Authority of Survey",
        fajr: 19.5,
        isha: .angle(.degrees(17.5)),
        source: "19.5 and 17.5 degrees, as published; not checked against a table"
    )

    package static let algeria = CalculationMethod(
        name: "algeria",
        number: 19,
        authority: "Ministry of Religious Affairs and Wakfs, Algeria",
        fajr: 18,
        isha: .angle(.degrees(17)),
        source: "18 and 17 degrees, as AlAdhan has them; not checked against a table"
    )

    package static let tunisia = CalculationMethod(
        name: "tunisia",
        number: 18,
        authority: "Ministry of Religious Affairs, Tunisia",
        fajr: 18,
        isha: .angle(.degrees(18)),
        source: "18 degrees for both, as AlAdhan has them; not checked against a table"
    )

    /// The ministry's Maghrib is some minutes after sunset, more inland and in the mountains. The mosque's offsets
    /// correct this.
    package static let morocco = CalculationMethod(
        name: "morocco",
        number: 21,
        authority: "Ministry of Habous and Islamic Affairs, Morocco",
        fajr: 19,
        isha: .angle(.degrees(17)),
        source: "19 and 17 degrees, as AlAdhan has them; not checked against a table"
    )

    package static let france = CalculationMethod(
        name: "france",
        number: 12,
        authority: "Musulmans de France (formerly UOIF)",
        fajr: 12,
        isha: .angle(.degrees(12)),
        source: "12 degrees for both, as the union decided for France; not checked against a table"
    )

    package static let portugal = CalculationMethod(
        name: "portugal",
        number: 22,
        authority: "Comunidade Islamica de Lisboa",
        fajr: 18,
        isha: .minutesAfterMaghrib(77),
        adjustments: PrayerOffsets(maghrib: 3),
        source: "18 degrees, Maghrib three minutes after sunset and Isha 77 after that, as AlAdhan has it"
    )
}
