import AdhanSupport
import AdhanCore
import Glibc
import Logging
import Synchronization

/// The mirrors until SIGTERM.
struct MirrorCommand {
    let options: BoxOptions

    /// How often the config is read.
    private static let configInterval: Duration = .seconds(5)

    func run() throws {
        try ServiceProcess.run { process in
            let (log, notifier) = (process.log, process.notifier)
            let news = try options.news()
            let tell: MirrorSource.Tell = { name, event in
                log.log(level: event.level, "mirror \(name): \(event.words)")
                news.tell(name, event)
            }
            var source = options.source
            let mirrors = try process.wait("waiting, and nothing is mirrored", where: { $0 is TzdataFault }) {
                try source.mirrors(mayBeNone: source.isLater, note: { writeError("adhand: \($0)") }, tell: tell)
            }
            guard let mirrors else { return notifier.stopping() }
            if let fault = source.tzdataFault { log.error("\(fault.wordsWithKeptRules): \(TzdataFault.remedy)") }
            if mirrors.isEmpty { log.error("\(source.noMirror)") }
            let service = MirrorService(mirrors)
            let working = "mirroring the buckets of \(source.file ?? "the config")"
            _ = notifier.ready(mirrors.isEmpty ? source.noMirror : working)
            let thread = try SystemThread { [source] in
                var source = source
                while true {
                    let wait = service.due.map { $0 - BootClock.now() } ?? Self.configInterval
                    LinuxClock().sleep(min(wait, Self.configInterval))
                    if source.hasChanged { Self.applyConfig(&source, service, log, tell) }
                    service.run()
                }
            }
            thread.detach()
            repeat {
                // A pass that no limit has ended is worth a restart.
                if !service.hangs(BootClock.now()) { notifier.feedWatchdog() }
            } while !process.signals.wait()
            notifier.stopping()
            // A pass in progress is cut off: each moment of it leaves whole files only.
        }
    }

    /// Applies a changed config. With a broken one, the mirrors stay as before.
    private static func applyConfig(
        _ source: inout MirrorSource,
        _ service: MirrorService,
        _ log: Logger,
        _ tell: @escaping MirrorSource.Tell
    ) {
        do {
            var isUsed = true
            let note: (String) -> Void = { words in
                isUsed = false
                log.warning("\(words)")
            }
            let mirrors = try source.mirrors(mayBeNone: true, note: note, tell: tell)
            guard isUsed else { return }
            service.replace(mirrors)
            log.notice("the changed config is taken up\(mirrors.isEmpty ? "; it names no mirror" : "")")
        } catch {
            log.warning("the changed config is not taken up: \(CommandConfig.words(error))")
        }
    }

    struct Pass {
        let options: BoxOptions

        func run() throws {
            let news = try options.news()
            // A pager that is not read must not hold up a pass, which keeps others out.
            let printer = try Worker("output", limit: 200_000)
            var source = options.source
            let syncs = try source.mirrors {
                writeError("adhand: \($0)")
            } tell: { name, event in
                news.tell(name, event)
                let line = "\(name): \(event.words)"
                switch event {
                // All refusals are printed at the end, also earlier ones.
                case .refused: break
                case .deferred, .failed: printer.perform { writeError("adhand: mirror \(line)") }
                default: printer.perform { say(line) }
                }
            }
            defer { news.flush(within: .seconds(5)) }
            let statuses = Self.passes(syncs)
            printer.finish(within: .hours(24))
            for name in syncs.map(\.mirror.name) {
                guard let status = statuses[name] else { continue }
                for one in status.refused {
                    writeError("adhand: mirror \(name): \(MirrorEvent.refused(key: one.key, reason: one.reason).words)")
                }
                let more = status.refusedCount - status.refused.count
                if more > 0 { writeError("adhand: mirror \(name): and \(more) more are refused") }
            }
            if statuses.values.contains(where: { $0.error != nil }) { throw Ending(EX_UNAVAILABLE) }
        }

        /// Makes all passes at the same time, so that none waits for another's disk or server.
        private static func passes(_ syncs: [MirrorSync]) -> [String: MirrorStatus] {
            let statuses = Mutex<[String: MirrorStatus]>([:])
            let passes = WaitGroup(syncs.count)
            for sync in syncs {
                MirrorService.onThread {
                    let status = sync.run(again: true, byHand: true)
                    statuses.withLock { $0[sync.mirror.name] = status }
                    passes.leave()
                }
            }
            passes.wait()
            return statuses.withLock { $0 }
        }
    }
}

extension BoxOptions {
    /// Tells the running daemon of the mirrors.
    fileprivate func news() throws -> NewsSender {
        try NewsSender(socket: locations.runtime + "/adhand.sock")
    }

    fileprivate var source: MirrorSource { MirrorSource(config: loader) }
}

/// Where the mirrors are configured, and what was last read there.
private struct MirrorSource: Sendable {
    typealias Tell = @Sendable (_ mirror: String, MirrorEvent) -> Void

    let config: ConfigLoader
    private(set) var file: String?
    /// Why kept rules of the zone are used; nil where tzdata's are.
    private(set) var tzdataFault: TzdataFault?
    private var texts: ConfigSource?

    init(config: ConfigLoader) { self.config = config }

    /// Whether this is not the first config of the box: the daemon has accepted one before, or a file is empty. A
    /// config without mirrors may then be the result of a power cut, and the service must not end for it.
    var isLater: Bool {
        if access(ConfigStore(config.locations).file, F_OK) == 0 { return true }
        // `mirrors` reports a config that cannot be read.
        let texts = config.file(nil).flatMap { try? config.source($0) }  // reason: see above
        return texts?.hasEmptyFile == true
    }

    var noMirror: String { "nothing is mirrored: \(file ?? "the config") has no [mirror]; put the bucket there" }

    /// Whether the config's files have changed since they were last read. It may block.
    var hasChanged: Bool {
        guard let file = config.file(nil) else { return false }
        // An unreadable one is not used.
        guard let now = try? config.source(file) else { return false }  // reason: see above
        return now != texts
    }

    /// The mirrors of the config; reading it may block.
    ///
    /// - Parameters:
    ///   - note: gets a remark if the file is not used.
    mutating func mirrors(
        mayBeNone: Bool = false,
        note: (String) -> Void,
        tell: @escaping Tell
    ) throws -> [MirrorSync] {
        // Its faults are reported below.
        texts = config.file(nil).flatMap { try? config.source($0) }  // reason: see above
        let known = CommandConfig(config)
        if let words = known.note { note(words) }
        let configuration = try known.configuration.get()
        (file, tzdataFault) = (configuration.file, configuration.place.tzdataFault)
        guard mayBeNone || !configuration.mirror.mirrors.isEmpty else {
            let words = "there is no [mirror] in the config; put the bucket there"
            throw ConfigError(faults: [ConfigFault(configuration.spot(of: "mirror"), words)])
        }
        let check = try ContentCheck(configuration)
        let lookup = configuration.lookup(config.locations)
        return configuration.mirror.mirrors.map { mirror in
            let used = UsedNames(configuration, lookup, mirror)
            return MirrorSync(mirror, check, isUsed: { used.contains($0) }) { tell(mirror.name, $0) }
        }
    }
}
