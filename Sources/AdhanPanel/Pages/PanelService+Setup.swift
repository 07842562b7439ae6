import AdhanCaller
import AdhanCore
import AdhanSetup
import AdhanSupport
import AdhanTimetables
import AdhanWeb

/// The view *Set up*: the place, the method and the screen's languages, with tomorrow's times before they are saved.
extension PanelService {
    static let setupRoutes: [String: Route] = [
        "GET /api/setup/state": Route(roles: [.caretaker]) { service, _ in try service.setupAnswer() },
        "POST /api/setup/place": Route(roles: [.caretaker]) { try $0.findPlace($1) },
        "POST /api/setup/methods": Route(roles: [.caretaker]) { try $0.proposeMethods($1) },
        "POST /api/setup/fit": Route(roles: [.caretaker]) { try $0.fitMethod($1) },
        "POST /api/setup/tomorrow": Route(roles: [.caretaker]) { try $0.showTomorrow($1) },
        "POST /api/setup/save": Route(roles: [.caretaker]) { try $0.saveSetup($1) },
    ]

    private struct State: Encodable {
        struct Method: Encodable { let name, authority, source: String }
        struct Step: Encodable {
            /// `place`, or the view on which it is done.
            let name: String
            let isDone: Bool
        }

        let revision: String
        let problems: [String]
        /// The tables of the form that may not change.
        let fixed: [String]
        let form: SetupForm
        /// The city nearest to the place; nil without a place.
        let near: String?
        /// The largest city of the box's time zone, for a box without a place.
        let guess: String?
        let hasTimetable: Bool
        let methods: [Method]
        let schools, rules, languages: [String]
        let steps: [Step]
    }

    private func setupAnswer() throws -> WebAnswer {
        let draft = try settings.draft()
        let (configuration, plan) = (draft.configuration, try setup.plan(draft.texts(in: settings.folder.config)))
        let form = SetupForm(configuration)
        let state = State(
            revision: draft.revision,
            problems: draft.problems,
            fixed: draft.fixed.filter(SetupForm.tables.contains),
            form: form,
            near: form.place == nil ? nil : plan.nearestCity?.title,
            guess: form.place == nil ? plan.likelyCity?.title : nil,
            hasTimetable: configuration.timetable.file != nil,
            methods: CalculationMethod.all.map { .init(name: $0.name, authority: $0.authority, source: $0.source) },
            schools: Madhab.allCases.map(\.rawValue),
            rules: HighLatitudeRule.allCases.map(\.rawValue),
            languages: DisplayConfiguration.Language.allCases.map(\.rawValue),
            steps: steps(configuration)
        )
        return try json(state)
    }

    /// The steps from an empty box to an adhan, in their order.
    private func steps(_ configuration: Configuration) -> [State.Step] {
        let (keys, timetable) = (configuration.keys, configuration.timetable)
        // The shipped recording is a tone.
        let isOwnSound = configuration.audio.plan.adhan.files != [settings.locations.tone]
        // reason: a daemon that does not answer will not call
        let next = (try? status().get())?.adhans?.first { !$0.isReplaced }
        return [
            .init(
                name: "place",
                // A method that the page may not set is the box's own matter.
                isDone: configuration.place.knowledge == .given
                    && (keys.contains("calculation.method") || configuration.panel.fixed.contains("calculation"))
            ),
            .init(name: "times", isDone: timetable.file != nil || !timetable.sources.isEmpty),
            .init(name: "iqama", isDone: keys.contains("iqama")),
            .init(name: "sound", isDone: isOwnSound),
            .init(name: "now", isDone: next?.willSound == true),
        ]
    }

    // MARK: Place

    private struct Search: Decodable {
        let text: String
        /// The number of one of several choices, from 1.
        var choice: Int?
    }

    private struct Found: Encodable {
        var place: SetupForm.Place?
        var near: String?
        /// Proposed for the screen; nil where the box has some.
        var languages: [String]?
        /// Several places may be meant.
        var choices: [String] = []
    }

    private func findPlace(_ call: PanelCall) throws -> WebAnswer {
        let given: Search = try call.body()
        // Setup takes an empty answer for its proposal.
        guard !given.text.allSatisfy(\.isWhitespace) else { throw PanelRefusal.badBody }
        let draft = try settings.draft()
        var plan = try setup.plan(draft.texts(in: settings.folder.config))
        do throws(SetupRefusal) {
            do throws(SetupRefusal) {
                try plan.answer(.place, given.text)
            } catch {
                guard let choice = given.choice else { throw error }
                try plan.answer(.place, "\(choice)")
            }
        } catch {
            let choices = plan.question(.place).choices
            guard !choices.isEmpty else { throw PanelRefusal.wrongSetup(error) }
            return try json(Found(choices: choices))
        }
        let (found, keys) = (plan.configuration, draft.configuration.keys)
        let hasLanguages = plan.wasSetUp || keys.contains("display.languages")
        return try json(
            Found(
                place: .init(found.place.place),
                near: plan.nearestCity?.title,
                languages: hasLanguages ? nil : plan.usualLanguages
            )
        )
    }

    // MARK: Method

    private struct Trial: Decodable { let form: SetupForm }

    private struct Proposal: Encodable {
        let source: MethodProposal.Source
        let calculation: SetupForm.Calculation
        /// Why it is customary, in English; empty otherwise.
        let reason: String
        /// Minutes within which 95 of 100 days are; nil where nothing was compared.
        let spread: Int?

        init(_ proposal: MethodProposal) {
            (source, calculation) = (proposal.source, .init(proposal.calculation))
            (reason, spread) = (proposal.reason, proposal.spread)
        }
    }

    private func proposeMethods(_ call: PanelCall) throws -> WebAnswer {
        let plan = try placed(try call.body(Trial.self).form)
        return try json(plan.methodProposals.map(Proposal.init))
    }

    /// Compares the mosque's file with the methods. The proposals without it are there meanwhile.
    private func fitMethod(_ call: PanelCall) throws -> WebAnswer {
        var plan = try placed(try call.body(Trial.self).form)
        let rules = try TimesRules(plan.configuration, times.reader, now: clock.wall())
        if let table = try table(rules) {
            plan.fit = try setup.fit(table.days(table.dates.sorted(), in: rules.zone), rules.validator.calculator)
        }
        return try json(plan.methodProposals.map(Proposal.init))
    }

    private func table(_ rules: TimesRules) throws(PanelRefusal) -> CheckedTimetable? {
        do {
            return try times.file(rules)?.table
        } catch {
            throw error as? TimetableRefusal == TableTurn.busy ? .reading : .unreadTimetable("\(error)")
        }
    }

    /// The questions with the place of the form answered.
    private func placed(_ form: SetupForm) throws -> SetupPlan {
        let draft = try settings.draft()
        var plan = try setup.plan(draft.texts(in: settings.folder.config))
        let place = SetupForm(place: form.place).changes(over: draft.configuration).form
        try answering { try place.answer(&plan) }
        return plan
    }

    // MARK: Trial and saving

    private struct Tomorrow: Encodable {
        struct Row: Encodable {
            let prayer, time, calculated: String
            let iqama: String?
        }
        let date: String
        /// Whether the times may be other ones than the calculated.
        let hasTimetable: Bool
        let rows: [Row]
        /// Remarks on the place, in English.
        let remarks: [String]
    }

    private func showTomorrow(_ call: PanelCall) throws -> WebAnswer {
        let candidate = try trial(try call.body(Trial.self).form).candidate
        guard candidate.place.isSet else { throw PanelRefusal.badBody }
        let parts = try DaemonParts(candidate, settings.locations, { NoNetwork(origin: $0) }, reader: times.reader)
        let date = parts.zone.wall(at: clock.wall()).date.adding(days: 1)
        parts.recall(date.adding(days: -7)...date.adding(days: 7))
        let rules = try parts.preferences().inUse(control).applied(to: candidate.rules)
        let (day, calculated) = parts.times(of: date, by: rules)
        func text(_ moment: Instant) -> String { parts.zone.clockText(moment) }
        let rows = Prayer.allCases.map { prayer in
            Tomorrow.Row(
                prayer: prayer.rawValue,
                time: text(day[prayer]),
                calculated: text(calculated[prayer]),
                iqama: day.iqama[prayer].map(text)
            )
        }
        let timetable = candidate.timetable
        return try json(
            Tomorrow(
                date: date.description,
                hasTimetable: timetable.file != nil || timetable.bundle != nil || !timetable.sources.isEmpty,
                rows: rows,
                remarks: candidate.place.remarks.map(\.words)
            )
        )
    }

    private struct Save: Decodable {
        let base: String
        let form: SetupForm
    }

    private func saveSetup(_ call: PanelCall) throws -> WebAnswer {
        let given: Save = try call.body()
        let (draft, change, _) = try trial(given.form)
        return try save(draft, base: given.base, call, what: "setup: \(change.words)")
    }

    /// The settings with the form in them, the parts that change, and the config as it would be.
    ///
    /// - Throws: `PanelRefusal` where the config would not be as the form shows it.
    private func trial(_ form: SetupForm) throws -> (draft: PanelDraft, change: SetupForm, candidate: Configuration) {
        var draft = try settings.draft()
        let (change, tables) = form.changes(over: draft.configuration)
        guard tables.allSatisfy({ !draft.fixed.contains($0) }) else { throw PanelRefusal.fixedSetup }
        var plan = try setup.plan(draft.texts(in: settings.folder.config))
        try answering { try change.answer(&plan) }
        try draft.enter(plan.changes, settings.locations)
        do {
            let candidate = try settings.candidate(draft)
            guard change.isIn(candidate), candidate.place.city == plan.configuration.place.city else {
                throw PanelRefusal.differs
            }
            return (draft, change, candidate)
        } catch let error as ConfigError {
            throw PanelRefusal.wrongConfig(error.faults.map(\.message))
        }
    }

    private func answering(_ body: () throws -> Void) throws {
        do {
            try body()
        } catch let refusal as SetupRefusal {
            throw PanelRefusal.wrongSetup(refusal)
        } catch let error as InvalidValue {
            throw PanelRefusal.wrongSetup(error)
        }
    }
}

extension PanelRefusal {
    fileprivate static let fixedSetup = PanelRefusal(
        409,
        "fixed-setup",
        "the config of the box does not let this page change this"
    )
    fileprivate static let differs = PanelRefusal(
        409,
        "differs",
        "other lines of the box's config would change what was shown, so nothing is saved"
    )

    fileprivate static func unreadTimetable(_ reason: String) -> PanelRefusal {
        PanelRefusal(409, "unread-timetable", "the timetable in use cannot be read: \(reason)", lines: [reason])
    }

    fileprivate static func wrongSetup(_ reason: some CustomStringConvertible) -> PanelRefusal {
        let lines = reason.description.split(separator: "\n").map(String.init)
        return PanelRefusal(422, "wrong-setup", "this cannot be used: \(reason)", lines: lines)
    }
}
