import AdhanCore
import Testing

/// Raleigh, from the tests of batoulapps/adhan-swift (where Dhuhr is a minute after the transit).
@Suite struct `The times of Raleigh` {
    private func times(_ day: String, _ method: CalculationMethod, _ madhab: Madhab) throws -> [String] {
        let zone = try ZoneRules.installed("America/New_York")
        let calculator = PrayerCalculator(
            coordinates: try Coordinates(latitude: 35.7750, longitude: -78.6336),
            zone: zone,
            method: method,
            madhab: madhab
        )
        let day = calculator.day(try CivilDate(day))
        return Prayer.allCases.map { zone.clockText(day[$0]) }
    }

    @Test func `by ISNA and the Hanafi shadow`() throws {
        #expect(
            try times("2015-07-12", .isna, .hanafi) == ["04:42", "06:08", "13:20", "18:22", "20:32", "21:57"]
        )
    }

    @Test func `by the Muslim World League`() throws {
        #expect(
            try times("2015-12-01", .mwl, .shafi) == ["05:35", "07:06", "12:04", "14:42", "17:01", "18:26"]
        )
    }
}
