import AdhanCore

extension StatusReport {
    /// The settings of people, from the daemon's words for them: `volume 40 by amina`. Other words, as of a newer
    /// daemon, are left out.
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
