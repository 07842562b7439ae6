/// The settings that are customary at a place. They are only suggested: the mosque chooses method, madhab and rule.
package struct MethodSuggestion: Sendable, Hashable {
    package let method: CalculationMethod
    package let madhab: Madhab
    package let highLatitude: HighLatitudeRule
    /// The reasons, in three sentences.
    package let reason: String

    /// - Parameter country: the ISO 3166 code of the zone's country (from tzdata's `zone.tab`), for example `GB`; nil
    ///   if unknown.
    package init(for coordinates: Coordinates, country: String?) {
        let custom = country.flatMap { code in Custom.all.first { $0.countries.contains(code) } }
        method = custom?.method ?? .mwl
        madhab = custom?.madhab ?? .shafi
        let methods =
            custom.map { "\($0.method.authority): \($0.reason)." }
            ?? "No authority is known for \(country ?? "the place"): the Muslim World League's angles are the most "
            + "widespread."
        let school =
            madhab == .hanafi
            ? "Most mosques there follow the Hanafi school." : "Asr at the first shadow is usual there."
        let deepest = max(method.fajrAngle.degrees, method.ishaDegrees ?? 0)
        // At midnight of the summer solstice the sun stands 90° − |φ| − ε below the horizon.
        if abs(coordinates.latitude) + 23.44 + deepest <= 90 {
            highLatitude = .middleOfNight
            reason =
                methods + " " + school + " The sun goes deep enough all year: no rule for high latitudes is needed."
        } else {
            highLatitude = method.customaryRule ?? .nearestLatitude
            let whose = method.customaryRule == nil ? "the Fiqh Council of the Muslim World League's" : "its own"
            reason =
                methods + " " + school
                + " In summer twilight lasts all night; \(highLatitude.rawValue) is \(whose) answer to that."
        }
    }

    /// What mosques of a group of countries have in common.
    private struct Custom {
        let countries: Set<String>
        let method: CalculationMethod
        let madhab: Madhab
        let reason: String

        init(_ countries: Set<String>, _ method: CalculationMethod, _ madhab: Madhab, _ reason: String) {
            (self.countries, self.method, self.madhab, self.reason) = (countries, method, madhab, reason)
        }

        // One line per row, to be readable as a table.
        // swift-format-ignore
        static let all = [
            Custom(["SA", "YE"], .ummAlQura, .shafi, "Saudi Arabia's official calendar, kept in Yemen too"),
            Custom(["AE"], .dubai, .shafi, "the authority of the Emirates' largest city"),
            Custom(["BH", "OM"], .gulf, .shafi, "the custom of the region"),
            Custom(["KW"], .kuwait, .shafi, "the country's own authority"),
            Custom(["QA"], .qatar, .shafi, "the country's own authority"),
            Custom(["JO", "PS"], .jordan, .shafi, "Jordan's ministry, which has the care of al-Aqsa too"),
            Custom(["EG", "SD", "LY", "SY", "LB", "IQ"], .egypt, .shafi, "widespread in Egypt and around it"),
            Custom(["DZ"], .algeria, .shafi, "the country's own authority"),
            Custom(["TN"], .tunisia, .shafi, "the country's own authority"),
            Custom(["MA", "EH"], .morocco, .shafi, "the country's own authority"),
            Custom(["PK", "IN", "BD", "AF"], .karachi, .hanafi, "the custom of the Indian subcontinent"),
            Custom(["LK", "MV"], .karachi, .shafi, "the custom of the Indian subcontinent"),
            Custom(["IR"], .tehran, .shafi, "the country's own authority"),
            Custom(["AZ"], .jafari, .shafi, "most mosques of Azerbaijan are Shia"),
            Custom(
                ["TR", "CY", "BA", "AL", "XK", "MK"],
                .turkey,
                .shafi,
                "it sets Turkey's times; the Balkans follow it"
            ),
            Custom(["RU"], .russia, .hanafi, "the country's own authority"),
            Custom(["KZ", "KG", "UZ", "TJ", "TM"], .mwl, .hanafi, "the most widespread angles"),
            Custom(["MY"], .jakim, .shafi, "the country's own authority"),
            Custom(["SG", "BN"], .singapore, .shafi, "Singapore's authority; Brunei has the same angles"),
            Custom(["ID"], .kemenag, .shafi, "the country's own authority"),
            Custom(["US", "CA"], .isna, .shafi, "the continent's own authority"),
            Custom(["GB", "IE"], .moonsighting, .hanafi, "made for high latitudes, widespread in Britain"),
            Custom(["FR"], .france, .shafi, "the largest union of mosques in France decided so"),
            Custom(["PT"], .portugal, .shafi, "the country's own community"),
            Custom(["ZA"], .karachi, .hanafi, "the custom of South Africa's mosques"),
        ]
    }
}

extension CalculationMethod {
    /// Isha's angle in degrees; nil if Isha is defined in minutes.
    fileprivate var ishaDegrees: Double? {
        switch isha {
        case .angle(let angle): angle.degrees
        case .minutesAfterMaghrib: nil
        }
    }
}
