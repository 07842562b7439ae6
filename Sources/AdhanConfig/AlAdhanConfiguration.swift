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
        allowHTTP = table.bool("allow_http")?.value ?? allowHTTP
        baseURL = table.address("base_url", allowHTTP)?.value ?? baseURL
        let numbered = CalculationMethod.all.compactMap { method in method.number.map { (method.name, $0) } }
        method =
            table.choice(
                "method",
                numbered,
                aliases: numbered.map { (String($0.1), $0.1) },
                synonyms: CalculationConfiguration.methodSynonyms
            )?.value
        calendar = table.choice("calendar", Calendar.allCases.map { ($0.rawValue, $0) })?.value ?? calendar
    }
}
