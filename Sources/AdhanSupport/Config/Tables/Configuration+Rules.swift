import AdhanCore

extension Configuration {
    /// What the config says of the sound. What was found of recordings, device and clock is up to the caller.
    package func soundFacts(_ preferences: Preferences = Preferences()) -> SoundFacts {
        let place = file == nil ? nil : file(of: "place")
        func named(_ table: String) -> String { place == nil ? "/etc/adhand/config.toml" : file(of: table) }
        let files = SoundFacts.Files(place: place, adhan: named("adhan"), audio: named("audio"))
        var facts = SoundFacts(audio.plan, rules, files, preferences)
        // That one needs no test: it always opens.
        if let first = audio.devices.first, let words = OutputDevice(first).unheard {
            facts.device = .unheard(first, because: words)
        }
        return facts
    }

    /// For a command, which knows no ledger and no mute.
    ///
    /// - Parameters:
    ///   - source: of the days, without the mosque's rules.
    ///   - needsPlace: false for a rehearsal, which needs none.
    package func forecasts(
        _ source: any TimetableSource,
        in zone: ZoneRules,
        now: Instant,
        _ facts: SoundFacts,
        needsPlace: Bool = true
    ) -> [AdhanForecast] {
        let window = Timetable.window(now: now, since: now, zone: zone)
        let rules = facts.preferences.applied(to: rules)
        let timetable = Timetable(
            zone: zone,
            days: MosqueTimetable(source, rules).days(window, in: zone),
            window: window,
            loadedAt: now,
            rules: rules,
            sounds: facts.preferences.applied(to: audio.plan)
        )
        var policy = SchedulePolicy()
        policy.skippedSources = needsPlace ? place.withheld : nil
        let input = SchedulerInput(
            now: now,
            timetable: timetable,
            memory: LedgerCache(),
            isLedgerRead: true,
            activity: .idle,
            policy: policy,
            observed: ObservationStart(began: now)
        )
        return AdhanForecast.all(input, facts)
    }

    /// The mosque's rules for its day, from all tables that have a part of them.
    package var rules: MosqueRules {
        var rules = MosqueRules()
        (rules.adhan, rules.iqama, rules.jumuah) = (adhan.rules, iqama.rules, jumuah.rules)
        (rules.tarhim, rules.reminders) = (tarhim.leads, reminders.leads)
        (rules.ramadan, rules.eid, rules.calendar) = (ramadan.rules, eid.rules, hijri.calendar)
        rules.ramadan.imsakMinutes = calculation.spans.imsak
        return rules
    }

    /// Gives the audio's plan the recordings of the other tables.
    mutating func addSoundsOfOccasions() {
        var recordings = ramadan.recordings
        recordings[.iqama] = iqama.recordings
        recordings[.tarhim] = tarhim.recordings
        recordings[.reminder] = reminders.recordings
        recordings[.takbir] = eid.recordings
        for (kind, found) in recordings { audio.add(found, of: kind) }
        // The Friday prayer's adhans are Dhuhr's.
        let dhuhr = audio.plan.ofPrayers[.dhuhr] ?? audio.plan.adhan
        if jumuah.rules.call != .dhuhr { audio.plan.ofOccasions[.jumuah] = dhuhr }
        if jumuah.rules.firstAdhan != nil { audio.plan.ofOccasions[.firstAdhan] = dhuhr }
    }
}
