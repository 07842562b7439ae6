import AdhanCore
import AdhanTimetables

/// What other threads report to the loop.
package enum LoopEvent: Sendable {
    case player(PlayerEvent)
    case writer(LedgerAnswer)
    /// The system's tzdata has new rules for the mosque's zone.
    case zone(ZoneRules)
    /// The mosque's own file, or the bundle, has other times than before.
    case timetableChanged
    /// The verdict of a look at the clock.
    case clock(ClockTrust)
    /// The network sources have been asked.
    case fetched(FetchRound)
}
