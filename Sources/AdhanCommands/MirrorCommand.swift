import AdhanConfig
import AdhanCore
import AdhanMirror
import AdhanSystem
import ArgumentParser
import Glibc
import Logging

struct MirrorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirror",
        abstract: "Keep the mosque's buckets mirrored into this box, until SIGTERM.",
        discussion: """
            It is a process of its own beside 'adhand run'. [mirror] of the config says which buckets. A file appears only \
            whole, and a recording or timetable only if it is in order. Exit code: 0 after SIGTERM; 78 if the config is \
            wrong or names no mirror.
            """,
        subcommands: [Sync.self]
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
        let syncs = try options.mirrors { name, event in log.log(level: event.level, "mirror \(name): \(event.words)") }
        let service = MirrorService(syncs)
        let notifier = try Notifier()
        _ = notifier.ready("mirroring \(syncs.count == 1 ? "a bucket" : "\(syncs.count) buckets")")
        let thread = try SystemThread {
            while let due = service.due {
                LinuxClock().sleep(due - BootClock.now())
                service.run()
            }
        }
        thread.detach()
        while true {
            // A pass that no limit has ended is worth a restart.
            if !service.hangs(BootClock.now()) { notifier.feedWatchdog() }
            var second = timespec(tv_sec: 1, tv_nsec: 0)
            if sigtimedwait(&ends, nil, &second) > 0 { break }
        }
        notifier.stopping()
        notifier.flush(within: .milliseconds(500))
        // A pass in progress is cut off: each moment of it leaves whole files only.
    }

    struct Sync: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make one pass over all mirrors, and end.",
            discussion: """
                What was refused is looked at again. Exit code: 0 if the mirrors equal their buckets, except for what is \
                refused, which is named; 69 if a pass failed, with the reason; 78 if the config is wrong or names no mirror.
                """
        )

        @OptionGroup var options: CommonOptions

        func run() throws {
            let syncs = try options.mirrors { name, event in
                let line = "\(name): \(event.words)"
                switch event {
                case .refused, .withheld, .failed: writeError("adhand: mirror \(line)")
                default: say(line)
                }
            }
            let failed = syncs.map { $0.run(again: true) }.filter { $0.error != nil }
            if !failed.isEmpty { throw ExitCode(EX_UNAVAILABLE) }
        }
    }
}

extension CommonOptions {
    /// The config's mirrors.
    ///
    /// - Parameter tell: gets what happens, with the mirror's name.
    fileprivate func mirrors(_ tell: @escaping @Sendable (String, MirrorEvent) -> Void) throws -> [MirrorSync] {
        let (configuration, _) = try load(daemon: false)
        guard !configuration.mirror.mirrors.isEmpty else {
            let words = "there is no [mirror] in the config; put the bucket there"
            throw ConfigError(faults: [ConfigFault(configuration.spot(of: "mirror"), words)])
        }
        let check = try ContentCheck(configuration)
        return configuration.mirror.mirrors.map { mirror in
            MirrorSync(mirror, check) { tell(mirror.name, $0) }
        }
    }
}
