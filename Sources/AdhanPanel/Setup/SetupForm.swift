import AdhanCore
import AdhanSetup
import AdhanSupport

/// The settings that the view *Set up* shows and changes. Nil parts of a change stay as they are.
struct SetupForm: Codable, Equatable, Sendable {
    struct Place: Codable, Equatable, Sendable {
        var name: String
        /// In degrees, north and east positive.
        var latitude, longitude: Double
        /// The IANA name of its time zone.
        var timezone: String
    }

    /// Parameters of the method `custom`.
    struct Custom: Codable, Equatable, Sendable {
        /// Degrees below the horizon.
        var fajr, isha: Double
        /// Minutes from Maghrib to Isha; nil where its angle counts.
        var ishaMinutes: Int?
        /// Degrees below the horizon; nil where Maghrib begins at sunset.
        var maghrib: Double?
    }

    struct Calculation: Codable, Equatable, Sendable {
        var method, madhab, highLatitude: String
        var ramadanIsha: Bool
        /// In minutes, of the prayers that have some.
        var offsets: [String: Int]
        /// For the method `custom`.
        var custom: Custom?
    }

    var place: Place?
    var calculation: Calculation?
    /// The screen's languages, the first one first.
    var languages: [String]?
}

extension SetupForm {
    /// The settings in force.
    init(_ configuration: Configuration) {
        place = configuration.place.knowledge == .given ? Place(configuration.place.place) : nil
        calculation = Calculation(configuration.calculation)
        languages = configuration.display.languages.map(\.rawValue)
    }

    /// The tables of its parts.
    static let tables = ["place", "calculation", "display"]

    /// The form without the parts that the files have already, and the tables of those that are left.
    func changes(over configuration: Configuration) -> (form: SetupForm, tables: [String]) {
        let (current, keys) = (SetupForm(configuration), configuration.keys)
        var form = self
        if let name = place?.name {
            let hasControls = name.unicodeScalars.contains { $0.properties.generalCategory == .control }
            form.place?.name = hasControls ? "" : name.visibleName ?? ""
        }
        // A default that a person has chosen is written.
        if form.place == current.place { form.place = nil }
        if calculation == current.calculation, keys.contains("calculation.method") { form.calculation = nil }
        if languages == current.languages, keys.contains("display.languages") { form.languages = nil }
        let parts = [form.place != nil, form.calculation != nil, form.languages != nil]
        return (form, zip(Self.tables, parts).filter(\.1).map(\.0))
    }

    /// Answers the questions of setup with it.
    ///
    /// - Throws: `SetupRefusal`; `InvalidValue` where it names no point or no method.
    func answer(_ plan: inout SetupPlan) throws {
        if let place { try plan.choose(try place.place()) }
        if let calculation { try plan.choose(try calculation.configuration()) }
        if let languages { try plan.choose(languages: languages) }
    }

    /// Whether the config has what the form shows.
    func isIn(_ configuration: Configuration) -> Bool {
        let other = SetupForm(configuration)
        return (place ?? other.place) == other.place && (calculation ?? other.calculation) == other.calculation
            && (languages ?? other.languages) == other.languages
    }

    /// For people: `Rochdale, moonsighting hanafi, screen en ar`.
    var words: String {
        let parts = [
            place?.name, calculation.map { "\($0.method) \($0.madhab)" },
            languages.map { "screen " + $0.joined(separator: " ") },
        ]
        return parts.compactMap(\.self).joined(separator: ", ")
    }
}

extension SetupForm.Place {
    /// The longest name, in bytes.
    private static let longest = 240

    init(_ place: Place) {
        (name, timezone) = (place.name, place.timezone)
        (latitude, longitude) = (place.coordinates.latitude, place.coordinates.longitude)
    }

    /// - Throws: `InvalidValue` where it is no point of the earth, or has no name.
    func place() throws(InvalidValue) -> Place {
        guard let name = name.visibleName, name.utf8.count <= Self.longest else {
            throw InvalidValue("a name has letters on one line, at most \(Self.longest) bytes of them")
        }
        let point = try Coordinates(latitude: latitude, longitude: longitude)
        return Place(name: name, coordinates: point, timezone: timezone)
    }
}

extension SetupForm.Calculation {
    init(_ calculation: CalculationConfiguration) {
        (method, madhab) = (calculation.method.name, calculation.madhab.rawValue)
        highLatitude = calculation.highLatitude.rawValue
        ramadanIsha = calculation.method.ishaLaterInRamadan == 0 || calculation.ishaLaterInRamadan
        let minutes = Prayer.allCases.map { ($0.rawValue, calculation.offsets[$0]) }.filter { $0.1 != 0 }
        offsets = Dictionary(minutes) { first, _ in first }
        custom = calculation.method.name == CalculationMethod.custom.name ? SetupForm.Custom(calculation.method) : nil
    }

    /// - Throws: `InvalidValue` where a name or a number is none of the config's.
    func configuration() throws(InvalidValue) -> CalculationConfiguration {
        var found = CalculationConfiguration()
        guard let madhab = Madhab(rawValue: madhab), let rule = HighLatitudeRule(rawValue: highLatitude) else {
            throw InvalidValue("there is no such school, or no such rule for high latitudes")
        }
        let minutes = offsets.compactMap { name, minutes in Prayer(rawValue: name).map { ($0, minutes) } }
        guard minutes.count == offsets.count,
            let own = PrayerOffsets(Dictionary(minutes) { first, _ in first })
        else { throw InvalidValue("the offsets are no minutes of prayers") }
        (found.madhab, found.highLatitude, found.offsets) = (madhab, rule, own)
        found.ishaLaterInRamadan = ramadanIsha
        found.method =
            method == CalculationMethod.custom.name
            ? try (custom ?? SetupForm.Custom(.custom)).method() : try CalculationMethod.named(method)
        return found
    }
}

extension SetupForm.Custom {
    fileprivate init(_ method: CalculationMethod) {
        fajr = method.fajrAngle.written
        maghrib = method.maghribAngle?.written
        switch method.isha {
        case .angle(let angle): (isha, ishaMinutes) = (angle.written, nil)
        case .minutesAfterMaghrib(let minutes): (isha, ishaMinutes) = (CustomMethod().ishaAngle, minutes)
        }
    }

    fileprivate func method() throws(InvalidValue) -> CalculationMethod {
        var method = CustomMethod()
        (method.fajrAngle, method.ishaAngle, method.ishaMinutes, method.maghribAngle) = (
            fajr, isha, ishaMinutes, maghrib
        )
        return try method.method()
    }
}
