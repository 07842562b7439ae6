import AdhanCore

extension AlAdhanSettings {
    /// What AlAdhan is asked for, so that it answers as the mosque calculates.
    ///
    /// - Parameter place: coordinates, or the name of a city.
    init(_ configuration: Configuration, _ place: Place) {
        let (calculation, table) = (configuration.calculation, configuration.timetable.aladhan)
        self.init(place, method: Self.method(calculation, table))
        baseURL = table.baseURL
        span = table.calendar == .year ? .year : .month
        madhab = calculation.madhab
        latitudeAdjustment =
            switch calculation.highLatitude {
            case .middleOfNight: .middleOfNight
            case .seventhOfNight: .seventhOfNight
            case .angle: .angle
            // It has no others.
            case .nearestLatitude, .nearestDay, .reference45, .reference48, .diyanet, .none: nil
            }
        tune = Dictionary(uniqueKeysWithValues: Prayer.allCases.map { ($0, calculation.offsets[$0]) })
        shafaq =
            switch calculation.shafaq {
            case .general: .general
            case .ahmar: .ahmer
            case .abyad: .abyad
            }
        timezone = configuration.place.place.timezone
        allowHTTP = table.allowHTTP
    }

    private static func method(_ calculation: CalculationConfiguration, _ table: AlAdhanConfiguration) -> Method {
        if let number = table.method { return .number(number) }
        if let custom = calculation.custom { return .custom(custom) }
        // Every method but the mosque's own has a number.
        return .number(calculation.method.number ?? 2)
    }
}
