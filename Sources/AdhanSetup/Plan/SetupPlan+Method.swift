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
        let best = bestMethod
        let words = Self.words(best.calculation)
        switch best.source {
        case .current: return SetupProposal(words: words, changes: [])
        case .fitted:
            let nearest = "nearest to your timetable, 95 of 100 days within \(best.spread ?? 0) min"
            return SetupProposal(words: "\(words): \(nearest)", changes: best.calculation.changes)
        case .customary:
            // The reason names the method's authority.
            let (method, madhab) = (best.calculation.method.name, best.calculation.madhab.rawValue)
            let short = "\(method) \(madhab), \(best.calculation.highLatitude.rawValue)"
            return SetupProposal(words: "\(short). \(best.reason)", changes: best.calculation.changes)
        }
    }

    /// The ways to calculate that are known for the place, the best first: a method that scholars have decided comes
    /// before one that was measured.
    package var methodProposals: [MethodProposal] {
        let current = wasSetUp ? MethodProposal(source: .current, calculation: configuration.calculation) : nil
        let fitted = fit.map { fit in
            let worst = fit.distances.values.map(\.spread).max() ?? 0
            return MethodProposal(
                source: .fitted,
                calculation: CalculationConfiguration(fit.calculator),
                spread: worst
            )
        }
        let first = hadMethod ? [current, fitted] : [fitted, current]
        return first.compactMap(\.self) + [customaryMethod]
    }

    private var customaryMethod: MethodProposal {
        let custom = suggestion
        var calculation = CalculationConfiguration()
        (calculation.method, calculation.madhab) = (custom.method, custom.madhab)
        calculation.highLatitude = custom.highLatitude
        return MethodProposal(source: .customary, calculation: calculation, reason: custom.reason)
    }

    private var bestMethod: MethodProposal { methodProposals.first ?? customaryMethod }

    /// Takes a way to calculate as it was shown.
    ///
    /// - Throws: `SetupRefusal` where the config's reader refuses it.
    package mutating func choose(_ calculation: CalculationConfiguration) throws(SetupRefusal) {
        try take(.method, calculation.changes)
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
        let usual = bestMethod.calculation
        // A part without an answer is as proposed.
        var (method, rule) = (usual.method, usual.highLatitude)
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
    var methodWords: String { Self.words(configuration.calculation) }

    private static func words(_ calculation: CalculationConfiguration) -> String {
        let (method, rule) = (calculation.method, calculation.highLatitude)
        return "\(method.name) \(calculation.madhab.rawValue), \(rule.rawValue) (\(method.authority))"
    }
}
