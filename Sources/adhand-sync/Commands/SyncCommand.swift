import AdhanSupport
import Logging

/// Answers the daemon's questions to the network, until SIGTERM.
struct SyncCommand {
    let options: BoxOptions

    /// The daemon that has started it, whose folders it uses; nil for a service.
    let parent: Int32?

    func run() throws {
        if let parent, !OwnProcess.endWithParent(parent) { return }
        try ServiceProcess.run { process in
            let locations = Locations(resources: options.resources, daemon: parent != nil)
            let config = ConfigLoader(named: options.config, locations: locations)
            let socket = locations.runtime + "/adhand.sock"
            let service = FetchService(socket: socket, clock: LinuxClock(), log: process.log) {
                try config.inUse(within: .seconds(20))
            }
            _ = process.notifier.ready("waiting for the daemon")
            let (notifier, log) = (process.notifier, process.log)
            let thread = try SystemThread { [parent] in
                service.run { problem in
                    // Where the daemon has started it, it ends with it.
                    if let problem, parent == nil { log.notice("waiting for the daemon: \(problem)") }
                    notifier.status(problem ?? "fetches what the daemon asks for")
                }
            }
            thread.detach()
            repeat { notifier.feedWatchdog() } while !process.signals.wait()
            notifier.stopping()
        }
    }
}
