import AdhanSupport
import AdhanCore

extension AlAdhanSettings {
    /// The settings with which AlAdhan calculates like the mosque: by coordinates, or by city if the coordinates are
    /// not known.
    package init(_ configuration: Configuration) {
        let (calculation, table) = (configuration.calculation, configuration.timetable.aladhan)
        let (place, coordinates) = (configuration.place, configuration.place.place.coordinates)
        let city = place.knowledge == .zonePoint ? place.city : nil
        self.init(
            city.map { .city($0.name, country: $0.country) }
                ?? .coordinates(latitude: coordinates.latitude, longitude: coordinates.longitude),
            method: Self.method(calculation, table)
        )
        baseURL = table.baseURL
        span = table.calendar == .year ? .year : .month
        madhab = calculation.madhab
        latitudeAdjustment =
            switch calculation.highLatitude {
            case .middleOfNight: .middleOfNight
            case .seventhOfNight: .seventhOfNight
            case .angle: .angle
            // The API has no other rules.
            case .nearestLatitude, .nearestDay, .reference45, .reference48, .diyanet, .none: nil
            }
        tune = Dictionary(uniqueKeysWithValues: Prayer.allCases.map { ($0, calculation.offsets[$0]) })
        shafaq = calculation.shafaq
        timezone = configuration.place.place.timezone
        allowHTTP = table.allowHTTP
    }

    private static func method(_ calculation: CalculationConfiguration, _ table: AlAdhanConfiguration) -> Method {
        if let number = table.method { return .number(number) }
        if let custom = calculation.custom { return .custom(custom) }
        return .number(calculation.method.number)
    }
}

extension Configuration {
    package var remoteOrigins: [RemoteOrigin] {
        timetable.sources.compactMap { name in
            name == .s3 ? timetable.s3?.settings.remoteOrigin : AlAdhanSettings(self).remoteOrigin
        }
    }
}
