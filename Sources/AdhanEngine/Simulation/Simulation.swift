import AdhanCore
import AdhanTimetables
import Synchronization

/// A player on virtual time.
package protocol SimulatedPlayer: AdhanPlayer {
    /// What has happened by then.
    func advance(to now: Instant) -> [PlayerEvent]
    /// The next moment at which something happens by itself; nil where nothing will.
    var next: Instant? { get }
}

/// One life of the process on virtual time: the real loop, desk and decisions. Between events the clock jumps ahead to the next
/// moment that the loop or the player asks for, so that a year takes about a second.
package final class Simulation {
    private let time: VirtualTime
    private let loop: DaemonLoop
    private var player: any SimulatedPlayer
    private let mail: Mail
    private let disks: (ledger: SimulatedDisk, marks: SimulatedDisk)
    private let fetches: () -> FetchScheduler
    /// The config that is to be taken up as soon as nothing sounds.
    private var successor: Successor?

    private struct Successor {
        let settings: DaemonLoop.Settings
        let source: any TimetableSource
        let player: any SimulatedPlayer
        let taken: () -> Void
    }

    /// - Parameters:
    ///   - settings: the loop's.
    ///   - source: the timetable.
    ///   - ledger: the book; several lives may share one.
    ///   - marks: likewise.
    ///   - player: made for this life.
    ///   - now: when it begins.
    ///   - ledgerPace: how the ledger's disk is from the beginning.
    ///   - marksPace: likewise that of the marks.
    ///   - remotes: what is asked over the network, in no time at all.
    ///   - delay: the box's own, in asking them.
    ///   - tell: gets every notice with its moment.
    package init(
        _ settings: DaemonLoop.Settings,
        source: any TimetableSource,
        ledger: any Ledger,
        marks: any PendingRows,
        player: any SimulatedPlayer,
        now: Instant,
        ledgerPace: DiskPace = .prompt,
        marksPace: DiskPace = .prompt,
        remotes: [RemoteSource] = [],
        delay: Duration = .zero,
        tell: @escaping (Notice, Instant) -> Void
    ) {
        let (mail, time) = (Mail(), VirtualTime(now))
        let (disk, marking) = (SimulatedDisk(ledgerPace), SimulatedDisk(marksPace))
        let writer = LedgerWriter(
            ledger: ledger,
            marks: marks,
            perform: { job in disk.perform { mail.answers(of: job) } },
            performMark: { job in marking.perform { mail.answers(of: job) } },
            post: { mail.post(.writer($0)) }
        )
        let fetches = {
            FetchScheduler(
                remotes,
                delay: delay,
                perform: { $0() },
                post: { mail.post(.fetched($0)) }
            )
        }
        loop = DaemonLoop(settings, source: source, player: player, writer: writer, fetches: fetches(), now: now) {
            tell($0, time.now)
        }
        (self.time, self.player, self.mail, self.fetches, disks) = (time, player, mail, fetches, (disk, marking))
    }

    package private(set) var now: Instant {
        get { time.now }
        set { time.now = newValue }
    }

    package var isFinished: Bool { loop.isFinished }

    /// How the disks of the ledger and of the marks are from now on. What is under way ends as the new pace says.
    package func setPace(ledger: DiskPace, marks: DiskPace) {
        (disks.ledger.pace, disks.marks.pace) = (ledger, marks)
    }

    /// Time passes, and everything in it happens.
    package func run(until end: Instant) {
        while true {
            let wake = settle()
            guard now < end else { return }
            now = min(max(wake, now + .milliseconds(1)), end)
        }
    }

    /// The wall clock is set, or the machine sleeps until then.
    package func stepClock(to moment: Instant) {
        let step = now.duration(to: moment)
        now = moment
        for disk in [disks.ledger, disks.marks] { disk.stepWall(by: step) }
        settle(after: .clockStep(step))
    }

    /// Something reaches the loop from outside.
    package func post(_ event: LoopEvent) {
        mail.post(event)
        settle()
    }

    package func stop(by who: String) {
        loop.stop(by: who)
        settle()
    }

    /// Another config is taken up as soon as nothing sounds.
    ///
    /// - Parameters:
    ///   - player: made for it.
    ///   - taken: called when the loop has it.
    package func reload(
        _ settings: DaemonLoop.Settings,
        source: any TimetableSource,
        player: any SimulatedPlayer,
        taken: @escaping () -> Void
    ) {
        successor = Successor(settings: settings, source: source, player: player, taken: taken)
        settle()
    }

    /// A person asks something of the loop.
    package func ask<Answer>(_ order: (DaemonLoop, Instant) throws -> Answer) rethrows -> Answer {
        defer { settle() }
        return try order(loop, now)
    }

    /// Delivers what has happened and lets the loop decide, until nothing more happens at this moment.
    ///
    /// - Returns: the next moment at which something will.
    @discardableResult
    private func settle(after interruption: Interruption? = nil) -> Instant {
        var interruption = interruption
        // A loop that goes on answering itself at one moment would hang the box; here it would hang the simulation.
        for _ in 0..<1000 {
            let answers = disks.ledger.advance(to: now) + disks.marks.advance(to: now)
            for event in player.advance(to: now).map(LoopEvent.player) + answers + mail.collect() {
                loop.receive(event, now)
            }
            let wake = loop.tick(now, after: interruption)
            interruption = nil
            if let next = successor, loop.makesWay() {
                (successor, player) = (nil, next.player)
                loop.take(next.settings, source: next.source, player: next.player, fetches: fetches(), now)
                next.taken()
                continue
            }
            let next = [player.next, disks.ledger.next(now), disks.marks.next(now)].compactMap(\.self).min()
            guard mail.isEmpty, next.map({ $0 > now }) ?? true else { continue }
            return min(wake, next ?? wake)
        }
        return now + .seconds(1)
    }
}

/// The clock, shared with what is told.
private final class VirtualTime {
    var now: Instant

    init(_ now: Instant) { self.now = now }
}

/// The loop's mailbox.
private final class Mail: Sendable {
    private let events = Mutex<[LoopEvent]>([])

    var isEmpty: Bool { events.withLock(\.isEmpty) }

    func post(_ event: LoopEvent) { events.withLock { $0.append(event) } }

    func collect() -> [LoopEvent] {
        events.withLock { events in
            defer { events = [] }
            return events
        }
    }

    /// What the job posts; it does not come into the mailbox.
    func answers(of job: () -> Void) -> [LoopEvent] {
        let earlier = collect()
        job()
        return events.withLock { events in
            defer { events = earlier }
            return events
        }
    }
}
