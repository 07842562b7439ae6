import AdhanCore
import AdhanTimetables

/// Replaces the config while the loop runs, and nothing else.
extension DaemonLoop {
    /// Whether another config can be used now: nothing sounds and nothing is armed.
    ///
    /// An armed adhan without a device is given up, since the new config may name a device that works. Its occasion
    /// stays open during the grace.
    func prepareForReload() -> Bool {
        if current == nil { return auxiliary == nil && stopping == nil }
        if lacksDevice { giveUp("the config has changed") }
        return false
    }

    /// Whether what is armed has no device, or could not be prepared before: another config may have what it lacks.
    var lacksDevice: Bool {
        guard case .armed(let due, ready: false) = activity else { return false }
        return notes[due.key].obstacle != nil
    }

    /// Uses another config from now on. Call it only after `prepareForReload` has returned true.
    func applyConfig(
        _ next: Settings,
        source: any TimetableSource,
        player: any AdhanPlayer,
        fetches: FetchScheduler?,
        _ now: Instant
    ) {
        if next.rules != settings.rules || next.sounds.sounding != settings.sounds.sounding { changedRules = .byReload }
        let trusted = trustsClock
        (settings, self.source, self.player, self.fetches) = (next, source, player, fetches)
        if trustsClock, !trusted { beginTrusting(wasUntrusted: trust != nil, now) } else { loadAgain() }
        notes.allowRearming()
        if let skipped = settings.policy.skippedSources { tell(.sourcesSkipped(skipped)) }
    }
}
