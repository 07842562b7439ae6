import AdhanCore
import AdhanTimetables

/// What the loop reports: for the journal, the status, the event stream and the rehearsal.
package enum Notice: Sendable {
    case ledgerLoaded(LedgerCache)
    case ledgerUnreadable(String)
    /// The marks of earlier processes could not be read in time, and why; `problem` is nil where they have been read
    /// after all.
    case marks(place: String, problem: String?)
    /// The ledger's file was removed or replaced. The sentence says what happened.
    case ledgerReplaced(String)
    case refreshed(RefreshReason, next: ScheduledOccasion?)
    /// The sources whose adhans do not sound, and why.
    case sourcesSkipped(SkippedSources)
    case armed(ScheduledOccasion, device: String, problem: Fault?)
    /// It could not be armed; tried again during the grace.
    case notReady(ScheduledOccasion, Fault)
    case began(ScheduledOccasion, at: Instant, device: String)
    /// The second of an occasion without a recording.
    case reached(ScheduledOccasion)
    /// An occasion without a recording that is not announced, and why.
    case notAnnounced(ScheduledOccasion, SkipReason)
    /// It was announced, or settled with that state, at `at`, and was then moved to a later time. It does not come
    /// again.
    case settledBefore(ScheduledOccasion, at: Instant, as: String)
    /// A congregation of today that was ahead: by another timetable or other rules there is none.
    case dropped(ScheduledOccasion)
    case noted(ScheduledOccasion, String)
    /// The device was lost, and another is looked for.
    case lost(ScheduledOccasion, Fault)
    /// It plays on that device from now on.
    case found(ScheduledOccasion, device: String, String)
    case gaveUp(ScheduledOccasion, String)
    /// The occasion's row for the ledger.
    case settled(LedgerEntry)
    /// The disk did not take a row, which is tried again; the sentence says why, and whether the row is marked.
    case unsaved(LedgerEntry, String)
    /// The disk has taken rows that had waited.
    case saved(rows: Int)
    /// The ledger already has another row of the occasion, so nothing sounds.
    case refused(LedgerEntry, String)
    case interrupted(Interruption)
    /// The system's tzdata has new rules for the mosque's zone.
    case zone(ZoneRules)
    /// The verdict on the clock, and the time it showed.
    case clock(ClockTrust, at: Instant)
    case source(SourceNews)
    case selfTest(SelfTestResult)
    case stopping(String)
    case muted(Mute)
    case unmuted(by: String)
    /// A person changed a setting; `isRecorded` is false if too many changes wait for the ledger's disk for it to get
    /// this one.
    case preferred(Preferences.Change, isRecorded: Bool)
    case auxiliary(AuxiliaryPlayback, AuxiliaryProgress)
}

package enum AuxiliaryProgress: Sendable {
    /// The recording is read; `problem` is why no device opens.
    case opened(device: String, problem: Fault?)
    /// The device has accepted the first sample.
    case began(device: String)
    case noted(String)
    /// How it ended, in the ledger's terms: `completed` only where it was heard whole.
    case ended(LedgerState, String)
}

/// Why the loop has not seen each second since the last tick.
package enum Interruption: Sendable, Hashable {
    /// The wall clock was set, or the machine slept; forward is positive.
    case clockStep(Duration)
    /// The clock is right, but the process did not run for so long.
    case heldUp(Duration)
}
