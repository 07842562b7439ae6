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

    /// Without a rule, the middle of the night stands in.
    init(_ rule: HighLatitudeRule) { self = EstimateReason(rawValue: rule.rawValue) ?? .middleOfNight }
}

/// Why times of a day are estimates; nil for the sun's own. Takes six bytes.
package typealias Estimates = PerPrayer<EstimateReason?>

extension Estimates {
    package static var none: Estimates { Estimates(nil, nil, nil, nil, nil, nil) }

    package var isEmpty: Bool { self == .none }

    package var prayers: Set<Prayer> { Set(Prayer.allCases.filter { self[$0] != nil }) }
}
