import AdhanCore
import Synchronization

/// Runs programs of `[hooks]`. Those of sounds run one after another, so that those of two sounds never overlap; those
/// of occasions (`at`) run beside them.
package final class HookRunner: HookSink {
    private struct State {
        var stopBegan: MonotonicInstant?
        /// When the `before` of the next sound was queued; nil once it has begun.
        var nextAsked: MonotonicInstant?
    }

    /// How much longer a program may run when the next sound's `before` waits: with the supervisor's two graces the
    /// amplifier is on before the second, ten seconds later.
    private static let handoverTimeout: Duration = .seconds(2)
    /// How long an `after` may run at a stop. With the supervisor's two graces it has ended after four seconds.
    private static let stopTimeout: Duration = .seconds(2)
    /// How late `at` may run.
    package static let momentPatience: Duration = .seconds(60)

    private let state = Mutex(State())
    private let supervisor: String
    private let tell: @Sendable (HookCall, HookOutcome) -> Void
    /// Urgent, since a `before` is due ten seconds before its prayer.
    private let worker = Worker("hooks", on: .shared, isUrgent: true)
    /// Runs `at`, which must not hold up an amplifier's `before`.
    private let moments = Worker("hook-moments", on: .shared)
    private let waiting = WaitGroup()
    private let clock = LinuxClock()

    /// - Parameters:
    ///   - tell: gets each outcome, on a worker's thread. A program that a stop kept from running has none.
    package init(
        supervisor: String = HookRun.ownBinary,
        tell: @escaping @Sendable (HookCall, HookOutcome) -> Void
    ) {
        (self.supervisor, self.tell) = (supervisor, tell)
    }

    package func offer(_ call: HookCall) {
        waiting.enter()
        let asked = clock.monotonic()
        let chosen = call.kind == .at ? moments : worker
        // A dua follows its adhan at once, and a trial can wait.
        if call.kind == .before, call.occasion.isScheduled { state.withLock { $0.nextAsked = asked } }
        let isQueued = chosen.perform { [self] in
            run(call, asked: asked)
            waiting.leave()
        }
        guard !isQueued else { return }
        waiting.leave()
        begun(asked)
    }

    /// Whether a `before` is ended at once, and an `after` within two seconds, until it is said otherwise.
    package func set(isStopping: Bool) {
        let now = clock.monotonic()
        state.withLock { $0.stopBegan = isStopping ? $0.stopBegan ?? now : nil }
    }

    package func stop() { set(isStopping: true) }

    package func finish(within limit: Duration?) { waiting.wait(within: limit) }

    /// The `before` that was queued then waits no longer.
    private func begun(_ asked: MonotonicInstant) {
        state.withLock { if $0.nextAsked == asked { $0.nextAsked = nil } }
    }

    private func run(_ call: HookCall, asked: MonotonicInstant) {
        begun(asked)
        let isStopping = state.withLock { $0.stopBegan != nil }
        switch call.kind {
        case .before: guard !isStopping else { return }
        case .after: break
        // After one that took long, it would say what is not so.
        case .at: guard !isStopping, clock.monotonic() - asked <= Self.momentPatience else { return }
        }
        let hook = HookRun(call.command, environment: call.environment, supervisor: supervisor)
        let begun = clock.monotonic()
        let end = hook.run {
            let (stopBegan, nextAsked) = state.withLock { ($0.stopBegan, $0.nextAsked) }
            let usual = begun + call.timeLimit
            if let stopBegan {
                return min(usual, call.kind == .after ? max(begun, stopBegan) + Self.stopTimeout : stopBegan)
            }
            guard call.kind != .at, let nextAsked else { return usual }
            return min(usual, max(begun, nextAsked) + Self.handoverTimeout)
        }
        tell(call, HookOutcome(call, end, output: hook.output))
    }
}
