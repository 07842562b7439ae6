import AdhanSupport
import AdhanCore

/// What other threads report to the event loop.
package enum InboxEvent: Sendable {
    case loop(LoopEvent)
    case service(ServiceEvent)
    /// The watch of that name has something new to see.
    case news(watch: String)
    /// The service calls the prayers now, so this daemon has to end.
    case displaced(ControlFault)
}

/// What other threads report to `DaemonService`.
package enum ServiceEvent: Sendable {
    case order(ControlRequest, ControlCaller, ControlReplier)
    /// The config was read for a reload.
    case read(Result<LoadedConfig, ReloadFault>, asked: ControlReplier?)
    /// The recordings and hooks were checked: what is wrong with those that cannot play or run.
    case looked([String], hooks: [HookOutcome.Kind: String])
    /// A self-test has ended.
    case tested(SelfTestResult)
    /// The recordings were checked for a `play` request, which can go on.
    case toPlay(ControlRequest, ControlCaller, ControlReplier)
    /// The mosque's file was read for a `refresh` request.
    case timetableRead(isUrgent: Bool, asked: ControlReplier)
    /// A hook has ended.
    case hooked(HookOutcome)
    /// A file was saved for the next start; the problem where it was not.
    case kept(StateFile, save: Int, problem: String?)
    /// The saved settings, from a disk that was late.
    case preferencesFound(Preferences)
    /// What is wrong with the daemon's own files; sent where it has changed.
    case stateLooked([StatusReport.Problem])
    /// The zone was read from tzdata, or why it could not be.
    case zoneRead(TzdataFault?)
    /// How the mirrors are, by their names; nil for one that has not made a pass. Sent where it has changed.
    case mirrorsLooked([String: MirrorStatus])
    /// The saved mute, from a disk that was late.
    case muteFound(Mute)
    /// The control socket, or why there is none, from a disk that was late.
    case served(Result<ControlServer, any Error>)
    /// A question to the network waits.
    case fetchWaits
    /// The ledger at that path is locked for this process, or why it is not.
    case locked(String, Result<Void, LockFault>)
}

/// Why a config was not taken up.
package struct ReloadFault: Error {
    package let words: String

    package init(words: String) {
        self.words = words
    }
}
