/// What became of an occasion.
package enum LedgerState: String, CaseIterable, Sendable, Hashable, Codable {
    /// Committed before the first audible sample. A start that finds it without an end turns it into `interrupted`.
    case started
    /// Heard to the end; the device has played the last sample.
    case completed
    /// Begun, and not heard completely.
    case interrupted
    /// Ended by a person or by SIGTERM.
    case stopped
    /// Was not meant to be heard.
    case skipped
    /// Could not be called. Provisional: if its second comes again after the clock was corrected, it is called.
    case missed

    /// Whether the row is final: nothing may sound for the occasion any more, whatever the clock does.
    package var settles: Bool { self != .missed }

    /// Whether a row in this state may be replaced by one in `next`.
    ///
    /// `started` → `missed` is for a sound of which nothing was heard, because no device was found or the clock stepped
    /// back before its second.
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
    /// The second it was due, by the timetable at that time.
    package var due: Instant
    /// When the first sample was heard, according to the device.
    package var began: Instant?
    package var ended: Instant?
    /// Milliseconds from `due` to `began`.
    package var latenessMilliseconds: Int64?
    /// Milliseconds of the sound played by an audible device.
    package var heardMilliseconds: Int64?
    /// Milliseconds of silence within it that are not in the file.
    package var gapMilliseconds: Int64?
    package var source: SourceName
    package var file: String?
    /// SHA-256 of the file, in lower-case hex.
    package var sha256: String?
    package var device: String?
    package var reason: String?
    /// Who stopped or muted it.
    package var who: String?

    package init(
        _ due: ScheduledOccasion,
        _ state: LedgerState,
        reason: String? = nil,
        file: String? = nil,
        who: String? = nil
    ) {
        (key, self.due, source) = (due.key, due.at, due.source)
        (self.state, self.reason, self.file, self.who) = (state, reason, file, who)
    }
}
