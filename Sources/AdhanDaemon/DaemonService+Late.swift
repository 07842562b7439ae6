import AdhanControl
import AdhanCore
import AdhanEngine
import AdhanSystem
import Logging

/// What the disks of the daemon's own files tell after the start has gone on without it.
extension DaemonService {
    /// What the process before had muted is muted from now on; what sounds is faded.
    package func found(_ mute: Mute, _ loop: DaemonLoop, _ now: Instant) {
        guard !isMuteDecided, mute.until > now else { return }
        log.warning("the mute is taken up late: its disk has answered only now")
        loop.mute(mute)
    }

    /// Orders are taken from now on; where the socket cannot be had, the prayers are called all the same.
    ///
    /// - Throws: `ControlFault.otherDaemon` and `.notOurs`, with which nothing may be called; `SystemFault` where the machine has no
    ///   thread left.
    package func serve(on found: Result<ControlServer, any Error>) throws {
        do {
            server = try found.get()
        } catch let fault as ControlFault {
            switch fault {
            case .otherDaemon, .notOurs: throw fault
            default: log.error("\(fault); the prayers are called all the same, but no command reaches the daemon")
            }
        }
    }

    /// The same once prayers may have been called.
    package func servedLate(_ found: Result<ControlServer, any Error>) {
        do {
            try serve(on: found)
        } catch {
            log.error("no command reaches this daemon, and two may call the prayers, each of them: \(error)")
        }
    }

    package func locked(_ ledger: String, _ result: Result<Void, LockFault>) {
        switch result {
        case .success:
            guard model.lockProblems.removeValue(forKey: ledger) != nil else { return }
            log.notice("\(ledger) is this daemon's alone again")
        case .failure(let fault):
            let words = "two daemons may call the prayers, each of them: \(fault)"
            // It is tried each minute.
            guard model.lockProblems[ledger] != words else { return }
            log.error("\(words)")
            model.lockProblems[ledger] = words
        }
    }
}
