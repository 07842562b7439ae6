import AdhanCore

extension Preferences {
    /// The volumes that people have set too low to be intended. Those of the config are `AudioConfiguration.faintVolumes`.
    package var faint: [(words: String, remedy: String)] {
        inForce.compactMap { change in
            guard case .volume(let volume) = change.value,
                let words = AudioConfiguration.faintness("\(change.key.name) (set by \(change.who))", volume)
            else { return nil }
            return (words, change.remedy(false))
        }
    }
}

extension Preferences.Change {
    /// `volume is 0, set by root`.
    package func words() -> String { "\(key.name) is \(value?.text ?? "default"), set by \(who)" }

    /// The command that ends a silence.
    ///
    /// - Parameter isSilent: whether nothing would be heard without the change, too.
    package func remedy(_ isSilent: Bool) -> String { "adhand set \(key.name) \(isSilent ? "100" : "default")" }
}
