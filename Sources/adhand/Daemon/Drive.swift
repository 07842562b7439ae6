import AdhanAudio
import AdhanCore
import Dispatch
import Glibc

/// The loop on real time: one thread that sleeps until the second, an answer or a signal, and hands each to the loop.
struct Drive {
    let clock: any PlayerClock
    let ledger: any Ledger
    let marks: any MarkStore
    /// The sources that are asked over the network, and this box's own delay in doing so.
    var remotes: [RemoteSource] = []
    var delay = Duration.zero
    /// What is looked at now and then, off the loop's thread.
    var watches: [Watch] = []
    /// Where other threads leave what they have for the loop; nil for one of its own.
    var inbox: Mailbox<DriveEvent>?
    /// Nil in a rehearsal, which nobody looks after: SIGHUP then ends it.
    var caretaker: Caretaker?

    /// How a drive came to its end.
    enum End {
        /// What it was to wait for has happened.
        case finished
        /// By this signal.
        case signalled(String)
        /// Another life is to begin with this config.
        case replaced(Assembly)
    }

    /// How long a stop may take before the process goes all the same.
    private static let stopPatience: Duration = .seconds(5)
    private static let signals = [SIGTERM: "SIGTERM", SIGINT: "SIGINT", SIGHUP: "SIGHUP"]

    /// Runs on this thread until it is signalled, or `finished` says so of a notice.
    ///
    /// - Parameters:
    ///   - settings: the loop's.
    ///   - source: the timetable.
    ///   - player: makes the player; it is to hand its events to its argument.
    ///   - finished: gets every notice; true ends the drive once the ledger has answered.
    /// - Throws: `SystemFault` where the kernel has no timer for us.
    func run(
        _ settings: DaemonLoop.Settings,
        source: any TimetableSource,
        player makePlayer: (@escaping @Sendable (PlayerEvent) -> Void) -> any AdhanPlayer,
        finished: @escaping (Notice) -> Bool
    ) throws -> End {
        let mailbox = try inbox ?? Mailbox<DriveEvent>()
        let post: @Sendable (LoopEvent) -> Void = { mailbox.post(.loop($0)) }
        // Before any thread: they inherit the signals it blocks.
        let heartbeat = try Heartbeat(wakeUp: mailbox.descriptor, signals: Array(Self.signals.keys), clock: clock)
        let player = makePlayer { post(.player($0)) }
        let queue = DispatchQueue(label: "adhand.ledger")
        let desk = LedgerDesk(
            ledger: ledger,
            marks: marks,
            perform: { queue.async(execute: $0) },
            post: { post(.desk($0)) }
        )
        let network = DispatchQueue(label: "adhand.network")
        let fetches = FetchDesk(
            remotes,
            delay: delay,
            perform: { network.async(execute: $0) },
            post: { post(.fetched($0)) }
        )
        var end: (End, since: Duration)?
        var isDone = false
        var (now, zone) = (clock.wall(), settings.zone)
        let loop = DaemonLoop(settings, source: source, player: player, desk: desk, fetches: fetches, now: now) {
            notice in
            if case .zone(let rules) = notice { zone = rules }
            caretaker?.hear(notice, zone, now)
            if finished(notice) { isDone = true }
        }
        let watchman = Watchman(watches, post: post)
        while true {
            let beat = heartbeat.next()
            now = beat.now
            if case .clockStep = beat.interruption { watchman.hurry() }
            if let lateness = beat.lateness { caretaker?.board.ticks.note(lateness) }
            watchman.round(clock.monotonic())
            for event in mailbox.collect() {
                switch event {
                case .loop(let event): loop.receive(event, now)
                case .caretaker(let event): caretaker?.receive(event, loop, now)
                }
            }
            for signal in beat.signals where end == nil {
                if signal == SIGHUP, let caretaker {
                    caretaker.reload(monotonic: clock.monotonic())
                    continue
                }
                let name = Self.signals[signal] ?? "signal \(signal)"
                end = (.signalled(name), clock.monotonic())
                caretaker?.stopping()
                loop.stop(by: name)
            }
            if isDone, end == nil {
                end = (.finished, clock.monotonic())
                loop.stop(by: "that was all")
            }
            loop.tick(now, after: beat.interruption)
            if let (end, since) = end {
                if loop.isFinished || clock.monotonic() - since > Self.stopPatience { return end }
            } else if let successor = caretaker?.beat(loop, now, clock.monotonic()) {
                return .replaced(successor)
            }
        }
    }
}
