import AdhanCore

/// The occasion that the player is busy with, from arming until the player reports its end.
struct CurrentOccasion {
    /// How far it has come. Data that exists only at one stage is part of that stage.
    enum Stage {
        /// The player prepares the recording, and opens a device.
        case opening
        /// It is prepared, and the player looks for a device.
        case deviceless
        /// The device is open.
        case ready
        /// The `started` row is being written.
        case committing(Commit)
        /// The player was told to play at the prayer's second.
        case released
        /// The first sample was played; it may have been stopped since.
        case audible(isStopped: Bool)
        /// The player was told to stop, for this reason, and has not answered.
        case ending(String)
    }

    /// As the timetable has it now, until it begins.
    var due: ScheduledOccasion
    let request: PlaybackRequest
    /// When the player was asked to prepare it.
    let since: Instant
    var stage = Stage.opening
    /// A sentence for its row; nil for none.
    var remark: String?

    /// As the schedule sees it.
    var activity: Activity {
        switch stage {
        case .opening, .deviceless: .armed(due, ready: false)
        case .ready: .armed(due, ready: true)
        case .committing, .released: .begun(due, audible: false)
        case .audible(isStopped: false): .begun(due, audible: true)
        case .audible(isStopped: true), .ending: .ending(due)
        }
    }

    /// When it should be prepared; nil where it is, or only lacks a device.
    var preparationEnd: Instant? {
        guard case .opening = stage else { return nil }
        return max(due.at - Schedule.commitLead, since + Schedule.latePreparation)
    }

    /// Whether nothing of it was given to the ledger yet.
    var isArmed: Bool { if case .armed = activity { true } else { false } }

    /// Why the player was told to stop; nil where it was not.
    var givenUp: String? { if case .ending(let reason) = stage { reason } else { nil } }

    /// Whether it was stopped while it sounded, by a person or for something more important.
    var isStopped: Bool { if case .audible(isStopped: true) = stage { true } else { false } }
}

extension DaemonLoop {
    /// What the player does, as the schedule sees it.
    var activity: Activity { current?.activity ?? .idle }

    /// The `started` row that is being committed.
    var committing: Commit? { if case .committing(let commit) = current?.stage { commit } else { nil } }
}
