import AdhanCore
import AdhanSupport
import Logging
import Synchronization

/// The settings that the page may change: one file, which the daemon reads after the others. All calls may block.
final class PanelSettings: Sendable {
    /// The main config file.
    private let file: String
    let folder: PanelFolder
    let locations: Locations
    private let store: PanelStore
    private let saving = Mutex(())

    init(_ file: String, _ folder: PanelFolder, _ locations: Locations, _ store: PanelStore) {
        (self.file, self.folder, self.locations, self.store) = (file, folder, locations, store)
    }

    var files: PanelFiles { PanelFiles(folder: folder, store: store) }

    func draft() throws -> PanelDraft { try PanelDraft(file, panel: folder.config, locations) }

    /// The config with the draft's settings, before they are saved.
    func candidate(_ draft: PanelDraft) throws -> Configuration { try draft.candidate(folder.config, locations) }

    /// Writes the draft's settings, whole or not at all, and keeps the state. Without a change there is no new state:
    /// it would push out a way back.
    ///
    /// - Throws: `PanelRefusal` where another person has saved meanwhile, or the config would be wrong.
    func save(_ draft: PanelDraft, base: String, who: String, what: String, at now: Int64) throws -> String {
        try saving.withLock { _ in
            let current = try self.draft()
            guard current.revision == base, draft.revision == base else { throw try changed(since: base, current) }
            let faults = try draft.faults(folder.config, locations)
            guard faults.isEmpty else { throw PanelRefusal.wrongConfig(faults) }
            let text = draft.text
            guard text != Self.text(current) else { return base }
            // The latest state is about to be another one.
            try settleStates()
            // The state before the first change, so that there is a way back to it.
            if try store.states().isEmpty {
                _ = try store.add(who: "", what: "", Self.text(current), at: now)
            }
            let state = try store.add(who: who, what: what, text, at: now)
            do {
                try AtomicFile.replace(folder.config, with: Array(text.utf8), mode: 0o640, makesFolder: false)
            } catch {
                try store.removeState(state)
                throw error
            }
            // The change is saved, whatever becomes of the mark.
            try? store.markWritten(state)  // reason: `settle` marks it later
            return Secrets.digest(Array(text.utf8))
        }
    }

    /// Forgets a state that was kept and never came into force: the panel was killed between the two, or the disk was
    /// full.
    func settle() throws { try saving.withLock { _ in try settleStates() } }

    private func settleStates() throws {
        let unwritten = try store.unwrittenStates()
        guard !unwritten.isEmpty else { return }
        let inForce = String(decoding: try ConfigSource.panelFile(folder.config)?.bytes ?? [], as: UTF8.self)
        let latest = try store.states().first
        for state in unwritten {
            let isWritten = state == latest && state.text == inForce
            try isWritten ? store.markWritten(state.id) : store.removeState(state.id)
        }
    }

    /// Puts the tables of a kept state into the draft: those that this role may change, and that are not fixed. The
    /// draft's `leftOut` names the others that differ.
    ///
    /// - Throws: `PanelRefusal` where there is no such state any more.
    func restore(
        _ id: Int64,
        in draft: inout PanelDraft,
        by role: PanelAccount.Role
    ) throws -> SettingsState {
        guard let state = try store.states().first(where: { $0.id == id }) else { throw PanelRefusal.noState }
        let tables = try ConfigTree(Array(state.text.utf8), file: folder.config)
        for name in Set(tables.names + draft.tables.names).sorted() where draft.tables[name] != tables[name] {
            if draft.fixed.contains(name) {
                draft.leftOut.append("[\(name)] stays as it is: the config of the box fixes it")
            } else if role.mayChange(table: name) {
                draft.tables[name] = tables[name]
            } else {
                draft.leftOut.append("[\(name)] stays as it is: a caretaker alone may go back with it")
            }
        }
        return state
    }

    /// The lines that differ between a state and the one before it.
    static func difference(_ before: String, _ after: String) -> [String] {
        let lines = ConfigDifference(Array(before.utf8), Array(after.utf8)).lines.filter { !$0.isComment }
        return lines.map { "\($0.isAdded ? "+" : "-") \(OneLine.of($0.text, limit: 200))" }
    }

    private static func text(_ draft: PanelDraft) -> String {
        String(decoding: draft.texts.panel?.bytes ?? [], as: UTF8.self)
    }

    /// Another person's change, for the one who comes second.
    private func changed(since base: String, _ current: PanelDraft) throws -> PanelRefusal {
        let states = try store.states()
        let known = states.first { Secrets.digest(Array($0.text.utf8)) == base }
        let lines = known.map { Self.difference($0.text, Self.text(current)) } ?? []
        // A change by hand has no state.
        let latest = states.first.flatMap { Secrets.digest(Array($0.text.utf8)) == current.revision ? $0 : nil }
        return PanelRefusal.changed(who: latest?.who ?? "", what: latest?.what ?? "", Array(lines.prefix(40)))
    }
}
