import AdhanCore

/// The adhan that has the player, from the moment its device is asked for until the player has let it go.
struct CurrentAdhan {
    /// How far it has come. What is known only at one stage is part of that stage.
    enum Stage {
        /// The player looks for its device.
        case opening
        /// The device runs on silence.
        case ready
        /// `started` is on its way to the disk.
        case committing(Commit)
        /// The player may sound at its second.
        case released
        /// The first sample has gone out; a person may have stopped it since.
        case audible(isStopped: Bool)
        /// It was told to end for this reason, and the player has not answered.
        case ending(String)
    }

    let due: Due
    let request: PlaybackRequest
    var stage = Stage.opening

    /// As the schedule sees it.
    var activity: Activity {
        switch stage {
        case .opening: .armed(due, ready: false)
        case .ready: .armed(due, ready: true)
        case .committing, .released: .begun(due, audible: false)
        case .audible: .begun(due, audible: true)
        case .ending: .ending(due)
        }
    }

    /// Whether nothing of it is on its way to the ledger yet.
    var isArmed: Bool { if case .armed = activity { true } else { false } }

    /// Why it was told to end, where it was.
    var givenUp: String? { if case .ending(let reason) = stage { reason } else { nil } }

    /// Whether a person has stopped it in mid-sound.
    var isStopped: Bool { if case .audible(isStopped: true) = stage { true } else { false } }
}

extension DaemonLoop {
    /// What the sound device is used for, as the schedule sees it.
    package var activity: Activity { current?.activity ?? .idle }

    /// The `started` row that is being committed.
    package var committing: Commit? { if case .committing(let commit) = current?.stage { commit } else { nil } }
}
