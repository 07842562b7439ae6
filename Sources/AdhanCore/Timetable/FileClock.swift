/// The clock that a file's times are in.
package enum FileClock: String, Sendable, Hashable, Codable, CaseIterable {
    case local
    /// Standard time all year: the smallest offset that the mosque's zone has in the year of the day.
    case standard
    case utc

    /// The zone whose wall clock it shows at a place in that zone, in the year of the day.
    package func zone(at zone: ZoneRules, in year: Int) -> ZoneRules {
        switch self {
        case .local: zone
        case .standard: zone.standard(in: year)
        case .utc: .utc
        }
    }
}

extension ZoneRules {
    func standard(in year: Int) -> ZoneRules {
        // Twelve samples find every summer or winter time that lasts at least a month, such as Ramadan's in Morocco.
        let offsets = (1...12).map { month in
            offset(at: Instant(seconds: Int64(CivilDate.dayNumber(year: year, month: month, day: 15)) * 86_400))
        }
        return .fixed(name: name, offset: offsets.min() ?? 0)
    }
}
