import AdhanSupport
import AdhanCore
import AdhanTimetables
import Synchronization

/// Makes a pass over each mirror in its interval.
final class MirrorService: Sendable {
    private struct Turn {
        let sync: MirrorSync
        var due: BootInstant
        /// Whether refused contents are checked again.
        var again = false
        var failures = 0
    }

    private struct State {
        var turns: [Turn]
        /// The passes in progress and their beginnings; also of mirrors that the config no longer has.
        var running: [(sync: MirrorSync, began: BootInstant)] = []

        /// Whether a pass in this folder is in progress, maybe one of an earlier config.
        func isRunning(in sync: MirrorSync) -> Bool {
            running.contains { $0.sync.mirror.directory == sync.mirror.directory }
        }
    }

    private let state: Mutex<State>
    private let perform: @Sendable (@escaping @Sendable () -> Void) -> Void
    /// The first wait after a failure; it doubles with each further one, up to the interval.
    private static let retry: Duration = .minutes(1)
    /// The boxes of a fleet must not all ask at once after a power cut.
    private static let spread: Duration = .minutes(1)

    /// - Parameters:
    ///   - delay: this box's own, up to the given longest.
    ///   - perform: runs a pass; by default on a thread of its own, so that no mirror waits for another.
    init(
        _ syncs: [MirrorSync],
        now: BootInstant = BootClock.now(),
        delay: (Duration) -> Duration = { BoxDelay.within($0) },
        perform: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void = onThread
    ) {
        self.perform = perform
        let turns = syncs.map { sync in
            // A mirror that was never complete is in a hurry.
            let isNew = MirrorStatus.load(sync.mirror.directory)?.lastSuccess == nil
            return Turn(sync: sync, due: isNew ? now : now + delay(min(Self.spread, sync.mirror.interval)))
        }
        state = Mutex(State(turns: turns))
    }

    /// Where the machine has no thread left, it runs on the caller's.
    static func onThread(_ pass: @escaping @Sendable () -> Void) {
        do throws(SystemFault) { try SystemThread(pass).detach() } catch { pass() }
    }

    /// Replaces the mirrors by those of a changed config; passes of the old ones end soon. Each is due at once, and
    /// refused contents are checked again: the rules for timetables may be others.
    func replace(_ syncs: [MirrorSync], now: BootInstant = BootClock.now()) {
        state.withLock { state in
            for turn in state.turns { turn.sync.stop() }
            state.turns = syncs.map { Turn(sync: $0, due: now, again: true) }
        }
    }

    /// When the next pass is due; nil if no mirror waits for one.
    var due: BootInstant? {
        state.withLock { state in state.turns.filter { !state.isRunning(in: $0.sync) }.map(\.due).min() }
    }

    /// Whether a pass takes longer than it may: something hangs that no limit has ended.
    func hangs(_ now: BootInstant) -> Bool {
        state.withLock { $0.running.contains { now - $0.began > MirrorSync.patience + .minutes(10) } }
    }

    /// Begins the passes that are due.
    func run(_ now: @escaping @Sendable () -> BootInstant = BootClock.now) {
        let moment = now()
        let due = state.withLock { state in
            let due = state.turns.filter { $0.due <= moment && !state.isRunning(in: $0.sync) }
            state.running += due.map { ($0.sync, moment) }
            return due
        }
        for turn in due {
            perform { [self] in end(turn, hasFailed: turn.sync.run(again: turn.again).error != nil, now()) }
        }
    }

    private func end(_ turn: Turn, hasFailed: Bool, _ now: BootInstant) {
        let failures = hasFailed ? min(turn.failures + 1, 16) : 0
        let interval = turn.sync.mirror.interval
        let wait = hasFailed ? min(interval, Self.retry * (1 << (failures - 1))) : interval
        // From one due time to the next, so that the box keeps its place among the others.
        let next = hasFailed ? now + wait : turn.due + wait
        state.withLock { state in
            state.running.removeAll { $0.sync === turn.sync }
            guard let index = state.turns.firstIndex(where: { $0.sync === turn.sync }) else { return }
            (state.turns[index].due, state.turns[index].failures) = (max(next, now), failures)
            state.turns[index].again = turn.again && hasFailed
        }
    }
}
