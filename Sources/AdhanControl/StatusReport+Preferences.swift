import AdhanCore

extension StatusReport {
    /// What people have set, from the words that the daemon has for it: `volume 40 by amina`. What a newer one says
    /// otherwise is left out.
    package var preferences: Preferences {
        Preferences(
            (settings ?? []).compactMap { words in
                let parts = words.split(separator: " ", maxSplits: 3)
                guard parts.count == 4, parts[2] == "by" else { return nil }
                let (key, value, who) = (String(parts[0]), String(parts[1]), String(parts[3]))
                return try? Preferences.Change(key, value, who: who, at: Instant(seconds: 0))  // reason: see above
            }
        )
    }
}
