import Logging
import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Glibc
import Synchronization
import Testing

@testable import AdhanSupport
@testable import AdhanCaller
@testable import AdhanTimetables

/// Every port of the loop hangs at the same time: the ledger's disk, the marks' disk, the log, systemd, the network, each watch, the
/// config, the `before` hook. The prayer is still called at its second.
@Suite struct HangingPortsTests {
    /// The ledger is waited for ten seconds at a start.
    private static let lead: Duration = DaemonLoop.loadPatience + .seconds(6)

    @Test func `with everything hanging the prayer is released before its second, and the loop misses no tick`() throws
    {
        let directory = try TestDirectory()
        let clock = LinuxClock()
        let due = (clock.wall() + Self.lead).flooredToSecond
        let player = try run(due, in: directory, clock)
        let released = try #require(player.released, "it was never released")
        #expect(released <= due, "released \(due.duration(to: released)) after its second")
        #expect(player.armed.map { $0 <= due - .seconds(2) } == true)
        #expect(player.longestPause < .seconds(2), "the loop stood still for \(player.longestPause)")
    }

    private func run(_ due: Instant, in directory: TestDirectory, _ clock: LinuxClock) throws -> TimedPlayer {
        let config = try Binary.config(
            QuietMorning.config + "[hooks]\nbefore = [\"sleep\", \"1000\"]\ntimeout = \"1m\"\n",
            in: directory
        )
        let locations = Locations(
            resources: Binary.root + "/Resources",
            daemon: true,
            environment: ["STATE_DIRECTORY": directory.file("state"), "RUNTIME_DIRECTORY": directory.file("run")]
        )
        let desk = FetchDesk(runtime: locations.runtime)
        let parts = try DaemonParts(try Configuration.load(config, locations), locations, desk.network)
        let log = try LogQueue(HangingLog()).logger
        let inbox = try Mailbox<LoopEvent>()
        let service = DaemonService(
            parts,
            since: clock.wall(),
            log: log,
            notifier: try Notifier { _ in Hanging.forGood() },
            inbox: inbox,
            desks: Desks(fetch: desk)
        ) { Hanging.forGood() }
        let player = TimedPlayer(clock, due: due)
        let remote = ScriptedTimetable(.s3) { _, _ throws(FetchFault) in Hanging.forGood() }
        let validator = TimetableValidator(calculator: parts.calculator)
        var setup = LoopSetup(
            settings: parts.settings(),
            source: OneDay(due: due),
            makePlayer: { onEvent in
                player.onEvent.withLock { $0 = onEvent }
                return player
            }
        )
        setup.remotes = [RemoteSource(remote, store: InMemoryPayloads(), validator: validator)]
        setup.watches = ["zone", "clock", "file"].map { Watch(name: $0, every: .seconds(1)) { Hanging.forGood() } }
        service.reload(monotonic: clock.monotonic())
        let eventLoop = EventLoop(
            clock: clock,
            ledger: HangingLedger(),
            marks: HangingMarks(),
            inbox: inbox,
            service: service
        )
        // Enough lines for a log that nobody reads to fill its queue.
        _ = try eventLoop.run(setup, saved: SavedState()) { notice in
            for _ in 0..<200 { log.info("\(notice)") }
            if case .began = notice { return true }
            return false
        }
        service.hooks.finish(isStopping: true)
        return player
    }

    /// A day in which one prayer is due at that second, and the others are hours away.
    private struct OneDay: TimetableSource {
        let due: Instant

        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            let date = zone.wall(at: due).date
            guard dates.contains(date) else { return [] }
            func at(_ hours: Int) -> Instant { due + .hours(hours) }
            return [
                PrayerDay(
                    date: date,
                    fajr: at(-4),
                    sunrise: at(-3),
                    dhuhr: due,
                    asr: at(3),
                    maghrib: at(5),
                    isha: at(7),
                    source: .calculation
                )
            ]
        }
    }
}

private enum Hanging {
    /// A call that never returns.
    static func forGood() -> Never {
        while true { sleep(1000) }
    }
}

private struct HangingLog: LogSink {
    func write(_ line: LogLine) { Hanging.forGood() }
}

private struct HangingMarks: PendingRowStore {
    let place = "a folder that hangs"
    func load() -> [LedgerEntry] { Hanging.forGood() }
    func save(_ entry: LedgerEntry) -> String? { Hanging.forGood() }
    func remove(_ key: OccasionKey) { Hanging.forGood() }
}

private struct HangingLedger: Ledger {
    func load(since: CivilDate, now: Instant) throws(LedgerError) -> LedgerCache { Hanging.forGood() }
    func record(_ origin: LedgerOrigin) throws(LedgerError) { Hanging.forGood() }
    func record(_ entry: LedgerEntry) throws(LedgerError) { Hanging.forGood() }
    func record(_ change: SettingChange) throws(LedgerError) { Hanging.forGood() }
    func changes(limit: Int) throws(LedgerError) -> [SettingChange] { Hanging.forGood() }
    func reopenIfReplaced() -> String? { Hanging.forGood() }
    func close() { Hanging.forGood() }
    func rows(_ dates: Range<CivilDate>, limit: Int) throws(LedgerError) -> LedgerRows { Hanging.forGood() }
}

/// Answers as a player without faults, and notes the times of the calls.
private final class TimedPlayer: AdhanPlayer {
    private struct State {
        var armed: Instant?
        var released: Instant?
        var last: MonotonicInstant?
        var longestPause = Duration.zero
    }

    let onEvent = Mutex<@Sendable (PlayerEvent) -> Void>({ _ in })
    private let clock: LinuxClock
    private let due: Instant
    private let state = Mutex(State())

    init(_ clock: LinuxClock, due: Instant) { (self.clock, self.due) = (clock, due) }

    var armed: Instant? { state.withLock(\.armed) }
    var released: Instant? { state.withLock(\.released) }
    /// Between two ticks.
    var longestPause: Duration { state.withLock(\.longestPause) }

    func arm(_ request: PlaybackRequest) {
        state.withLock { $0.armed = clock.wall() }
        tell(.armed(request.id, device: "timed", problem: nil))
    }

    func start(_ id: PlaybackRequest.ID) {
        state.withLock { $0.released = clock.wall() }
        tell(.began(id, at: due, device: "timed"))
    }

    func stop(_ id: PlaybackRequest.ID, by who: String) {}

    func checkProgress() {
        let now = clock.monotonic()
        state.withLock { state in
            if let last = state.last { state.longestPause = max(state.longestPause, now - last) }
            state.last = now
        }
    }

    var isStuck: Bool { false }

    private func tell(_ event: PlayerEvent) { onEvent.withLock { $0 }(event) }
}
