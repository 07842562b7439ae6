import AdhanCore

/// `[calculation]`: the decisions of the mosque's scholars.
package struct CalculationConfiguration: Sendable {
    package var method = CalculationMethod.isna
    /// The parameters of the mosque's own method; nil if it chose another method.
    package var custom: CustomMethod?
    package var madhab = Madhab.shafi
    package var highLatitude = HighLatitudeRule.middleOfNight
    /// The absolute latitude, in degrees, from which the rule applies; nil for the rule's own limit.
    package var highLatitudeLimit: Double?
    /// Nil for the method's own.
    package var rounding: Rounding?
    /// Whether Isha is later in Ramadan, for methods that do so.
    package var ishaLaterInRamadan = true
    /// The twilight whose end begins Isha in the method `moonsighting`.
    package var shafaq = Shafaq.general
    /// The intervals of the extra times. They differ by custom.
    package var spans = ExtraTimes.Spans()
    /// `[calculation.offsets]`: the mosque's own minutes, added to the authority's.
    package var offsets = PrayerOffsets.none

    /// The defaults.
    package init() {}

    package init(_ table: ConfigTable) {
        let methods = CalculationMethod.all.map { ($0.name, $0) }
        let numbers = CalculationMethod.all.map { (String($0.number), $0) }
        let schools = Dictionary(
            uniqueKeysWithValues: Madhab.allCases.map {
                ($0.rawValue, "that is a school; write it on its own line: madhab = \"\($0.rawValue)\"")
            }
        )
        method =
            table.choice("method", methods, aliases: numbers, synonyms: Self.methodSynonyms, advice: schools)?.value
            ?? method
        table.noteDefault("method", .text(CalculationMethod.isna.name))
        madhab = table.choice("madhab", advice: Self.asrs, default: madhab)
        highLatitude = table.choice("high_latitude", default: highLatitude)
        highLatitudeLimit = table.number("high_latitude_limit", in: 0...90)?.value
        let written: Rounding? = table.choice("rounding")?.value
        rounding = written == method.rounding ? nil : written
        table.noteDefault("rounding", .text(method.rounding.rawValue))
        ishaLaterInRamadan = table.bool("ramadan_isha", default: ishaLaterInRamadan)
        shafaq = table.choice("shafaq", default: shafaq)
        spans.imsak = table.integer("imsak", in: 0...60, default: spans.imsak)
        spans.beforeSunset = table.integer("before_sunset", in: 0...60, default: spans.beforeSunset)
        spans.midnight = table.choice("midnight", default: spans.midnight)
        let (own, parameters) = Self.custom(table.table("custom"))
        if method.name == own.name { (method, custom) = (own, parameters) }
        offsets = Self.offsets(table.table("offsets"))
    }

    /// Other names of the methods, in lower case with hyphens: AlAdhan's, praytimes.org's, those of apps and colloquial
    /// ones.
    package static let methodSynonyms = [
        "north-america": "isna", "america": "isna", "usa": "isna", "islamic-society-of-north-america": "isna",
        "muslim-world-league": "mwl", "muslimworldleague": "mwl", "world-league": "mwl", "league": "mwl",
        "egyptian": "egypt", "egas": "egypt", "pakistan": "karachi", "uisk": "karachi",
        "university-of-islamic-sciences-karachi": "karachi",
        "makkah": "umm-al-qura", "makka": "umm-al-qura", "mecca": "umm-al-qura", "ummalqura": "umm-al-qura",
        "umm-ul-qura": "umm-al-qura", "saudi": "umm-al-qura", "saudi-arabia": "umm-al-qura",
        "uae": "dubai", "muis": "singapore", "malaysia": "jakim", "indonesia": "kemenag", "sihat": "kemenag",
        "diyanet": "turkey", "turkiye": "turkey", "iran": "tehran", "shia": "jafari", "qum": "jafari", "leva": "jafari",
        "uoif": "france", "moonsighting-committee": "moonsighting", "moonsightingcommittee": "moonsighting",
        "moonsighting-committee-worldwide": "moonsighting", "moon-sighting": "moonsighting", "other": "custom",
    ]

    /// The schools whose Asr begins like the Shafi'i one, when a shadow is as long as its object (praytimes.org,
    /// Calculation: "Shafii, Maliki, Ja'fari, and Hanbali").
    package static let asrs = Dictionary(
        uniqueKeysWithValues: ["hanbali", "maliki", "jafari", "ja'fari"].map {
            ($0, "the madhab only changes Asr, and the \($0) Asr is the same as shafi: write 'shafi'")
        }
    )

    /// `[calculation.custom]`: the parameters of the method `custom`.
    private static func custom(_ table: ConfigTable) -> (CalculationMethod, CustomMethod) {
        var custom = CustomMethod()
        custom.fajrAngle = table.number("fajr", in: CustomMethod.angles, default: custom.fajrAngle)
        custom.ishaAngle = table.number("isha", in: CustomMethod.angles, default: custom.ishaAngle)
        custom.ishaMinutes = table.integer("isha_minutes", in: CustomMethod.spans)?.value
        custom.maghribAngle = table.number("maghrib", in: CustomMethod.angles)?.value
        do {
            return (try custom.method(), custom)
        } catch {
            if let spot = table.spot { table.fault(spot, "\(error)") }
            return (.custom, custom)
        }
    }

    private static func offsets(_ table: ConfigTable) -> PrayerOffsets {
        let minutes = Prayer.allCases.map { prayer in
            (prayer, table.integer(prayer.rawValue, in: PrayerOffsets.range, unit: " of minutes", default: 0))
        }
        return PrayerOffsets(Dictionary(uniqueKeysWithValues: minutes)) ?? .none
    }

    /// - Parameter hijri: the calendar for Ramadan; used only by a method with a later Isha in Ramadan.
    package func calculator(_ place: Place, _ zone: ZoneRules, _ hijri: HijriCalendar) -> PrayerCalculator {
        PrayerCalculator(
            coordinates: place.coordinates,
            zone: zone,
            method: method,
            madhab: madhab,
            highLatitude: highLatitude,
            highLatitudeLimit: highLatitudeLimit,
            shafaq: shafaq,
            rounding: rounding,
            ishaLaterInRamadan: ishaLaterInRamadan,
            ramadan: RamadanDates(hijri),
            offsets: offsets
        )
    }
}
