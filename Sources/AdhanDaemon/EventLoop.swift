import AdhanAudio
import AdhanControl
import AdhanCore
import AdhanEngine
import AdhanSystem
import AdhanTimetables
import Glibc
import Logging

/// What the config decides of a drive; a reload brings another one.
package struct Equipment: Sendable {
    package var settings: DaemonLoop.Settings
    /// The timetable.
    package let source: any TimetableSource
    /// Makes the player; it is to hand its events to its argument.
    package let makePlayer: @Sendable (@escaping @Sendable (PlayerEvent) -> Void) -> any AdhanPlayer
    /// The sources that are asked over the network, and this box's own delay in doing so.
    package var remotes: [RemoteSource] = []
    package var delay = Duration.zero
    /// What is looked at now and then, off the loop's thread.
    package var watches: [Watch] = []
    /// The ledger that takes the place of the one before; nil where it is the same.
    package var ledger: (any Ledger)?
}

/// The loop on real time: one thread that sleeps until the second, an answer or a signal, and hands each to the loop.
///
/// Nothing on this thread may block. What can has a worker, and answers with an event: the ledger's disk, the marks, the network,
/// each watch, the log, systemd.
package struct EventLoop {
    package let clock: any HostClock
    package let ledger: any Ledger
    package let marks: any PendingRows
    /// Where other threads leave what they have for the loop; nil for one of its own.
    package var inbox: Mailbox<DaemonEvent>?
    /// Nil in a rehearsal, which nobody looks after: SIGHUP then ends it.
    package var service: DaemonService?

    /// How a drive came to its end.
    package enum End {
        /// What it was to wait for has happened.
        case finished
        /// By this signal.
        case signalled(String)
        /// By the service, which calls the prayers from now on.
        case displaced(ControlFault)
    }

    /// How long the loop may be left alone where it has nothing to do: it tries again each minute what the ledger's disk refused.
    private static let longestRest: Duration = .seconds(30)
    /// How long a stop may take before the process goes all the same.
    package static let stopPatience: Duration = .seconds(4)
    /// Rounds of questions over the network at the same time: a config has one, and one that has gone ends its own with the question that
    /// is out.
    private static let mostRounds = 4
    private static let signals = [SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP"]

    /// Runs on this thread until it is signalled, or `finished` says so of a notice.
    ///
    /// - Parameters:
    ///   - equipment: what it begins with.
    ///   - finished: gets every notice; true ends the drive once the ledger has answered.
    /// - Throws: `SystemFault` where the kernel has no timer or no thread for us.
    package func run(_ equipment: Equipment, finished: @escaping (Notice) -> Bool = { _ in false }) throws -> End {
        let mailbox = try inbox ?? Mailbox<DaemonEvent>()
        let post: @Sendable (LoopEvent) -> Void = { mailbox.post(.loop($0)) }
        // Before any thread: they inherit the signals it blocks.
        let ticker = try Ticker(wakeUp: mailbox.descriptor, signals: Array(Self.signals.keys), clock: clock)
        func disk() throws -> LedgerWriter.Perform {
            let worker = try Worker("ledger", limit: 100_000)
            return { worker.perform($0) }
        }
        let marking = try Worker("marks", limit: 100_000)
        // A round of a config that has gone, whose server is silent, keeps that of the next one from nothing.
        let network = try Crew("network", atMost: Self.mostRounds)
        let writer = LedgerWriter(
            ledger: ledger,
            marks: marks,
            perform: try disk(),
            performMark: { marking.perform($0) },
            post: { post(.writer($0)) }
        )
        func fetches(_ equipment: Equipment) -> FetchScheduler {
            FetchScheduler(
                equipment.remotes,
                delay: equipment.delay,
                perform: { network.perform($0) },
                post: { post(.fetched($0)) }
            )
        }
        defer { writer.close() }
        let poller = try Poller(equipment.watches, post: post)
        var end: (End, since: MonotonicInstant)?
        var isDone = false
        var (now, zone) = (clock.wall(), equipment.settings.zone)
        /// When the loop has something to do by itself.
        var wake = now
        let loop = DaemonLoop(
            equipment.settings,
            source: equipment.source,
            player: equipment.makePlayer { post(.player($0)) },
            writer: writer,
            fetches: fetches(equipment),
            now: now
        ) { notice in
            if case .zone(let rules) = notice { zone = rules }
            service?.hear(notice, zone, now)
            if finished(notice) { isDone = true }
        }
        func finish(_ how: End, _ since: MonotonicInstant, by who: String) {
            guard end == nil else { return }
            end = (how, since)
            service?.stopping()
            loop.stop(by: who)
        }
        while true {
            let tick = ticker.next()
            now = tick.now
            if case .clockStep = tick.interruption { poller.hurry() }
            poller.round(tick.monotonic)
            let events = mailbox.collect()
            for event in events {
                switch event {
                case .loop(let event): loop.receive(event, now)
                case .service(let event): service?.receive(event, loop, now)
                // What sounds is faded: the service calls it, and the same adhan twice at once is worse than one that breaks off.
                case .displaced(let fault): finish(.displaced(fault), tick.monotonic, by: "the service")
                }
            }
            for signal in tick.signals where end == nil {
                if signal == SIGHUP, let service {
                    service.reload(monotonic: tick.monotonic)
                    continue
                }
                let name = Self.signals[signal] ?? "signal \(signal)"
                finish(.signalled(name), tick.monotonic, by: name)
            }
            if isDone { finish(.finished, tick.monotonic, by: "that was all") }
            let isCalled = !events.isEmpty || tick.interruption != nil || end != nil
            // A beat comes each second, a little after it: what is due before the next one is not to wait for that.
            if isCalled || now + .milliseconds(500) >= wake {
                wake = min(loop.tick(now, after: tick.interruption), now + Self.longestRest)
            } else {
                loop.player.checkProgress()
            }
            if let (end, since) = end {
                if loop.isFinished || tick.monotonic - since > Self.stopPatience { return end }
            } else if let next = service?.tick(loop, now, tick.monotonic) {
                zone = next.settings.zone
                do {
                    try poller.take(next.watches)
                } catch {
                    service?.log.error("\(error); files and clock are watched as the config before says")
                }
                loop.take(
                    next.settings,
                    source: next.source,
                    player: next.makePlayer { post(.player($0)) },
                    fetches: fetches(next),
                    now
                )
                if let ledger = next.ledger {
                    // Without a thread of its own it goes on with that of the one before.
                    writer.move(to: ledger, perform: try? disk())  // reason: see above
                    loop.restore(now)
                }
                // A prayer that is due has waited for this.
                wake = min(loop.tick(now), now + Self.longestRest)
                _ = service?.tick(loop, now, tick.monotonic)
            }
        }
    }
}
