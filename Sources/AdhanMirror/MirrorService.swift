import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanSystem
import AdhanTimetables
import Synchronization

/// The mirrors, kept in line with their buckets: a pass for each in its interval.
package final class MirrorService: Sendable {
    private struct Turn {
        let sync: MirrorSync
        var due: BootInstant
        /// Whether what was refused is looked at again.
        var again = false
        var failures = 0
    }

    private let turns: Mutex<[Turn]>
    /// When the pass in progress began; nil where none is.
    private let began = Mutex<BootInstant?>(nil)
    /// The first wait after a failure; it doubles with each further one, up to the interval.
    private static let retry: Duration = .minutes(1)
    /// The boxes of a fleet that come back after a power cut must not all ask at once.
    private static let spread: Duration = .minutes(1)

    /// - Parameter delay: this box's own, up to the given longest.
    package init(
        _ syncs: [MirrorSync],
        now: BootInstant = BootClock.now(),
        delay: (Duration) -> Duration = { BoxDelay.within($0) }
    ) {
        turns = Mutex(
            syncs.map { sync in
                // A mirror that has never come is in a hurry.
                let isNew = MirrorStatus.load(sync.mirror.directory)?.lastSuccess == nil
                return Turn(sync: sync, due: isNew ? now : now + delay(min(Self.spread, sync.mirror.interval)))
            }
        )
    }

    /// Goes on with these mirrors, those of a changed config. Each is due at once, and what was refused is looked at again: what a
    /// timetable is checked by may be another.
    package func take(_ syncs: [MirrorSync], now: BootInstant = BootClock.now()) {
        turns.withLock { $0 = syncs.map { Turn(sync: $0, due: now, again: true) } }
    }

    /// When the next pass is due; nil where there is no mirror.
    package var due: BootInstant? { turns.withLock { $0.map(\.due).min() } }

    /// Whether the pass in progress takes longer than it may: something hangs that no limit has ended.
    package func hangs(_ now: BootInstant) -> Bool {
        began.withLock { $0.map { now - $0 > MirrorSync.patience + .minutes(10) } ?? false }
    }

    /// Makes the passes that are due; it blocks.
    ///
    /// - Parameter now: the boot clock.
    package func run(_ now: () -> BootInstant = BootClock.now) {
        for index in turns.withLock(\.indices) {
            guard let turn = turns.withLock({ turns in turns.indices.contains(index) ? turns[index] : nil }),
                turn.due <= now()
            else { continue }
            began.withLock { $0 = now() }
            let hasFailed = turn.sync.run(again: turn.again).error != nil
            began.withLock { $0 = nil }
            let failures = hasFailed ? min(turn.failures + 1, 16) : 0
            let interval = turn.sync.mirror.interval
            let wait = hasFailed ? min(interval, Self.retry * (1 << (failures - 1))) : interval
            turns.withLock { turns in
                guard turns.indices.contains(index) else { return }
                // From one due time to the next, so that the box keeps its place among the others.
                let next = hasFailed ? now() + wait : turn.due + wait
                (turns[index].due, turns[index].failures) = (max(next, now()), failures)
                turns[index].again = turn.again && hasFailed
            }
        }
    }
}
