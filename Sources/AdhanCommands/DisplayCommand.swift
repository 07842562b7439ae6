import AdhanConfig
import AdhanDisplay
import AdhanSystem
import ArgumentParser
import Glibc
import Logging

struct DisplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display",
        abstract: "Serve the page for the mosque's screen, until SIGTERM.",
        discussion: """
            It is a process of its own beside 'adhand run', and only follows it: it can end, hang or be flooded, and the \
            prayers are called all the same. [display] of the config says where it listens and what it shows. Exit code: 0 \
            after SIGTERM; 69 if it cannot listen; 78 if the config is wrong.
            """
    )

    @OptionGroup var options: CommonOptions

    func run() throws {
        _ = StderrLog.neverWait()
        let queue = try LogQueue.daemon()
        defer { queue.flush(within: .milliseconds(500)) }
        let log = queue.logger
        // Before any thread begins, since threads inherit it.
        var ends = sigset_t()
        sigemptyset(&ends)
        for signal in [SIGTERM, SIGINT] { sigaddset(&ends, signal) }
        pthread_sigmask(SIG_BLOCK, &ends, nil)
        let (configuration, locations) = try options.load(daemon: false)
        let service = try DisplayService(configuration, locations, clock: LinuxClock(), log: log) { [options] in
            try options.load(daemon: false).0
        }
        let address: ListenAddress
        do {
            address = try service.listen()
        } catch {
            log.error("\(error)")
            throw ExitCode(EX_UNAVAILABLE)
        }
        log.notice("the display is at http://\(address)/")
        try service.follow(locations.runtime + "/adhand.sock")
        try service.watchFiles()
        let notifier = try Notifier()
        let usual = "the display is at http://\(address)/"
        _ = notifier.ready(usual)
        service.run { problem in
            notifier.status(problem ?? usual)
        } until: {
            notifier.feedWatchdog()
            var second = timespec(tv_sec: 1, tv_nsec: 0)
            return sigtimedwait(&ends, nil, &second) > 0
        }
        notifier.stopping()
        notifier.flush(within: .milliseconds(500))
    }
}
