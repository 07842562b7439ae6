import AdhanCore

/// `[timetable.aladhan]`: AlAdhan's web API, or another server with the same API.
package struct AlAdhanConfiguration: Sendable, Equatable {
    package enum Calendar: String, CaseIterable, Sendable {
        case month, year
    }

    package var baseURL = "https://api.aladhan.com"
    /// AlAdhan's number of a method; nil to use the method of `[calculation]`.
    package var method: Int?
    /// The period of one request.
    package var calendar = Calendar.month
    package var allowHTTP = false

    package init(_ table: ConfigTable) {
        allowHTTP = table.bool("allow_http", default: allowHTTP)
        table.noteDefault("base_url", .text(baseURL))
        baseURL = table.address("base_url", allowHTTP)?.value ?? baseURL
        // The mosque's own method needs its angles, which only `[calculation]` has.
        let custom = CalculationMethod.custom
        let numbered = CalculationMethod.all.filter { $0.name != custom.name }.map { ($0.name, $0.number) }
        let omit = "leave this line out; the request then has the method of [calculation], with your own angles"
        method =
            table.choice(
                "method",
                numbered,
                aliases: numbered.map { (String($0.1), $0.1) },
                synonyms: CalculationConfiguration.methodSynonyms,
                advice: [custom.name: omit, String(custom.number): omit]
            )?.value
        calendar = table.choice("calendar", default: calendar)
    }
}
