import AdhanSupport
import Logging

/// Tells the house what the daemon does, until SIGTERM.
struct NotifyCommand {
    let options: BoxOptions

    /// The daemon that has started it, whose folders it uses; nil for a service.
    let parent: Int32?

    /// How long a program after a sound may go on when this process ends.
    private static let stopPatience: Duration = .milliseconds(4200)

    func run() throws {
        if let parent, !OwnProcess.endWithParent(parent) { return }
        try ServiceProcess.run { process in
            let locations = Locations(resources: options.resources, daemon: parent != nil)
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
            repeat { notifier.feedWatchdog() } while !process.signals.wait()
            notifier.stopping()
            hooks.stop(within: Self.stopPatience)
        }
    }
}
