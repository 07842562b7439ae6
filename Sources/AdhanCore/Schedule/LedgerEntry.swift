/// What became of an occasion. A closed list.
package enum LedgerState: String, CaseIterable, Sendable, Hashable, Codable {
    /// Committed before the first audible frame; found alone at a start, it becomes `interrupted`.
    case started
    /// Heard to its end; the device has drained.
    case completed
    /// Begun, and not heard whole.
    case interrupted
    /// Ended by a person or by SIGTERM.
    case stopped
    /// Was not meant to sound.
    case skipped
    /// Could not be called. Provisional: should its second truly come, it is called.
    case missed

    /// Whether nothing may sound for the occasion any more, whatever the clock does.
    package var settles: Bool { self != .missed }

    /// Whether a row in this state may be replaced by one in `next`.
    ///
    /// `started` → `missed` is for a sound of which nothing was heard: the device never came, or the clock stepped back
    /// before its second.
    package func mayBecome(_ next: LedgerState) -> Bool {
        switch self {
        case .missed: true
        case .started: [.completed, .interrupted, .stopped, .missed].contains(next)
        case .completed, .interrupted, .stopped, .skipped: false
        }
    }
}

/// One row of the ledger: what became of one occasion of one mosque date.
package struct LedgerEntry: Sendable, Hashable {
    package let key: OccasionKey
    package var state: LedgerState
    /// The second it was due, by the timetable of that moment.
    package var due: Instant
    /// When the first sample was heard, by the device's own account.
    package var began: Instant?
    package var ended: Instant?
    /// Milliseconds by which it began after `due`.
    package var latenessMilliseconds: Int64?
    /// Milliseconds of the sound that an audible device has played.
    package var heardMilliseconds: Int64?
    /// Milliseconds of silence within it that are not in the file.
    package var gapMilliseconds: Int64?
    /// Where the time came from.
    package var source: SourceName
    package var file: String?
    /// SHA-256 of the file, in lower-case hex.
    package var sha256: String?
    package var device: String?
    package var reason: String?
    /// Who stopped or muted it.
    package var who: String?

    package init(
        _ due: Due,
        _ state: LedgerState,
        reason: String? = nil,
        file: String? = nil,
        who: String? = nil
    ) {
        (key, self.due, source) = (due.key, due.at, due.source)
        (self.state, self.reason, self.file, self.who) = (state, reason, file, who)
    }
}
