import AdhanCore

extension Preferences {
    /// The volumes that people have set too low to be intended.
    /// Those of the config are `AudioConfiguration.faintVolumes`.
    package var faint: [(words: String, remedy: String)] {
        inForce.compactMap { change in
            guard case .volume(let volume) = change.value,
                let words = AudioConfiguration.faintness("\(change.key.name) (set by \(change.who))", volume)
            else { return nil }
            return (words, change.remedy(false))
        }
    }
}
