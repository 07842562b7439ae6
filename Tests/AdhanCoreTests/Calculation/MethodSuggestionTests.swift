import AdhanCore
import Testing

@Suite struct `A suggested method` {
    @Test(arguments: [
        ("TR", 41.0, 29.0, "turkey", Madhab.shafi, HighLatitudeRule.middleOfNight),
        ("GB", 53.61, -2.16, "moonsighting", .hanafi, .seventhOfNight),
        ("US", 40.73, -73.79, "isna", .shafi, .middleOfNight),
        ("PK", 24.86, 67.0, "karachi", .hanafi, .middleOfNight),
        ("SE", 59.33, 18.07, "mwl", .shafi, .nearestLatitude),
        ("CL", -53.16, -70.9, "mwl", .shafi, .nearestLatitude),
        ("MY", 3.14, 101.69, "jakim", .shafi, .middleOfNight),
        ("RU", 55.75, 37.62, "russia", .hanafi, .nearestLatitude),
    ])
    func `is the customary one`(
        _ country: String,
        _ latitude: Double,
        _ longitude: Double,
        method: String,
        madhab: Madhab,
        rule: HighLatitudeRule
    ) throws {
        let found = MethodSuggestion(for: try Coordinates(latitude: latitude, longitude: longitude), country: country)
        #expect(found.method.name == method && found.madhab == madhab && found.highLatitude == rule)
        #expect(found.reason.contains(found.method.authority) || found.reason.contains(country))
    }

    @Test func `of a place without a country is the League's`() throws {
        let suggestion = MethodSuggestion(for: try Coordinates(latitude: 0, longitude: 0), country: nil)
        #expect(suggestion.method == .mwl && suggestion.reason.contains("the place"))
    }
}
