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
        country: String,
        latitude: Double,
        longitude: Double,
        method: String,
        madhab: Madhab,
        rule: HighLatitudeRule
    ) throws {
        let place = try Coordinates(latitude: latitude, longitude: longitude)
        let suggestion = MethodSuggestion(for: place, country: country)
        #expect(suggestion.method.name == method)
        #expect(suggestion.madhab == madhab)
        #expect(suggestion.highLatitude == rule)
        #expect(suggestion.reason.contains(suggestion.method.authority) || suggestion.reason.contains(country))
    }

    @Test func `of a place without a country is the League's`() throws {
        let suggestion = MethodSuggestion(for: try Coordinates(latitude: 0, longitude: 0), country: nil)
        #expect(suggestion.method == .mwl)
        #expect(suggestion.reason.contains("the place"))
    }
}
