import AdhanCore
import AdhanSupport

extension SetupPlan {
    var methodQuestion: SetupQuestion {
        let proposals = methodProposals
        return SetupQuestion(
            topic: .method,
            title: timetable == nil
                ? "How are the times calculated?" : "How are days calculated that are not in the file?",
            notes: [
                "Your scholars decide. Write a method, and shafi or hanafi for Asr, as in: moonsighting hanafi. All "
                    + "methods: adhand methods"
            ] + (move.map { ["\($0), so the method of the former place is the last choice."] } ?? []),
            choices: methodChoices,
            proposal: proposals.first.map(Self.proposal)
        )
    }

    /// The proposals, where Enter does not take the box's own method; empty otherwise.
    private var methodChoices: [String] {
        guard move != nil else { return [] }
        return methodProposals.map { proposal in
            let reason =
                switch proposal.source {
                case .customary: "customary there"
                case .fitted: "nearest to your timetable"
                case .current: "as at the former place"
                }
            return "\(Self.words(proposal.calculation)), \(reason)"
        }
    }

    private static func proposal(_ proposal: MethodProposal) -> SetupProposal {
        let words = words(proposal.calculation)
        switch proposal.source {
        case .current: return SetupProposal(words: words, changes: [])
        case .fitted:
            let nearest = "nearest to your timetable, 95 of 100 days within \(proposal.spread ?? 0) min"
            return SetupProposal(words: "\(words): \(nearest)", changes: proposal.calculation.changes)
        case .customary:
            // The reason names the method's authority.
            let (method, madhab) = (proposal.calculation.method.name, proposal.calculation.madhab.rawValue)
            let short = "\(method) \(madhab), \(proposal.calculation.highLatitude.rawValue)"
            return SetupProposal(words: "\(short). \(proposal.reason)", changes: proposal.calculation.changes)
        }
    }

    /// The ways to calculate that are known for the place, the best first: a method that scholars have decided comes
    /// before one that was measured. One that they have decided for a place far away comes last.
    package var methodProposals: [MethodProposal] {
        let fitted = fit.map { fit in
            let worst = fit.distances.values.map(\.spread).max() ?? 0
            return MethodProposal(
                source: .fitted,
                calculation: CalculationConfiguration(fit.calculator),
                spread: worst
            )
        }
        let hasMoved = move != nil
        let current = former.map { former in
            MethodProposal(source: .current, calculation: hasMoved ? former.calculation : configuration.calculation)
        }
        let customary = customaryMethod
        let all =
            hasMoved
            ? [customary, fitted, current] : hadMethod ? [current, fitted, customary] : [fitted, current, customary]
        return all.compactMap(\.self)
    }

    /// The move of the mosque, in words, where it is so far away or in such a country that another method than the
    /// box's is customary there; nil otherwise.
    private var move: String? {
        guard let former, former.calculation.changes != customaryMethod.calculation.changes else { return nil }
        let place = configuration.place.place
        let distance = former.place.coordinates.distance(to: place.coordinates)
        let countries = [former.place, place].compactMap(Self.country)
        guard distance > Self.far || Set(countries).count > 1 else { return nil }
        // A corrected time zone alone moves the mosque by 0 km.
        return distance < 1
            ? "The mosque is in another country" : "The mosque has moved by \(Int(distance.rounded())) km"
    }

    /// In kilometres.
    private static let far = 100.0

    private var customaryMethod: MethodProposal {
        let custom = suggestion
        var calculation = CalculationConfiguration()
        (calculation.method, calculation.madhab) = (custom.method, custom.madhab)
        calculation.highLatitude = custom.highLatitude
        return MethodProposal(source: .customary, calculation: calculation, reason: custom.reason)
    }

    /// Takes a way to calculate as it was shown.
    ///
    /// - Throws: `SetupRefusal` where the config's reader refuses it.
    package mutating func choose(_ calculation: CalculationConfiguration) throws(SetupRefusal) {
        try take(.method, calculation.changes)
    }

    /// The settings that are customary at the place.
    private var suggestion: MethodSuggestion {
        let place = configuration.place.place
        return MethodSuggestion(for: place.coordinates, country: Self.country(of: place))
    }

    private static func country(of place: Place) -> String? {
        // reason: without tzdata's tables the country is not known, and the most widespread method is proposed
        (try? SystemZones.country(of: place.timezone)) ?? nil
    }

    mutating func answerMethod(_ text: String) throws(SetupRefusal) {
        let proposals = methodProposals
        let choices = methodChoices
        if !choices.isEmpty, let index = try choice(text, of: choices) {
            return try take(.method, Self.proposal(proposals[index]).changes)
        }
        let words = text.lowercased().split { " ,+/()".contains($0) }.map { $0.filter { !"'’".contains($0) } }
        let schools = words.compactMap { Self.schools[$0] }
        let rules = words.compactMap(Self.rule)
        let name = words.filter { Self.schools[$0] == nil && Self.rule($0) == nil }
            .joined(separator: "-")
        guard schools.count <= 1 else { throw SetupRefusal("write one school, shafi or hanafi") }
        let usual = (proposals.first ?? customaryMethod).calculation
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

    /// The method, madhab and rule of the config; after a move also those of the former place, or the customary ones.
    var methodWords: [String] {
        let words = Self.words(configuration.calculation)
        guard let move, let former else { return [words] }
        let customary = customaryMethod.calculation
        switch configuration.calculation.changes {
        case former.calculation.changes: return [words, "\(move). Customary there: \(Self.words(customary))"]
        case customary.changes:
            let isTaken = "\(move), so the method that is customary there is taken"
            return [words, "\(isTaken). The former one: \(Self.words(former.calculation))"]
        default: return [words, "\(move). The former method: \(Self.words(former.calculation))"]
        }
    }

    private static func words(_ calculation: CalculationConfiguration) -> String {
        let (method, rule) = (calculation.method, calculation.highLatitude)
        return "\(method.name) \(calculation.madhab.rawValue), \(rule.rawValue) (\(method.authority))"
    }
}
