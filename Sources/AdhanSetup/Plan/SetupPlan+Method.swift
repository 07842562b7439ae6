import AdhanCore
import AdhanSupport

extension SetupPlan {
    var methodQuestion: SetupQuestion {
        SetupQuestion(
            topic: .method,
            title: timetable == nil ? "How are the times calculated?" : "How are times calculated that the file lacks?",
            notes: [
                "Your scholars decide. A method, and for Asr shafi or hanafi: moonsighting hanafi. They are listed by: "
                    + "adhand methods"
            ],
            proposal: methodProposal
        )
    }

    private var methodProposal: SetupProposal {
        if let fit {
            let worst = fit.distances.values.map(\.spread).max() ?? 0
            let words = "\(Self.words(fit.calculator)): nearest to your timetable, 95 of 100 days within \(worst) min"
            return SetupProposal(words: words, changes: Self.lines(fit.calculator))
        }
        if wasSetUp { return SetupProposal(words: methodWords, changes: []) }
        let custom = suggestion
        let words = Self.words(custom.method, custom.madhab, custom.highLatitude) + ". " + custom.reason
        return SetupProposal(words: words, changes: Self.lines(custom.method, custom.madhab, custom.highLatitude))
    }

    /// What is customary at the place.
    private var suggestion: MethodSuggestion {
        let place = configuration.place.place
        // reason: without tzdata's tables the country is not known, and the most widespread method is proposed
        let country = (try? SystemZones.country(of: place.timezone)) ?? nil
        return MethodSuggestion(for: place.coordinates, country: country)
    }

    mutating func answerMethod(_ text: String) throws(SetupRefusal) {
        let words = text.split { " ,+/".contains($0) }.map { $0.lowercased() }
        let schools = words.filter { word in Madhab.allCases.contains { $0.rawValue == word } }
        let others = words.filter { !schools.contains($0) }
        guard others.count <= 1, schools.count <= 1 else {
            throw SetupRefusal("write one method, and perhaps shafi or hanafi behind it: moonsighting hanafi")
        }
        let custom = suggestion
        let method = others.first ?? configuration.calculation.method.name
        let madhab = schools.first ?? custom.madhab.rawValue
        // The rule that belongs to the method, once the config's reader knows it.
        let lines = [
            ConfigChange(key: "calculation.method", to: .text(method)),
            ConfigChange(key: "calculation.madhab", to: .text(madhab)),
        ]
        try take(.method, lines)
        let known = configuration.calculation.method
        let rule = known.customaryRule ?? custom.highLatitude
        try take(.method, Self.lines(known, configuration.calculation.madhab, rule))
    }

    var methodWords: String {
        let usual = configuration.calculation
        return Self.words(usual.method, usual.madhab, usual.highLatitude)
    }

    private static func words(_ method: CalculationMethod, _ madhab: Madhab, _ rule: HighLatitudeRule) -> String {
        "\(method.name) \(madhab.rawValue), \(rule.rawValue) (\(method.authority))"
    }

    private static func words(_ calculator: PrayerCalculator) -> String {
        words(calculator.method, calculator.madhab, calculator.highLatitude)
    }

    private static func lines(_ calculator: PrayerCalculator) -> [ConfigChange] {
        CalculationConfiguration.changes(to: calculator)
    }

    private static func lines(_ method: CalculationMethod, _ madhab: Madhab, _ rule: HighLatitudeRule) -> [ConfigChange]
    {
        CalculationConfiguration.changes(to: method, madhab, rule)
    }
}
