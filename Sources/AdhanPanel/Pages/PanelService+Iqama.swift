import AdhanCaller
import AdhanCore
import AdhanSupport
import AdhanTimetables
import AdhanWeb

/// The view *Iqama and Friday*: the rules of the mosque's congregations, with the days ahead before they are saved.
extension PanelService {
    static let iqamaRoutes: [String: Route] = [
        "GET /api/iqama": Route(roles: office) { service, _ in try service.iqamaAnswer() },
        "POST /api/iqama/preview": Route(roles: office) { try $0.previewIqama($1) },
        "POST /api/iqama/save": Route(roles: office) { try $0.saveIqama($1) },
    ]

    /// How many days are shown before they are saved.
    private static let previewDays = 14

    private struct State: Encodable {
        let revision: String
        let form: IqamaForm
        /// The tables of it that may not change.
        let fixed: [String]
        /// Why the panel's settings are left out.
        let problems: [String]
        /// Today on the mosque's clock.
        let date: String
    }

    private func iqamaAnswer() throws -> WebAnswer {
        let draft = try settings.draft()
        let zone = try draft.configuration.place.zone.get().rules
        let state = State(
            revision: draft.revision,
            form: IqamaForm(draft.configuration),
            fixed: draft.fixed.filter(IqamaForm.tables.contains),
            problems: draft.problems,
            date: zone.wall(at: clock.wall()).date.description
        )
        return try json(state)
    }

    private struct Trial: Decodable { let form: IqamaForm }

    private struct Preview: Encodable {
        /// The days as they would be, with the changes; nil where the config would be wrong.
        var times: TimesReport?
        /// The days as they are now.
        var current: TimesReport?
        /// The Hijri dates of the changes' first days.
        var hijri: [String: String] = [:]
        var faults: [String] = []
        var remarks: [String] = []
        /// The congregations whose times replace those of the timetable, with the first date and the times of then.
        var replaced: [Replaced] = []
    }

    private struct Replaced: Encodable {
        /// `iqama.isha`, or `jumuah.times`.
        let key: String
        let date: String
        let clocks: [String]
    }

    private func previewIqama(_ call: PanelCall) throws -> WebAnswer {
        let given: Trial = try call.body()
        var draft = try settings.draft()
        let current = draft.configuration
        given.form.apply(to: &draft.tables, fixed: draft.fixed, over: IqamaForm(current))
        let candidate: Configuration
        do {
            candidate = try settings.candidate(draft)
        } catch let error as ConfigError {
            return try json(Preview(faults: error.faults.map { $0.words(forPanel: settings.folder.config) }))
        }
        return try json(try preview(candidate, current))
    }

    /// The days are made from the box's files, as `adhand times` makes them: the daemon need not run.
    private func preview(_ candidate: Configuration, _ current: Configuration) throws -> Preview {
        let parts = try DaemonParts(candidate, settings.locations, { NoNetwork(origin: $0) }, reader: times.reader)
        let preferences = try parts.preferences().inUse(control)
        let (zone, place) = (parts.zone, candidate.place.place)
        let first = zone.wall(at: clock.wall()).date
        let dates = first...first.adding(days: Self.previewDays - 1)
        parts.recall(first.adding(days: -28)...first.adding(days: 60))
        let source = parts.timetableSource()
        func report(_ configuration: Configuration) -> TimesReport {
            let rules = preferences.applied(to: configuration.rules)
            let days = MosqueTimetable(source, rules).days(
                dates.lowerBound...dates.upperBound.adding(days: 1),
                in: zone
            )
            let (shown, next) = (days.filter { dates.contains($0.date) }, days.last { $0.date > dates.upperBound })
            let spans = configuration.calculation.spans
            return TimesReport(place, zone, shown, before: next, rules, spans, rules.calendar, showsAll: false)
        }
        let rules = preferences.applied(to: candidate.rules)
        var preview = Preview(times: report(candidate), current: report(current))
        // A change is known for longer than the days are shown.
        let ahead = first...first.adding(days: 45)
        let old = preferences.applied(to: current.rules)
        let changes = TimeChanges.found(on: ahead, from: old, to: rules, source, in: zone)
        preview.times?.changes = changes.map { TimesReport.Change($0, zone) }
        preview.hijri = changes.reduce(into: [:]) { $0["\($1.date)"] = rules.calendar.date($1.date)?.description }
        preview.remarks = parts.rulesRemarks(measuresSounds: false, about: IqamaForm.tables, from: first).map {
            $0.words(forPanel: settings.folder.config)
        }
        let days = source.days(ahead, in: zone, by: rules.calendar)
        preview.replaced = RulesCheck(rules, on: days, in: zone).replacements.compactMap { replaced in
            replaced.times.first.map { Replaced(key: replaced.key, date: "\($0.date)", clocks: $0.clocks) }
        }
        return preview
    }

    private struct Save: Decodable {
        let base: String
        let form: IqamaForm
    }

    private func saveIqama(_ call: PanelCall) throws -> WebAnswer {
        let given: Save = try call.body()
        var draft = try settings.draft()
        let (before, current) = (draft.tables, IqamaForm(draft.configuration))
        let fixed = given.form.changes(from: current).filter(draft.fixed.contains)
        guard fixed.isEmpty else { throw PanelRefusal.fixedTables(fixed) }
        given.form.apply(to: &draft.tables, fixed: draft.fixed, over: current)
        let names = ["iqama": "the iqama", "jumuah": "Friday", "eid": "the Eid prayers"]
        let changed = IqamaForm.tables.filter { before[$0] != draft.tables[$0] }.compactMap { names[$0] }
        return try save(draft, base: given.base, call, what: changed.joined(separator: ", "))
    }
}

/// A preview asks nothing on the network: what is kept of its timetables is used.
struct NoNetwork: RemoteTimetable {
    let origin: RemoteOrigin

    func fetch(
        _ period: TimetablePeriod,
        known: Provenance?,
        patience: FetchPatience
    ) throws(FetchFault) -> FetchAnswer {
        throw FetchFault(.here, "the panel asks nothing on the network")
    }
}
