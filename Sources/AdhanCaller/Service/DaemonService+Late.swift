import Logging
import AdhanSupport
import AdhanCore

/// Takes up what the disks of the daemon's own files answer after the start has gone on without them.
extension DaemonService {
    /// Takes up the saved mute; what sounds is faded out.
    func found(_ mute: Mute, _ loop: DaemonLoop, _ now: Instant) {
        guard !isMuteDecided, mute.isOpen(at: now) else { return }
        log.warning("the mute is taken up late: its disk has answered only now")
        loop.mute(mute, now)
    }

    /// Takes requests from now on. Where the socket cannot be made, prayers are still called.
    ///
    /// - Throws: `ControlFault.otherDaemon` and `.notOurs`, where this daemon must not call prayers; `SystemFault`
    ///   where the machine has no thread left.
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

    /// Does the same once prayers may have been called: no fault stops the daemon then.
    func servedLate(_ found: Result<ControlServer, any Error>) {
        do {
            try serve(on: found)
        } catch {
            log.error("no command reaches this daemon, and a second daemon may call each prayer, too: \(error)")
        }
    }

    func locked(_ ledger: String, _ result: Result<Void, LockFault>) {
        switch result {
        case .success:
            guard model.lockProblems.removeValue(forKey: ledger) != nil else { return }
            log.notice("\(ledger) is locked for this daemon again")
        case .failure(let fault):
            let words = "two daemons may call each prayer: \(fault)"
            // It is tried each minute, and reported once.
            guard model.lockProblems[ledger] != words else { return }
            log.error("\(words)")
            model.lockProblems[ledger] = words
        }
    }
}
