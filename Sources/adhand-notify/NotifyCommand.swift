import AdhanSupport
import Glibc
import Logging
import Synchronization

/// Runs the programs of `[hooks]` and tells the receivers of `[[notify]]`, until SIGTERM.
struct NotifyCommand {
    let options: BoxOptions

    /// The daemon that has started it, whose folders it uses; nil for a service.
    let parent: Int32?

    /// How long a program after a sound may go on when this process ends.
    private static let stopPatience: Duration = .milliseconds(4200)

    /// Locks a file against a second process, which would run each program and tell each message again.
    ///
    /// - Returns: nil where the disk does not allow a lock: people must be told all the same.
    /// - Throws: `Ending` where another process has it, or it is not this user's.
    private static func lock(_ folder: String, _ log: Logger) throws -> LockFile? {
        let made = TimeLimit.run(.seconds(5), on: folder) {
            Folder.make(folder)
            return Result { () throws(LockFault) in try LockFile(folder + "/notify.lock") }
        }
        switch made {
        case .success(let lock): return lock
        case .failure(.held):
            let words = "another adhand notify runs already; see it with: systemctl status adhand-notify"
            throw Ending(EX_CANTCREAT, words)
        case .failure(.notOurs):
            throw Ending(
                EX_NOPERM,
                "adhand notify is the service's, and not yours to run; to try it: sudo adhand notify test"
            )
        case .failure(let fault): log.warning("\(fault)")
        case nil: log.warning("\(folder): its disk does not answer")
        }
        return nil
    }

    func run() throws {
        if let parent, !OwnProcess.endWithParent(parent) { return }
        try ServiceProcess.run { process in
            let locations = Locations(resources: options.resources, daemon: parent != nil)
            let lock = try Self.lock(locations.state + "/notify", process.log)
            defer { withExtendedLifetime(lock) {} }
            let hooks = HookService(socket: locations.runtime + "/adhand.sock", clock: LinuxClock(), log: process.log)
            _ = process.notifier.ready("waiting for the daemon")
            let (notifier, log) = (process.notifier, process.log)
            let thread = try SystemThread { [parent] in
                hooks.run { problem in
                    // Where the daemon has started it, it ends with it.
                    if let problem, parent == nil { log.notice("waiting for the daemon: \(problem)") }
                    notifier.status(problem ?? "runs the programs of [hooks]")
                }
            }
            thread.detach()
            // On a thread of its own: its disk may hang, and the programs of [hooks] must run.
            let teller = Mutex<TellService?>(nil)
            let loader = ConfigLoader(named: options.config, locations: locations)
            try SystemThread {
                do {
                    let made = try TellService(
                        socket: locations.runtime + "/adhand.sock",
                        folder: locations.state + "/notify",
                        clock: LinuxClock(),
                        log: log,
                        locations: locations
                    ) {
                        try loader.inUse(within: .seconds(20))
                    }
                    teller.withLock { $0 = made }
                    made.run()
                } catch {
                    log.error("the receivers of [[notify]] are not told until the next start: \(error)")
                }
            }.detach()
            repeat { notifier.feedWatchdog() } while !process.signals.wait()
            notifier.stopping()
            // At the same time: both may take seconds.
            let ended = WaitGroup(1)
            try SystemThread {
                teller.withLock(\.self)?.stop()
                ended.leave()
            }.detach()
            hooks.stop(within: Self.stopPatience)
            ended.wait(within: Self.stopPatience)
        }
    }
}
