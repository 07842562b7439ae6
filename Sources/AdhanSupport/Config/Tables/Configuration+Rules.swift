import AdhanCore

/// The mosque's rules for its day, from all tables that have a part of them.
extension Configuration {
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
