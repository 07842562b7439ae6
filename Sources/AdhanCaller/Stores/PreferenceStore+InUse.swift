import AdhanSupport
import AdhanCore

extension PreferenceStore {
    /// What people have set: by the daemon's word, or by this file if it does not run.
    ///
    /// - Parameter client: that of the daemon.
    package func inUse(_ client: ControlClient) -> Preferences {
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
                        at: ReportedDay.moment(setting.at)
                    )
                }
            )
        } catch {
            // It does not run, or this user may not ask it.
        }
        do {
            return try load() ?? Preferences()
        } catch {
            writeError("adhand: what adhand set has changed is not known here: \(error)")
            return Preferences()
        }
    }
}
