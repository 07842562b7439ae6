import AdhanCommandLine
import AdhanConfig
import AdhanControl
import AdhanSystem
import ArgumentParser
import Logging

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: OwnedCommand.sync.abstract,
        discussion: """
            It is a process of its own beside 'adhand run', which uses no network itself and asks this one: it can \
            end, hang or be flooded, and the prayers are called all the same. 'adhand run' starts and ends it where it \
            is no service.
            """
    )

    @OptionGroup var options: CommonOptions

    /// The daemon that has started it, whose folders it uses; nil for a service.
    @Option(help: .hidden) var parent: Int32?

    func run() throws {
        if let parent, !OwnProcess.endWithParent(parent) { return }
        _ = StderrLog.neverWait()
        let queue = try LogQueue.daemon()
        defer { queue.flush(within: .milliseconds(500)) }
        let log = queue.logger
        // Before any thread begins, since threads inherit it.
        let signals = StopSignals()
        let notifier = try Notifier()
        let locations = Locations(resources: options.resources, daemon: parent != nil)
        let config = DaemonConfig(named: options.config, locations: locations)
        let service = FetchService(socket: locations.runtime + "/adhand.sock", clock: LinuxClock(), log: log) {
            try config.inUse()
        }
        _ = notifier.ready("waiting for the daemon")
        let thread = try SystemThread {
            service.run { problem in
                if let problem { log.notice("waiting for the daemon: \(problem)") }
                notifier.status(problem ?? "fetches what the daemon asks for")
            }
        }
        thread.detach()
        repeat { notifier.feedWatchdog() } while !signals.wait()
        notifier.stopping()
        notifier.flush(within: .milliseconds(500))
    }
}
