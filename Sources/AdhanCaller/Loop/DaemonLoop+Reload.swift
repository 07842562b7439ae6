import AdhanCore
import AdhanTimetables

/// Takes up a changed config while the loop runs. It keeps what was called, the rows that wait for the disk, the mute,
/// and what is known of the clock.
extension DaemonLoop {
    /// Whether another config can be taken up now: nothing sounds and nothing is armed.
    ///
    /// An armed adhan without a device is given up, since the new config may name a device that works. Its occasion
    /// stays open during the grace.
    package func prepareForReload() -> Bool {
        if current == nil { return auxiliary == nil && stopping == nil }
        if lacksDevice { giveUp("the config has changed") }
        return false
    }

    /// Whether what is armed has no device, or could not be prepared before: another config may have what it lacks.
    package var lacksDevice: Bool {
        guard case .armed(let due, ready: false) = activity else { return false }
        return obstacles[due.key] != nil
    }

    /// Takes up another config. Call it only after `prepareForReload` has returned true.
    package func take(
        _ next: Settings,
        source: any TimetableSource,
        player: any AdhanPlayer,
        fetches: FetchScheduler?,
        _ now: Instant
    ) {
        if next.rules != settings.rules || next.sounds.sounding != settings.sounds.sounding { changedRules = .byReload }
        let (mute, preferences, held) = (settings.policy.mute, settings.preferences, settings.held)
        (settings, self.source, self.player, self.fetches) = (next, source, player, fetches)
        (settings.policy.mute, settings.preferences, settings.held) = (mute, preferences, held)
        loadAgain()
        (rearmAt, unplayable) = ([:], [])
        if let skipped = settings.policy.skippedSources { tell(.sourcesSkipped(skipped)) }
    }
}
