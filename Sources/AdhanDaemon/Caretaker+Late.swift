import AdhanCore
import AdhanEngine
import AdhanSystem
import Logging

/// What the disks of the daemon's own files tell after the start has gone on without it.
extension Caretaker {
    /// What the process before had muted is muted from now on; what sounds is faded.
    package func found(_ mute: Mute, _ loop: DaemonLoop, _ now: Instant) {
        guard !isMuteDecided, mute.until > now else { return }
        log.warning("the mute is taken up late: its disk has answered only now")
        loop.mute(mute)
    }

    package func locked(_ ledger: String, _ result: Result<Void, LockFault>) {
        switch result {
        case .success: board.lockProblems[ledger] = nil
        case .failure(let fault):
            let words = "two daemons may call the prayers, each of them: \(fault)"
            log.error("\(words)")
            board.lockProblems[ledger] = words
        }
    }
}
