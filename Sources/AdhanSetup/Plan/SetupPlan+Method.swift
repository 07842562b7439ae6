import AdhanCore
import AdhanSupport

extension SetupPlan {
    var methodQuestion: SetupQuestion {
        SetupQuestion(
            topic: .method,
            title: timetable == nil
                ? "How are the times calculated?" : "How are days calculated that are not in the file?",
            notes: [
                "Your scholars decide. Write a method, and shafi or hanafi for Asr, as in: moonsighting hanafi. All "
                    + "methods: adhand methods"
            ],
            proposal: methodProposal
        )
    }

    private var methodProposal: SetupProposal {
        if hadMethod { return SetupProposal(words: methodWords, changes: []) }
        if let fit {
            let worst = fit.distances.values.map(\.spread).max() ?? 0
            let words = "\(Self.words(fit.calculator)): nearest to your timetable, 95 of 100 days within \(worst) min"
            return SetupProposal(words: words, changes: CalculationConfiguration.changes(to: fit.calculator))
        }
        if wasSetUp { return SetupProposal(words: methodWords, changes: []) }
        let custom = suggestion
        // The reason names the method's authority.
        let words = "\(custom.method.name) \(custom.madhab.rawValue), \(custom.highLatitude.rawValue)"
        return SetupProposal(
            words: "\(words). \(custom.reason)",
            changes: CalculationConfiguration.changes(to: custom.method, custom.madhab, custom.highLatitude)
        )
    }

    /// The parts of the proposal.
    private var proposed: (method: CalculationMethod, madhab: Madhab, rule: HighLatitudeRule) {
        let (usual, custom) = (configuration.calculation, suggestion)
        if let fit, !hadMethod { return (fit.calculator.method, fit.calculator.madhab, fit.calculator.highLatitude) }
        if wasSetUp { return (usual.method, usual.madhab, usual.highLatitude) }
        return (custom.method, custom.madhab, custom.highLatitude)
    }

    /// The settings that are customary at the place.
    private var suggestion: MethodSuggestion {
        let place = configuration.place.place
        // reason: without tzdata's tables the country is not known, and the most widespread method is proposed
        let country = (try? SystemZones.country(of: place.timezone)) ?? nil
        return MethodSuggestion(for: place.coordinates, country: country)
    }

    mutating func answerMethod(_ text: String) throws(SetupRefusal) {
        let words = text.lowercased().split { " ,+/()".contains($0) }.map { $0.filter { !"'’".contains($0) } }
        let schools = words.compactMap { Self.schools[$0] }
        let rules = words.compactMap(Self.rule)
        let name = words.filter { Self.schools[$0] == nil && Self.rule($0) == nil }
            .joined(separator: "-")
        guard schools.count <= 1 else { throw SetupRefusal("write one school, shafi or hanafi") }
        let usual = proposed
        // A part without an answer is as proposed.
        var (method, rule) = (usual.method, usual.rule)
        if !name.isEmpty {
            method = try Self.method(name)
            rule = method.customaryRule ?? suggestion.highLatitude
        }
        let isJafari = [CalculationMethod.jafari.name, CalculationMethod.tehran.name].contains(method.name)
        let madhab = schools.first ?? (isJafari ? .shafi : usual.madhab)
        try take(.method, CalculationConfiguration.changes(to: method, madhab, rules.first ?? rule))
    }

    /// The names of the two ways to find Asr.
    private static let schools: [String: Madhab] = [
        "shafi": .shafi, "shafii": .shafi, "maliki": .shafi, "hanbali": .shafi, "hanafi": .hanafi,
    ]

    /// A rule as the proposal names it; a person who writes `none` means something else.
    private static func rule(_ word: String) -> HighLatitudeRule? {
        HighLatitudeRule(rawValue: word).flatMap { $0 == HighLatitudeRule.none ? nil : $0 }
    }

    private static func method(_ name: String) throws(SetupRefusal) -> CalculationMethod {
        let meant = CalculationConfiguration.methodSynonyms[name] ?? name
        if let found = CalculationMethod.all.first(where: { $0.name == meant }) { return found }
        let near = Spelling.nearest(to: name, among: CalculationMethod.all.map(\.name))
        let hint = near.map { "; did you mean \($0)?" } ?? "."
        let words = "no method is called '\(OneLine.of(name, limit: 60))'\(hint)"
        throw SetupRefusal("\(words) All of them: adhand methods")
    }

    /// The method, madhab and rule of the config.
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
}
