import AdhanAudio
import AdhanControl
import AdhanCore
import AdhanEngine
import AdhanHooks
import AdhanSystem

/// What reaches the drive from other threads.
package enum DaemonEvent: Sendable {
    case loop(LoopEvent)
    case service(ServiceEvent)
    /// Another daemon calls the prayers now, and this one is to end.
    case displaced(ControlFault)
}

/// What reaches the caretaker's end of the daemon.
package enum ServiceEvent: Sendable {
    case order(ControlRequest, ControlCaller, ControlReplier)
    /// The config has been read, because somebody asked.
    case read(Result<Successor, ReloadFault>, asked: ControlReplier?)
    /// The recordings and the programs around a sound have been looked at; what is wrong with those that will not play or run.
    case looked([String], hooks: [HookOutcome.Kind: String])
    /// The sound has been tried out unheard.
    case tested(SelfTestResult)
    /// The recordings have been looked at, because somebody wants to hear one.
    case toPlay(ControlRequest, ControlCaller, ControlReplier)
    /// The mosque's file has been looked at, because somebody asked.
    case timetableRead(isUrgent: Bool, asked: ControlReplier)
    /// A program around a sound has ended.
    case hooked(HookOutcome)
    /// The mute could not be kept for the next start; nil where it was.
    case muteKept(problem: String?)
    /// What the process before had muted, told by a disk that was late.
    case muteFound(Mute)
    /// The control socket is there, or why it is not, told by a disk that was late.
    case served(Result<ControlServer, any Error>)
    /// The ledger of that path is locked for this process, or why it is not.
    case locked(String, Result<Void, LockFault>)
}

/// Why a config was not taken up.
package struct ReloadFault: Error {
    package let words: String

    package init(words: String) {
        self.words = words
    }
}
