import AdhanCore
import AdhanTimetables

/// What reaches the loop from the threads of its adapters.
package enum LoopEvent: Sendable {
    case player(PlayerEvent)
    case writer(LedgerAnswer)
    /// The mosque's zone, as the system's tzdata has it now.
    case zone(ZoneRules)
    /// The mosque's own file has other times than before.
    case timetableChanged
    /// What is known of the clock now.
    case clock(ClockTrust)
    /// The sources on the network have been asked.
    case fetched(FetchRound)
}
