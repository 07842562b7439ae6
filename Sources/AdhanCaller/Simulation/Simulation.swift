import AdhanCore
import AdhanTimetables
import Synchronization

package protocol SimulatedPlayer: AdhanPlayer {
    /// Advances the time to `now`, and returns what has happened.
    func advance(to now: Instant) -> [PlayerEvent]
    /// The next moment at which something happens by itself; nil where nothing will.
    var next: Instant? { get }
}

/// One run of the process on virtual time, with the real loop, ledger writer and decisions. Between events the clock
/// jumps to the next moment that the loop or the player asks for, so that a year takes about a second.
package final class Simulation {
    private let time: VirtualTime
    private let loop: DaemonLoop
    private var player: any SimulatedPlayer
    private let queue: EventQueue
    private let disks: (ledger: SimulatedDisk, marks: SimulatedDisk)
    private let fetches: () -> FetchScheduler
    /// The config that is taken up as soon as nothing sounds.
    private var pendingReload: (() -> Void)?

    /// - Parameters:
    ///   - ledger: several runs may share one.
    ///   - marks: several runs may share them.
    ///   - ledgerPace: the pace of the ledger's disk at the beginning.
    ///   - marksPace: the pace of the marks' disk at the beginning.
    package init(
        _ settings: DaemonLoop.Settings,
        saved: SavedState = SavedState(),
        source: any TimetableSource,
        ledger: any Ledger,
        marks: any PendingRowStore,
        player: any SimulatedPlayer,
        now: Instant,
        ledgerPace: DiskPace = .prompt,
        marksPace: DiskPace = .prompt,
        remotes: [RemoteSource] = [],
        delay: Duration = .zero,
        tell: @escaping (Notice, Instant) -> Void
    ) {
        let (queue, time) = (EventQueue(), VirtualTime(now))
        let (disk, marking) = (SimulatedDisk(ledgerPace), SimulatedDisk(marksPace))
        // Weak: the jobs that wait in a disk have the writer.
        let writer = LedgerWriter(
            ledger: ledger,
            marks: marks,
            perform: { [weak disk] job in disk?.perform { queue.answers(of: job) } },
            performMark: { [weak marking] job in marking?.perform { queue.answers(of: job) } },
            post: { queue.post(.writer($0)) }
        )
        let fetches = {
            FetchScheduler(remotes, delay: delay, perform: { $0() }, post: { queue.post(.fetched($0)) })
        }
        loop = DaemonLoop(
            settings,
            saved: saved,
            source: source,
            player: player,
            writer: writer,
            fetches: fetches(),
            now: now
        ) {
            tell($0, time.now)
        }
        (self.time, self.player, self.queue, self.fetches, disks) = (time, player, queue, fetches, (disk, marking))
    }

    package private(set) var now: Instant {
        get { time.now }
        set { time.now = newValue }
    }

    var isFinished: Bool { loop.isFinished }

    /// Sets the pace of both disks. A job that runs ends at the new pace.
    func setPace(ledger: DiskPace, marks: DiskPace) {
        (disks.ledger.pace, disks.marks.pace) = (ledger, marks)
    }

    package func run(until end: Instant) {
        while true {
            let wake = settle()
            guard now < end else { return }
            now = min(max(wake, now + .milliseconds(1)), end)
        }
    }

    /// Sets the wall clock, or lets the machine sleep until then.
    package func stepClock(to moment: Instant) {
        let step = now.duration(to: moment)
        now = moment
        for disk in [disks.ledger, disks.marks] { disk.stepWall(by: step) }
        settle(after: .clockStep(step))
    }

    package func post(_ event: LoopEvent) {
        queue.post(event)
        settle()
    }

    package func stop(by who: String) {
        loop.stop(by: who)
        settle()
    }

    /// Takes up another config as soon as nothing sounds.
    ///
    /// - Parameters:
    ///   - taken: called when the loop has it.
    func reload(
        _ settings: DaemonLoop.Settings,
        source: any TimetableSource,
        player: any SimulatedPlayer,
        taken: @escaping () -> Void
    ) {
        pendingReload = { [unowned self] in
            self.player = player
            loop.applyConfig(settings, source: source, player: player, fetches: fetches(), now)
            taken()
        }
        settle()
    }

    /// Calls the loop on behalf of a person.
    package func ask<Answer>(_ order: (DaemonLoop, Instant) throws -> Answer) rethrows -> Answer {
        defer { settle() }
        return try order(loop, now)
    }

    /// Delivers events and ticks the loop until nothing more happens at this time.
    @discardableResult
    private func settle(after interruption: Interruption? = nil) -> Instant {
        var interruption = interruption
        // Bounded: a loop that answers itself for ever would hang the simulation.
        for _ in 0..<1000 {
            let answers = disks.ledger.advance(to: now) + disks.marks.advance(to: now)
            for event in player.advance(to: now).map(LoopEvent.player) + answers + queue.collect() {
                loop.receive(event, now)
            }
            let wake = loop.tick(now, after: interruption)
            interruption = nil
            if let apply = pendingReload, loop.prepareForReload() {
                pendingReload = nil
                apply()
                continue
            }
            let next = [player.next, disks.ledger.next(now), disks.marks.next(now)].compactMap(\.self).min()
            guard queue.isEmpty, next.map({ $0 > now }) ?? true else { continue }
            return min(wake, next ?? wake)
        }
        return now + .seconds(1)
    }
}

/// The clock, shared with the `tell` closure.
private final class VirtualTime {
    var now: Instant

    init(_ now: Instant) { self.now = now }
}

private final class EventQueue: Sendable {
    private let events = Mutex<[LoopEvent]>([])

    var isEmpty: Bool { events.withLock { $0.isEmpty } }

    func post(_ event: LoopEvent) { events.withLock { $0.append(event) } }

    func collect() -> [LoopEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// Runs the job, and returns the events that it posts instead of queueing them.
    func answers(of job: () -> Void) -> [LoopEvent] {
        let earlier = collect()
        job()
        return events.withLock { events in
            defer { events = earlier }
            return events
        }
    }
}
