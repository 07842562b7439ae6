/// The facts that a process knows of one occasion beside its time and its ledger row.
package struct OccasionNote: Sendable, Hashable {
    /// The reason why it has not been called so far.
    package var obstacle: MissReason?
    /// When the player may be asked again, after it failed to prepare the sound.
    package var rearmAt: Instant?
    /// Whether its recording could not be prepared at the last try, on no device.
    package var isUnplayable = false
    /// Whether the ledger needs no row: it was no occasion when it was due, or had no recording. The rules have changed
    /// since.
    package var isExempt = false
    /// When it was due, where an earlier process may have called it and the ledger has not been read. If it is moved,
    /// it waits for the ledger.
    package var dueBeforeStart: Instant?
    /// Whether this process has announced it, without a recording.
    package var isAnnounced = false
    /// When it was due and was not announced, which has been reported.
    package var notAnnounced: Instant?

    package init() {}
}

/// The notes of one process, by occasion.
package struct OccasionNotes: Sendable, Hashable {
    package private(set) var all: [OccasionKey: OccasionNote] = [:]

    package init() {}

    package subscript(key: OccasionKey) -> OccasionNote {
        get { all[key] ?? OccasionNote() }
        set { all[key] = newValue == OccasionNote() ? nil : newValue }
    }

    /// Drops the notes of earlier dates.
    package mutating func forget(before date: CivilDate) { all = all.filter { $0.key.date >= date } }

    /// Drops what hinders occasions of earlier dates: if the clock is set back to them, it is found and told again.
    package mutating func forgetObstacles(before date: CivilDate) {
        for key in all.keys where key.date < date {
            (self[key].obstacle, self[key].rearmAt, self[key].isUnplayable) = (nil, nil, false)
        }
    }

    /// Another config may play what the one before could not.
    package mutating func allowRearming() {
        for key in all.keys { (self[key].rearmAt, self[key].isUnplayable) = (nil, false) }
    }
}
