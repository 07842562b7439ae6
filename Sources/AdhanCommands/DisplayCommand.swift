import AdhanConfig
import AdhanDisplay
import AdhanSystem
import ArgumentParser
import Foundation
import Glibc
import Logging

struct DisplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display",
        abstract: "Serve the page for the mosque's screen, until SIGTERM.",
        discussion: """
            It is a process of its own beside 'adhand run', and only follows it: it can end, hang or be flooded, and the \
            prayers are called all the same. [display] of the config says where it listens and what it shows. As a service it \
            waits for a config that can be used. Exit code: 0 after SIGTERM; 69 if it cannot listen; started by hand, 66, 77 or \
            78 if the config is not there, may not be read or is wrong.
            """
    )

    /// How often a config that cannot be used is looked at, in seconds.
    private static let lookInterval = 3

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
        let notifier = try Notifier()
        defer { notifier.flush(within: .milliseconds(500)) }
        func isEnded() -> Bool {
            notifier.feedWatchdog()
            var second = timespec(tv_sec: 1, tv_nsec: 0)
            return sigtimedwait(&ends, nil, &second) > 0
        }
        let isService = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"] != nil
        let locations = Locations(resources: options.resources, daemon: false)
        let read: @Sendable () throws -> Configuration = { [named = options.config] in
            try Self.usable(KnownConfig(DaemonConfig(named: named, locations: locations)))
        }
        guard
            let configuration = try isService
                ? waitForConfig(read, notifier, log, until: isEnded) : options.load(daemon: false).0
        else { return notifier.stopping() }
        let service = try DisplayService(configuration, locations, clock: LinuxClock(), log: log, reload: read)
        let address: ListenAddress
        do {
            address = try service.listen()
        } catch {
            log.error("\(error)")
            throw ExitCode(EX_UNAVAILABLE)
        }
        let usual = "the display is at http://\(address)/"
        log.notice("\(usual)")
        try service.follow(locations.runtime + "/adhand.sock")
        try service.watchFiles()
        _ = notifier.ready(usual)
        service.run(tell: { notifier.status($0 ?? usual) }, until: isEnded)
        notifier.stopping()
        service.leave()
    }

    /// Waits until the config can be used: an end would show nothing at all, and nobody starts the display again.
    ///
    /// - Returns: nil where the display is told to end before.
    private func waitForConfig(
        _ read: () throws -> Configuration,
        _ notifier: Notifier,
        _ log: Logger,
        until isEnded: () -> Bool
    ) -> Configuration? {
        var said: String?
        while true {
            do {
                return try read()
            } catch {
                let words = "waiting for a config: \(KnownConfig.words(error))"
                if words != said {
                    log.error("\(words)")
                    _ = notifier.ready(words)
                    said = words
                }
            }
            for _ in 0..<Self.lookInterval where isEnded() { return nil }
        }
    }

    /// Where the daemon may be using another config than the defaults, they are not shown.
    private static func usable(_ known: KnownConfig) throws -> Configuration {
        if known.isInDoubt, case .success = known.configuration {
            throw DoubtfulConfig(description: known.note ?? "")
        }
        return try known.configuration.get()
    }

    private struct DoubtfulConfig: Error, CustomStringConvertible { let description: String }
}
