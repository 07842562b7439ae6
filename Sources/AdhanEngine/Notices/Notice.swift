import AdhanCore
import AdhanTimetables

/// What the loop has to tell: to the journal, and to whoever watches a rehearsal.
package enum Notice: Sendable {
    case recalled(LedgerMemory)
    case ledgerUnreadable(String)
    /// The marks of earlier processes do not answer, and why; `problem` is nil where they have answered after all.
    case marks(place: String, problem: String?)
    /// The ledger's file was removed or replaced; what happened, as a sentence.
    case ledgerReplaced(String)
    case refreshed(RefreshReason, next: Due?)
    /// These may not sound, and why.
    case withheld(WithheldSources)
    case armed(Due, device: String, problem: String?)
    /// It could not be made ready; tried again while its grace lasts.
    case notReady(Due, String)
    case began(Due, at: Instant, device: String)
    case noted(Due, String)
    /// The device is gone, and another is looked for.
    case lost(Due, String)
    /// It sounds on that device from now on.
    case found(Due, device: String, String)
    case gaveUp(Due, String)
    /// What became of an occasion, as the ledger has it from now on.
    case settled(LedgerEntry)
    /// The disk did not take a row; it is marked elsewhere and tried again.
    case unsaved(LedgerEntry, String)
    /// The disk has taken what it had refused.
    case saved(rows: Int)
    /// The ledger already has the occasion otherwise: nothing sounds.
    case refused(LedgerEntry, String)
    case interrupted(Interruption)
    /// The system's tzdata has other rules for the mosque's zone than before.
    case zone(ZoneRules)
    /// What is known of the clock now, and what it showed.
    case clock(ClockTrust, at: Instant)
    /// What a source on the network has answered.
    case source(SourceNews)
    /// The sound was tried out unheard.
    case selfTest(SelfTestResult)
    case stopping(String)
    case muted(Mute)
    case unmuted(by: String)
    case auxiliary(AuxiliaryPlayback, AuxiliaryProgress)
}

/// How it goes with a sound beside the ledger.
package enum AuxiliaryProgress: Sendable {
    case playing(device: String, problem: String?)
    case noted(String)
    /// What became of it, as the ledger would have it: `completed` only where it was heard whole.
    case ended(LedgerState, String)
}

/// Why the seconds since the last tick were not all seen.
package enum Interruption: Sendable, Hashable {
    /// The wall clock was set, or the machine slept; positive is forward.
    case clockStep(Duration)
    /// The clock is as it should be, but the process got no time for so long.
    case heldUp(Duration)
}
