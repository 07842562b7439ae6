/// Why a time is an estimate and not the sun's own time at that place and day. The raw values are used in JSON and on
/// the display.
package enum EstimateReason: String, Sendable, Hashable, Codable, CaseIterable {
    // The rules for high latitudes, by their own names.
    case middleOfNight = "middle-of-night"
    case seventhOfNight = "seventh-of-night"
    case angle
    /// Also used when the sun does not rise or set, or only just does, and the nearest usable latitude is used instead.
    case nearestLatitude = "nearest-latitude"
    case nearestDay = "nearest-day"
    case reference45 = "reference-45"
    case reference48 = "reference-48.5"
    case diyanet
    /// The Moonsighting Committee's function, if the sun does not reach 18°.
    case seasonal
    /// Moved to keep the six times in order and a minute apart.
    case order

    init(_ rule: HighLatitudeRule) {
        self =
            switch rule {
            case .middleOfNight, .none: .middleOfNight
            case .seventhOfNight: .seventhOfNight
            case .angle: .angle
            case .nearestLatitude: .nearestLatitude
            case .nearestDay: .nearestDay
            case .reference45: .reference45
            case .reference48: .reference48
            case .diyanet: .diyanet
            }
    }
}

/// Which of a day's times are estimates, and why. Takes six bytes.
package struct Estimates: Sendable, Hashable {
    package static let none = Estimates()

    private var fajr, sunrise, dhuhr, asr, maghrib, isha: EstimateReason?

    package init() {}

    /// Why the time is an estimate; nil if it is the sun's own.
    package subscript(_ prayer: Prayer) -> EstimateReason? {
        get {
            switch prayer {
            case .fajr: fajr
            case .sunrise: sunrise
            case .dhuhr: dhuhr
            case .asr: asr
            case .maghrib: maghrib
            case .isha: isha
            }
        }
        set {
            switch prayer {
            case .fajr: fajr = newValue
            case .sunrise: sunrise = newValue
            case .dhuhr: dhuhr = newValue
            case .asr: asr = newValue
            case .maghrib: maghrib = newValue
            case .isha: isha = newValue
            }
        }
    }

    package var isEmpty: Bool { self == .none }

    /// The times that are estimates.
    package var prayers: Set<Prayer> { Set(Prayer.allCases.filter { self[$0] != nil }) }
}
