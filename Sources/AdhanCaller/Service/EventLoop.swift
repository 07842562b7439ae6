import Logging
import AdhanSupport
import AdhanCore
import AdhanTimetables
import Glibc

/// What the event loop runs with under a config; a reload brings another one.
struct LoopSetup: Sendable {
    package var settings: DaemonLoop.Settings
    package let source: any TimetableSource
    let makePlayer: @Sendable (@escaping @Sendable (PlayerEvent) -> Void) -> any AdhanPlayer
    /// The network sources, and this box's delay in asking them.
    package var remotes: [RemoteSource] = []
    package var delay = Duration.zero
    /// What is polled, off the loop's thread.
    var watches: [Watch] = []
    /// The ledger that replaces the one in use; nil to keep it.
    package var ledger: (any Ledger)?
}

/// Runs the loop in real time: one thread that sleeps until something is due, an event or a signal,
/// and passes each to the loop.
///
/// Nothing on this thread may block. What can block runs on a worker and answers with an event: the ledger's disk, the
/// marks, the network, each watch, the log, systemd.
package struct EventLoop {
    package let clock: any HostClock
    package let ledger: any Ledger
    package let marks: any PendingRowStore
    /// Where other threads post events; nil to make one.
    package var inbox: Mailbox<LoopEvent>?
    /// When the process began; nil for now.
    package var began: BootInstant?
    /// Nil in a rehearsal, which takes no requests; SIGHUP ends it.
    package var service: DaemonService?

    /// Why the event loop has ended.
    package enum End {
        case finished
        /// A signal has come; its name.
        case signalled(String)
        /// The service calls the prayers from now on.
        case displaced(ControlFault)
    }

    /// The loop ticks at least this often: each minute it tries again what the ledger's disk refused.
    private static let longestRest: Duration = .seconds(30)
    /// How long a stop may take before the process ends anyway.
    static let stopPatience: Duration = .seconds(4)
    /// How many fetch rounds may run at the same time. A config has one; those of earlier configs end after their
    /// current question.
    private static let mostRounds = 4
    private static let signals = [SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP"]

    /// Runs on this thread until a signal, or until `finished` returns true for a notice.
    ///
    /// - Parameters:
    ///   - setup: that of the first config.
    ///   - finished: gets every notice; true ends the loop once the ledger has answered.
    /// - Throws: `SystemFault` where the kernel has no timer or thread left.
    func run(
        _ setup: LoopSetup,
        saved: SavedState,
        finished: @escaping (Notice) -> Bool = { _ in false }
    ) throws -> End {
        let mailbox = try inbox ?? Mailbox<LoopEvent>()
        let post: @Sendable (LoopEvent) -> Void = { mailbox.post($0) }
        // The other threads have all signals blocked: see SystemThread.
        let ticker = try Ticker(wakeUp: mailbox.descriptor, signals: Array(Self.signals.keys), clock: clock)
        func disk() throws -> LedgerWriter.Perform {
            let worker = try Worker("ledger", limit: 100_000)
            return { worker.perform($0) }
        }
        let marking = try Worker("marks", limit: 100_000)
        let writer = LedgerWriter(
            ledger: ledger,
            marks: marks,
            perform: try disk(),
            performMark: { marking.perform($0) },
            post: { post(.writer($0)) }
        )
        // A worker of its own: an unanswered question waits for minutes.
        let network = ThreadPool("network", atMost: Self.mostRounds)
        func fetches(_ setup: LoopSetup) -> FetchScheduler {
            FetchScheduler(
                setup.remotes,
                delay: setup.delay,
                perform: { network.perform("network", $0) },
                post: { post(.fetched($0)) }
            )
        }
        defer { writer.close() }
        let poller = Poller(setup.watches, post: post)
        var end: (End, since: MonotonicInstant)?
        var isDone = false
        var (now, monotonic, zone) = (clock.wall(), clock.monotonic(), setup.settings.zone)
        /// When the loop has to tick again.
        var wake = now
        let loop = DaemonLoop(
            setup.settings,
            saved: saved,
            source: setup.source,
            player: setup.makePlayer { post(.player($0)) },
            writer: writer,
            fetches: fetches(setup),
            now: now,
            began: began.map { now - (BootClock.now() - $0) }
        ) { notice in
            if case .zone(let rules) = notice { zone = rules }
            service?.handle(notice, zone, now)
            if finished(notice) { isDone = true }
        }
        func finish(_ how: End, _ since: MonotonicInstant, by who: String) {
            guard end == nil else { return }
            end = (how, since)
            service?.stopping()
            loop.stop(by: who)
        }
        /// When the next wake-up is due.
        func due() -> Instant {
            // A player that hangs and a stop that takes too long are noticed by looking at them.
            guard end == nil, !isDone, loop.isQuiet else { return now }
            let intervals = [poller.due, service?.due].compactMap(\.self).map { now + ($0 - monotonic) }
            return intervals.reduce(wake - Ticker.earliness, min)
        }
        while true {
            let tick = ticker.next(due: due())
            (now, monotonic) = (tick.now, tick.monotonic)
            if case .clockStep = tick.interruption { poller.pollAllNow() }
            poller.poll(monotonic)
            let events = mailbox.collect()
            for event in events {
                switch event {
                case .order(let request, let caller, let replier):
                    service?.receive(request, caller, replier, loop, now)
                case .service(let job): service?.perform(job, loop, now)
                case .pollNow(let watch): poller.pollNow(watch)
                // What sounds is faded out: the service plays it, too,
                // and two at once are worse than one that breaks off.
                case .displaced(let fault): finish(.displaced(fault), monotonic, by: "the service")
                case .timetableChanged:
                    loop.receive(event, now)
                    poller.pollNow(DaemonParts.iqamaWatch)
                default: loop.receive(event, now)
                }
            }
            for signal in tick.signals where end == nil {
                if signal == SIGHUP, let service {
                    service.reload(monotonic: monotonic)
                    continue
                }
                let name = Self.signals[signal] ?? "signal \(signal)"
                finish(.signalled(name), monotonic, by: name)
            }
            if isDone { finish(.finished, monotonic, by: "the rehearsal has ended") }
            let isCalled = !events.isEmpty || tick.interruption != nil || end != nil
            if isCalled || now + Ticker.earliness >= wake {
                wake = min(loop.tick(now, after: tick.interruption), now + Self.longestRest)
            } else {
                loop.player.checkProgress()
            }
            if let (end, since) = end {
                if loop.isFinished || monotonic - since > Self.stopPatience { return end }
            } else if let next = service?.tick(loop, now, monotonic) {
                zone = next.settings.zone
                poller.replaceWatches(next.watches)
                loop.applyConfig(
                    next.settings,
                    source: next.source,
                    player: next.makePlayer { post(.player($0)) },
                    fetches: fetches(next),
                    now
                )
                if let ledger = next.ledger {
                    // Where the machine has no thread left, the new ledger uses the old one's.
                    writer.move(to: ledger, perform: try? disk())  // reason: see above
                    loop.restore(now)
                }
                // A prayer may be due already.
                wake = min(loop.tick(now), now + Self.longestRest)
                _ = service?.tick(loop, now, monotonic)
            }
        }
    }
}
