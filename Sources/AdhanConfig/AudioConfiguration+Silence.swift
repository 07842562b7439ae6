import AdhanCore

/// Prayers that nobody hears because of the config, or of what people have set.
package struct Silence: Sendable, Equatable {
    /// Which prayers, and why, with the config's line if there is one.
    package let words: String
    /// The config line that fixes it, the command, or what to do.
    fileprivate let mend: String
    /// Whether people have set it, so that the config does not mend it.
    package let isSet: Bool
    /// Whether it is certainly a mistake. The volume 0 of a single prayer, or of quiet hours, is intended.
    package let isFault: Bool

    fileprivate init(_ words: String, _ mend: String, isSet: Bool = false, isFault: Bool = true) {
        (self.words, self.mend, self.isSet, self.isFault) = (words, mend, isSet, isFault)
    }

    /// - Parameters:
    ///   - config: the config file.
    ///   - next: the command that takes up a changed config.
    package func advice(_ config: String, then next: String? = nil) -> String {
        mend.replacing("FILE", with: config) + (isSet ? "" : next.map { "; then: \($0)" } ?? "")
    }
}

extension Configuration {
    /// Every silence of that day.
    ///
    /// - Parameters:
    ///   - day: the times that quiet hours may cover; nil if unknown.
    ///   - zone: the mosque's.
    ///   - preferences: what people have set.
    package func silences(
        on day: PrayerDay?,
        in zone: ZoneRules,
        _ preferences: Preferences = Preferences()
    ) -> [Silence] {
        audio.silences(on: day, in: zone, preferences, rules, adhanSpot: spot(of: "adhan"))
    }
}

extension AudioConfiguration {
    /// Every silence of that day.
    ///
    /// - Parameters:
    ///   - day: the times that quiet hours may cover; nil if unknown.
    ///   - zone: the mosque's.
    ///   - preferences: what people have set.
    ///   - rules: the config's rules for the day.
    ///   - adhanSpot: where [adhan] is in the config.
    package func silences(
        on day: PrayerDay?,
        in zone: ZoneRules,
        _ preferences: Preferences = Preferences(),
        _ rules: MosqueRules = MosqueRules(),
        adhanSpot: ConfigSpot? = nil
    ) -> [Silence] {
        let volumes = preferences.applied(to: plan).volumes
        let off = Prayer.called.filter(preferences.applied(to: rules).isNeverCalled)
        let called = Prayer.called.filter { !off.contains($0) }
        let own = called.filter { volumes.ofPrayers[$0] == .silent }
        let usual = volumes.usual == .silent ? called.filter { volumes.ofPrayers[$0] == nil } : []
        let quiet = called.filter { prayer in
            guard let day, !own.contains(prayer), !usual.contains(prayer) else { return false }
            return volumes.volume(of: prayer, at: zone.wall(at: day.adhan(of: prayer)).secondOfDay) == .silent
        }
        let areAll = own.count + usual.count + quiet.count == called.count
        return silences(usual: usual, preferences, areAll: areAll)
            + silences(own: own, preferences, areAll: areAll)
            + silences(quiet: quiet, on: day?.date, volumes.quiet, areAll: areAll)
            + (areAll ? silences(off: off, preferences, rules, adhanSpot) : [])
            + faint(preferences)
    }

    /// The prayers as the subject of a sentence: `no adhan`, `no fajr, no isha`.
    private static func none(_ prayers: [Prayer]) -> String {
        prayers.count == Prayer.called.count
            ? "no adhan" : prayers.map { "no \($0.rawValue)" }.joined(separator: ", ")
    }

    private static func located(_ spot: ConfigSpot?, _ words: String) -> String {
        spot.map { ConfigFault($0, words).description } ?? words
    }

    private func silences(usual prayers: [Prayer], _ preferences: Preferences, areAll: Bool) -> [Silence] {
        guard !prayers.isEmpty else { return [] }
        let words = "\(Self.none(prayers)) is heard: "
        if let change = preferences[.volume(nil)] {
            return [Silence(words + change.words(), change.remedy(plan.volumes.usual == .silent), isSet: true)]
        }
        return [
            Silence(
                Self.located(volumeSpots[nil], words + "[audio] volume is 0"),
                "write into [audio] of FILE: volume = 100"
            )
        ]
    }

    private func silences(own prayers: [Prayer], _ preferences: Preferences, areAll: Bool) -> [Silence] {
        func subject(_ prayers: [Prayer]) -> String { prayers.count == 1 ? "its volume is" : "their volumes are" }
        let set = prayers.compactMap { preferences[.volume($0)] }
        let others = prayers.filter { preferences[.volume($0)] == nil }
        var found: [Silence] = []
        if let first = set.first {
            let prayers = prayers.filter { !others.contains($0) }
            let beneath = prayers.first.flatMap { plan.volumes.ofPrayers[$0] } ?? plan.volumes.usual
            found.append(
                Silence(
                    "\(Self.none(prayers)) is heard: \(subject(prayers)) 0, set by \(Preferences.whos(set))",
                    first.remedy(beneath == .silent) + (set.count > 1 ? ", and so for the others" : ""),
                    isSet: true,
                    isFault: areAll
                )
            )
        }
        if let first = others.first {
            found.append(
                Silence(
                    Self.located(
                        volumeSpots[first] ?? nil,
                        "\(Self.none(others)) is heard: \(subject(others)) 0 in [audio.volumes]"
                    ),
                    "write into [audio.volumes] of FILE: \(first.rawValue) = 100"
                        + (others.count > 1 ? ", and so for the others" : ""),
                    isFault: areAll
                )
            )
        }
        return found
    }

    private func silences(
        quiet prayers: [Prayer],
        on date: CivilDate?,
        _ quiet: [QuietHours],
        areAll: Bool
    ) -> [Silence] {
        guard !prayers.isEmpty, let date else { return [] }
        let hours = quiet.filter { $0.volume == .silent }
            .map { "\(ClockText.format($0.from)) to \(ClockText.format($0.to))" }.joined(separator: " and ")
        return [
            Silence(
                "\(Self.none(prayers)) is heard on \(date): [[audio.quiet]] has volume = 0 from \(hours)",
                "raise that volume in [[audio.quiet]] of FILE, or shorten its hours",
                isFault: areAll
            )
        ]
    }

    /// The adhans that are off, where none of the others is heard either.
    private func silences(
        off prayers: [Prayer],
        _ preferences: Preferences,
        _ rules: MosqueRules,
        _ spot: ConfigSpot?
    ) -> [Silence] {
        let set = prayers.compactMap { preferences[.adhan($0)] }
        let others = prayers.filter { preferences[.adhan($0)] == nil }
        // A mosque may call the Friday prayer alone.
        let isFault = !(rules.callsFridays && preferences[.adhan(.dhuhr)] == nil)
        var found: [Silence] = []
        if let first = set.first {
            let prayers = prayers.filter { !others.contains($0) }
            let isOff = prayers.first.map(rules.isNeverCalled) ?? false
            found.append(
                Silence(
                    "\(Self.none(prayers)) is called: switched off by \(Preferences.whos(set))",
                    "adhand set \(first.key.name) \(isOff ? "on" : "default")"
                        + (set.count > 1 ? ", and so for the others" : ""),
                    isSet: true,
                    isFault: isFault
                )
            )
        }
        if let first = others.first {
            found.append(
                Silence(
                    Self.located(spot, "\(Self.none(others)) is called: off in [adhan]"),
                    "remove \(first.rawValue) = \"off\" from [adhan] of FILE"
                        + (others.count > 1 ? ", and so for the others" : ""),
                    isFault: isFault
                )
            )
        }
        return found
    }

    /// The volumes that people have set too low to be intended. Those of the config are `faintVolumes`.
    private func faint(_ preferences: Preferences) -> [Silence] {
        preferences.inForce.compactMap { change in
            guard case .volume(let volume) = change.value,
                let words = Self.faintness("\(change.key.name) (set by \(change.who))", volume)
            else { return nil }
            return Silence(words, change.remedy(false), isSet: true)
        }
    }
}

extension Preferences {
    /// Who made the changes, each once.
    fileprivate static func whos(_ changes: [Change]) -> String {
        changes.reduce(into: [String]()) { whos, change in
            if !whos.contains(change.who) { whos.append(change.who) }
        }.joined(separator: " and ")
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
