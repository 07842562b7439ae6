import AdhanCore
import AdhanSupport
import AdhanWeb
import Logging

/// Saving, and going back to an earlier state.
extension PanelService {
    static let stateRoutes: [String: Route] = [
        "GET /api/states": Route(roles: office) { service, _ in try service.statesAnswer() },
        "POST /api/states/restore": Route(roles: office) { try $0.restore($1) },
    ]

    /// The answer to a change that is saved.
    private struct Saved: Encodable {
        let revision: String
        /// The daemon's words about it; nil where it has not confirmed it, and takes the change up later.
        var words: String?
        /// The settings that were left out, the daemon's objections, and its remarks on new lines.
        var notes: [String]
        /// The state before it, for the way back; nil where nothing has changed, or this person may not go back.
        var before: Int64?
    }

    /// A change that is saved, of which the daemon is yet to be told.
    struct KeptChange {
        fileprivate let revision: String
        fileprivate let isNew: Bool
        fileprivate let person: PanelAccount
        fileprivate let leftOut: [String]
    }

    /// Saves the draft, has the daemon take it up, and answers the page.
    func save(_ draft: PanelDraft, base: String, _ call: PanelCall, what: String) throws -> WebAnswer {
        try tell(try keep(draft, base: base, call, what: what))
    }

    /// Saves the draft. The daemon is told by `tell`, which may take long: no lock is to be held meanwhile.
    func keep(_ draft: PanelDraft, base: String, _ call: PanelCall, what: String) throws -> KeptChange {
        let (person, what) = (try call.member.account, OneLine.of(what, limit: 200))
        // It counts as one order.
        try checkRate(.set, of: person)
        let revision = try settings.save(draft, base: base, who: person.name, what: what, at: now)
        if revision != base { log.notice("\(person.name) has saved: \(what)") }
        return KeptChange(revision: revision, isNew: revision != base, person: person, leftOut: draft.leftOut)
    }

    /// Has the daemon take the change up, and answers the page.
    func tell(_ kept: KeptChange) throws -> WebAnswer {
        // Without a change, an earlier one may still not be taken up.
        guard try kept.isNew || store.lastUnconfirmed() != nil else {
            return try json(Saved(revision: kept.revision, words: "nothing has changed", notes: kept.leftOut))
        }
        let states = try store.states().prefix(2)
        defer { expireAnswers() }
        let answer = try tellStates()
        var saved = Saved(revision: kept.revision, words: answer?.words, notes: kept.leftOut)
        guard let state = states.first, let before = states.dropFirst().first,
            Secrets.digest(state.text) == kept.revision
        else { return try json(saved) }
        if let answer { saved.notes += notes(answer, on: state.text, since: before.text) }
        if Self.office.contains(kept.person.role) { saved.before = before.id }
        return try json(saved)
    }

    /// All objections, and the remarks on lines of the panel's file that a change has added: the other remarks were
    /// there before. The panel's file and its line are left out, since nobody edits it.
    private func notes(_ answer: Done, on text: String, since before: String) -> [String] {
        func lines(_ text: String) -> [Substring] { text.split(separator: "\n", omittingEmptySubsequences: false) }
        let (lines, old) = (lines(text), lines(before))
        let file = settings.folder.config
        let new = (answer.remarks ?? []).filter { remark in
            guard remark.file == file, let number = remark.line, number > 0 else { return false }
            return lines.dropFirst(number - 1).first.map { !old.contains($0) } ?? false
        }
        return ((answer.objections ?? []) + new).map { $0.words(forPanel: file) }
    }

    private struct State: Encodable {
        let id: Int64
        /// ISO 8601 with the offset of the mosque's zone.
        let at: String
        let who, what: String
        let isInForce: Bool
        /// The lines that it changed.
        let lines: [String]
    }

    private struct States: Encodable {
        let revision: String
        let states: [State]
    }

    private func statesAnswer() throws -> WebAnswer {
        let (draft, states) = (try settings.draft(), try store.states())
        // reason: without the mosque's zone the times are those of UTC
        let zone = (try? draft.configuration.place.zone.get().rules) ?? .utc
        let befores = states.dropFirst().map(\.text) + [""]
        let shown = zip(states, befores).map { state, before in
            State(
                id: state.id,
                at: zone.formatted(Instant(seconds: state.at)),
                who: state.who,
                what: state.what,
                isInForce: Secrets.digest(state.text) == draft.revision,
                lines: Array(PanelSettings.difference(before, state.text).prefix(40))
            )
        }
        return try json(States(revision: draft.revision, states: shown))
    }

    private struct Restoration: Decodable {
        let id: Int64
        let base: String
    }

    private func restore(_ call: PanelCall) throws -> WebAnswer {
        let given: Restoration = try call.body()
        var draft = try settings.draft()
        let state = try settings.restore(given.id, in: &draft, by: try call.member.account.role)
        let what = state.who.isEmpty ? "back to the settings of before" : "back to the state of: \(state.what)"
        return try save(draft, base: given.base, call, what: what)
    }
}
