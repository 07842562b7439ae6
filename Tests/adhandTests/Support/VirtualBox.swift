import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

@testable import adhand

/// A box on virtual time: the real loop, desk and decisions, with a ledger in memory and a player that writes down.
///
/// `start`, `kill` and `run` are what happens to a real one. Between events the clock jumps ahead to the next moment that the
/// loop or the player asks for, so a year takes about a second.
final class VirtualBox {
    private(set) var now: Instant
    let ledger = InMemoryLedger()
    let marks = InMemoryMarks()
    let source: any TimetableSource
    var settings: DaemonLoop.Settings
    /// Everything the loop has told, with its moment.
    private(set) var notices: [(at: Instant, notice: Notice)] = []
    /// Every adhan whose first sample went out, over all starts.
    private(set) var called: [(key: OccasionKey, at: Instant)] = []
    private(set) var player: VirtualPlayer
    private let soundLength: Duration
    private var loop: DaemonLoop?
    private let mail = Mail()

    /// Whether the ledger's queue runs at once; false is a disk that hangs.
    var diskAnswers = true {
        didSet { if diskAnswers { mail.runHeld() } }
    }

    init(
        at now: Instant,
        source: any TimetableSource = PlainSource(),
        soundLength: Duration = .seconds(30),
        policy: SchedulePolicy = SchedulePolicy()
    ) {
        (self.now, self.source, self.soundLength) = (now, source, soundLength)
        settings = DaemonLoop.Settings(zone: .utc, policy: policy, file: { "\($0.rawValue).mp3" })
        player = VirtualPlayer(now: now, length: soundLength)
    }

    /// The process starts.
    func start() {
        let behaviour = player.behaviour
        player = VirtualPlayer(now: now, length: soundLength)
        player.behaviour = behaviour
        let desk = LedgerDesk(
            ledger: ledger,
            marks: marks,
            perform: { [mail] job in mail.perform(job) },
            post: { [mail] event in mail.post(.desk(event)) }
        )
        mail.holds = !diskAnswers
        loop = DaemonLoop(settings, source: source, player: player, desk: desk, now: now) { [unowned self] notice in
            notices.append((now, notice))
            if case .began(let due, let at, _) = notice { called.append((due.key, at)) }
        }
    }

    /// The process is gone from one moment to the next, and what it held in memory with it.
    func kill() {
        loop = nil
        mail.clear()
    }

    /// Time passes with nothing running.
    func wait(until moment: Instant) { now = moment }

    /// The wall clock is set while the loop runs.
    func stepClock(to moment: Instant) {
        let step = now.duration(to: moment)
        now = moment
        settle(after: .clockStep(step))
    }

    func run(until end: Instant) {
        while true {
            let wake = settle()
            guard now < end else { return }
            now = min(max(wake, now + .milliseconds(1)), end)
        }
    }

    func stop(by who: String) {
        loop?.stop(by: who)
        settle()
    }

    var isFinished: Bool { loop?.isFinished ?? true }

    /// The row of an occasion, as the ledger has it.
    func row(_ date: String, _ prayer: Prayer) throws -> LedgerEntry? {
        let date = try CivilDate(date)
        return try ledger.entries(date..<date.adding(days: 1)).first { $0.key.occasion == .adhan(prayer) }
    }

    /// Delivers what has happened and lets the loop decide, until nothing more happens at this moment.
    @discardableResult
    private func settle(after interruption: Interruption? = nil) -> Instant {
        guard let loop else { return .distantFuture }
        var interruption = interruption
        mail.holds = !diskAnswers
        while true {
            let events = player.advance(to: now).map(LoopEvent.player) + mail.collect()
            for event in events { loop.receive(event, now) }
            let wake = loop.tick(now, after: interruption)
            interruption = nil
            if mail.isEmpty, (player.next ?? .distantFuture) > now { return min(wake, player.next ?? .distantFuture) }
        }
    }
}

extension Instant {
    static let distantFuture = Instant(microseconds: .max)
}

/// The desk's queue and the loop's mailbox on one thread.
private final class Mail: Sendable {
    private struct State {
        var events: [LoopEvent] = []
        var jobs: [@Sendable () -> Void] = []
        var holds = false
    }
    private let state = Mutex(State())

    var holds: Bool {
        get { state.withLock(\.holds) }
        set { state.withLock { $0.holds = newValue } }
    }

    var isEmpty: Bool { state.withLock(\.events.isEmpty) }

    func perform(_ job: @escaping @Sendable () -> Void) {
        if holds { state.withLock { $0.jobs.append(job) } } else { job() }
    }

    func runHeld() {
        holds = false
        for job in state.withLock({ state in
            defer { state.jobs = [] }
            return state.jobs
        }) { job() }
    }

    func post(_ event: LoopEvent) { state.withLock { $0.events.append(event) } }

    func collect() -> [LoopEvent] {
        state.withLock { state in
            defer { state.events = [] }
            return state.events
        }
    }

    func clear() {
        state.withLock { ($0.events, $0.jobs) = ([], []) }
    }
}

/// Marks that outlive the process, as those in the runtime directory do.
final class InMemoryMarks: MarkStore {
    private let entries = Mutex<[OccasionKey: LedgerEntry]>([:])

    func load() -> [LedgerEntry] { entries.withLock { $0.values.sorted { $0.due < $1.due } } }

    func save(_ entry: LedgerEntry) -> String? {
        entries.withLock { $0[entry.key] = entry }
        return nil
    }

    func remove(_ key: OccasionKey) { entries.withLock { $0[key] = nil } }
}
