import AdhanCore
import AdhanTimetables

/// A changed config is taken up by the loop that runs, which forgets nothing: what was called, what waits for the ledger's disk, who
/// has muted what, and what is known of the clock.
extension DaemonLoop {
    /// Whether another config can be taken up now: nothing sounds, and nothing stands ready for its second.
    ///
    /// A sound that has nothing to sound on is given up for it, since the new config may name the device that is there. Its occasion
    /// stays open while the grace lasts.
    package func makesWay() -> Bool {
        switch activity {
        case .idle: return auxiliary == nil && stopping == nil
        case .armed(let due, ready: false) where obstacles[due.key] != nil: giveUp("the config has changed")
        case .armed, .begun, .ending: break
        }
        return false
    }

    /// Takes up another config; `makesWay` has said that it can.
    package func take(
        _ next: Settings,
        source: any TimetableSource,
        player: any AdhanPlayer,
        fetches: FetchScheduler?,
        _ now: Instant
    ) {
        let mute = settings.policy.mute
        (settings, self.source, self.player, self.fetches) = (next, source, player, fetches)
        settings.policy.mute = mute
        (timetable, rearmAt) = (nil, nil)
        if let withheld = settings.policy.withheld { tell(.withheld(withheld)) }
    }
}
