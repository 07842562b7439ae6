import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

@testable import adhand

/// A box on virtual time over several lives of its process: `start`, `kill` and `run` are what happens to a real one. The ledger and
/// the marks outlive a life, the player and everything in memory does not.
final class VirtualBox {
    let ledger = InMemoryLedger()
    let marks = InMemoryMarks()
    let source: any TimetableSource
    var settings: DaemonLoop.Settings
    /// Everything the loop has told, with its moment.
    private(set) var notices: [(at: Instant, notice: Notice)] = []
    /// Every adhan whose first sample went out, over all lives.
    private(set) var called: [(key: OccasionKey, at: Instant)] = []
    private(set) var player: VirtualPlayer
    private(set) var life: Simulation?
    private let soundLength: Duration
    /// The time while nothing runs.
    private var off: Instant

    /// Whether the ledger's queue runs; false is a disk that hangs.
    var diskAnswers = true {
        didSet { life?.diskAnswers = diskAnswers }
    }

    init(
        at now: Instant,
        source: any TimetableSource = PlainSource(),
        soundLength: Duration = .seconds(30),
        policy: SchedulePolicy = SchedulePolicy(),
        zone: ZoneRules = .utc
    ) {
        (off, self.source, self.soundLength) = (now, source, soundLength)
        settings = DaemonLoop.Settings(zone: zone, policy: policy, file: { "\($0.rawValue).mp3" })
        player = VirtualPlayer(now: now, length: soundLength)
    }

    var now: Instant { life?.now ?? off }

    /// The process starts.
    func start() {
        let behaviour = player.behaviour
        player = VirtualPlayer(now: now, length: soundLength)
        player.behaviour = behaviour
        life = Simulation(
            settings,
            source: source,
            ledger: ledger,
            marks: marks,
            player: player,
            now: now,
            diskAnswers: diskAnswers
        ) { [unowned self] notice, moment in
            notices.append((moment, notice))
            if case .began(let due, let at, _) = notice { called.append((due.key, at)) }
        }
    }

    /// The process is gone from one moment to the next, and what it held in memory with it.
    func kill() {
        off = now
        life = nil
    }

    /// Time passes with nothing running.
    func wait(until moment: Instant) { off = moment }

    /// The wall clock is set while the loop runs.
    func stepClock(to moment: Instant) { life?.stepClock(to: moment) }

    func run(until end: Instant) { life?.run(until: end) }

    func stop(by who: String) { life?.stop(by: who) }

    var isFinished: Bool { life?.isFinished ?? true }

    /// The row of an occasion, as the ledger has it.
    func row(_ date: String, _ prayer: Prayer) throws -> LedgerEntry? {
        let date = try CivilDate(date)
        return try ledger.entries(date..<date.adding(days: 1)).first { $0.key.occasion == .adhan(prayer) }
    }
}

extension VirtualPlayer: SimulatedPlayer {}

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
