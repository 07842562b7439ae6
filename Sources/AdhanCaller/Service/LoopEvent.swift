import AdhanCore
import AdhanSupport
import AdhanTimetables

/// A report of another thread to the event loop.
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
    /// A request on the control socket.
    case order(ControlRequest, ControlCaller, ControlReplier)
    /// The rest of a service's job, whose first part ran on another thread.
    case service(ServiceJob)
    /// The watch of that name has something new to read.
    case pollNow(watch: String)
    /// The service calls the prayers now, so this daemon has to end.
    case displaced(ControlFault)

    /// Runs on the loop's thread.
    package typealias ServiceJob = @Sendable (DaemonService, DaemonLoop, Instant) -> Void
}

/// Why a config was not used.
package struct ReloadFault: Error {
    package let words: String

    package init(words: String) { self.words = words }
}
