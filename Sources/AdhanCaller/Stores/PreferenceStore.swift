import AdhanCore
import AdhanSupport
import Glibc

/// Saves what people have set, so that it outlives a restart and a power cut.
/// The config file is theirs, and stays as it is.
package struct PreferenceStore: Sendable {
    package let file: String
    private var kept: JSONFile<[Row]> { JSONFile(file, limit: 64 << 10) }

    private struct Row: Codable {
        let key: String
        let value: String
        let who: String
        /// In microseconds since 1970 UTC.
        let at: Int64
    }

    /// - Parameter strange: called with the name of each setting that this adhand does not know,
    ///   or whose value it does not.
    /// - Throws: `FileFault` where the file cannot be read or decoded.
    package func load(strange: (InvalidValue) -> Void = { _ in }) throws(FileFault) -> Preferences? {
        guard let rows = try kept.load(fault: { _ in "it cannot be understood" }) else { return nil }
        let changes = rows.compactMap { row -> Preferences.Change? in
            do throws(InvalidValue) {
                return try Preferences.Change(row.key, row.value, who: row.who, at: Instant(microseconds: row.at))
            } catch {
                strange(error)
                return nil
            }
        }
        return Preferences(changes)
    }

    /// It may block.
    ///
    /// - Throws: `AtomicFile.Fault` where the disk refuses.
    package func save(_ preferences: Preferences) throws(AtomicFile.Fault) {
        let rows = preferences.inForce.map { change in
            Row(
                key: change.key.name,
                value: change.value?.text ?? "default",
                who: change.who,
                at: change.at.microseconds
            )
        }
        try kept.save(rows)
    }
}

extension PreferenceStore {
    /// The settings of people: as the daemon reports them, or from this file if it does not run.
    ///
    /// - Parameters:
    ///   - whole: whether a file that this user may not read ends the command, as in `BoxOptions.load`. Any other fault
    ///     goes to stderr: the daemon goes without them, too.
    package func inUse(_ client: ControlClient, whole: Bool = false) throws -> Preferences {
        do {
            let told = try client.ask(ControlRequest(.settings), for: Settings.self)
            return Preferences(
                told.settings.compactMap { setting in
                    guard let value = setting.value else { return nil }
                    // reason: a newer daemon may have more settings
                    return try? Preferences.Change(
                        setting.key,
                        value,
                        who: setting.who,
                        at: ReportedMoment(setting.at).at
                    )
                }
            )
        } catch {
            // It does not run, or this user may not ask it.
        }
        do {
            return try load() ?? Preferences()
        } catch {
            let denial = CommandConfig.denial(error, isBoxs: true)
            if whole, let denial { throw Ending(EX_NOPERM, "the settings of adhand set: \(denial)") }
            writeError("adhand: the settings of adhand set are left out: \(denial ?? "\(error)")")
            return Preferences()
        }
    }
}

extension BoxOptions {
    /// The settings of `adhand set`; empty where one config file counts alone.
    package func preferences(whole: Bool = false) throws -> Preferences {
        guard config == nil else { return Preferences() }
        return try DaemonParts.preferences(locations).inUse(control(), whole: whole)
    }
}
