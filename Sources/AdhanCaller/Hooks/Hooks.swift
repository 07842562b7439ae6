import AdhanSupport
import AdhanCore
import Glibc
import Synchronization

/// Runs the hooks: the programs before and after each playback, and at each occasion. A worker runs those of playbacks
/// one after another, so that those of two playbacks never overlap; another runs those of occasions. The loop waits for
/// none.
package final class Hooks: Sendable {
    private struct State {
        var configuration: HooksConfiguration
        var plan = HookPlan()
        /// The `after` command of the config whose `before` ran last, so that a reload leaves no amplifier on.
        var owed: [String]?
        /// When the daemon's stop began; nil while it runs.
        var stopBegan: MonotonicInstant?
        /// When the `before` of the next playback was queued; nil once it has begun.
        var nextAsked: MonotonicInstant?
    }

    /// How much longer a hook may run when the next playback's `before` waits: with the supervisor's two graces the
    /// amplifier is on before the second, ten seconds later.
    private static let handoverTimeout: Duration = .seconds(2)

    /// How long an `after` may run at a stop. With the supervisor's two graces it has ended after four seconds.
    private static let stopTimeout: Duration = .seconds(2)
    /// How long a stop waits for a `before` to be ended and an `after` to run.
    static let stopPatience: Duration = .milliseconds(4200)
    /// How long `before` waits for the mark to be written. A late amplifier is worse than one that a power cut leaves
    /// on.
    private static let markPatience: Duration = .milliseconds(500)

    /// How late `at` may run.
    private static let momentPatience: Duration = .seconds(60)

    private let state: Mutex<State>
    private let mark: HookMark?
    private let tell: @Sendable (HookOutcome) -> Void
    /// Urgent, since a `before` is due ten seconds before its prayer.
    private let worker = Worker("hooks", on: .shared, isUrgent: true)
    /// Runs `at`, which must not hold up an amplifier's `before`.
    private let moments = Worker("hook-moments", on: .shared)
    /// Writes and removes the mark.
    private let disk = Worker("hook-mark", on: .shared)
    private let waiting = WaitGroup()
    private let clock = LinuxClock()

    /// - Parameters:
    ///   - mark: the file that says that an `after` is owed; nil for a command, which a person can repeat.
    ///   - tell: gets each outcome, on the worker's thread.
    init(
        _ configuration: HooksConfiguration,
        mark: HookMark? = nil,
        tell: @escaping @Sendable (HookOutcome) -> Void
    ) {
        state = Mutex(State(configuration: configuration))
        (self.mark, self.tell) = (mark, tell)
    }

    /// Takes another config, from the next hook on.
    func configure(_ configuration: HooksConfiguration) { state.withLock { $0.configuration = configuration } }

    var markFile: String { mark?.file ?? "the mark of the hooks" }

    /// The occasion for which an earlier process owes the `after`; nil where there is none. It may block.
    ///
    /// - Throws: where the mark cannot be read.
    package func left() throws -> HookOccasion? { try mark?.load() }

    /// Runs the `after` that an earlier process owes. Call it before the first notice, or as soon as the mark was read.
    func recover(_ left: HookOccasion) { decide { $0.found(left) } }

    /// Lets the plan decide, and queues the hooks that are due. Returns at once.
    package func decide(_ body: (inout HookPlan) -> [HookPlan.Call]) {
        for call in state.withLock({ body(&$0.plan) }) {
            waiting.enter()
            let asked = clock.monotonic()
            let chosen = if case .at = call { moments } else { worker }
            // A dua follows its adhan at once, and a trial can wait.
            if case .before(let occasion) = call, occasion.isScheduled { state.withLock { $0.nextAsked = asked } }
            let isTaken = chosen.perform { [self] in
                run(call, asked: asked)
                waiting.leave()
            }
            guard !isTaken else { continue }
            waiting.leave()
            begun(asked)
        }
    }

    /// Queues the `after` that is owed, and waits until every hook has ended.
    ///
    /// - Parameter isStopping: for a stop of the daemon: a `before` is ended at once, an `after` gets two seconds.
    package func finish(isStopping: Bool) {
        if isStopping { state.withLock { $0.stopBegan = clock.monotonic() } }
        decide { $0.stopping() }
        guard isStopping else {
            waiting.wait()
            return
        }
        // What still runs then is ended by its supervisor, once this process has ended.
        waiting.wait(within: Self.stopPatience)
    }

    /// The `before` that was queued then waits no longer.
    private func begun(_ asked: MonotonicInstant) {
        state.withLock { if $0.nextAsked == asked { $0.nextAsked = nil } }
    }

    private func run(_ call: HookPlan.Call, asked: MonotonicInstant) {
        let (configuration, stopBegan) = state.withLock { ($0.configuration, $0.stopBegan) }
        switch call {
        case .before(let occasion):
            begun(asked)
            guard stopBegan == nil else { return }
            state.withLock { $0.owed = configuration.after }
            // Marked before it runs: to switch off an amplifier that is off already does no harm.
            if !configuration.after.isEmpty { keep(occasion) }
            run(.before, configuration.before, occasion, occasion.environment)
        case .after(let occasion, let end):
            run(
                .after,
                state.withLock { $0.owed.take() } ?? configuration.after,
                occasion,
                occasion.environment.merging(["ADHAN_STATE": end.rawValue]) { $1 }
            )
            if let mark { disk.perform { mark.remove() } }
        case .at(let occasion):
            // After one that took long, it would say what is not so.
            guard stopBegan == nil, clock.monotonic() - asked <= Self.momentPatience else { return }
            run(.at, configuration.at, occasion, occasion.environment)
        }
    }

    private func run(
        _ kind: HookOutcome.Kind,
        _ command: [String],
        _ occasion: HookOccasion,
        _ environment: [String: String]
    ) {
        guard let program = command.first else { return }
        let hook = HookRun(command, environment: HookProgram.environment.merging(environment) { $1 })
        let begun = clock.monotonic()
        let end = hook.run {
            let present = state.withLock(\.self)
            let usual = begun + present.configuration.timeout
            if let stopBegan = present.stopBegan {
                return min(usual, kind == .after ? max(begun, stopBegan) + Self.stopTimeout : stopBegan)
            }
            guard kind != .at, let asked = present.nextAsked else { return usual }
            return min(usual, max(begun, asked) + Self.handoverTimeout)
        }
        tell(HookOutcome(kind, program, occasion, end, output: hook.output))
    }

    private func keep(_ occasion: HookOccasion) {
        guard let mark else { return }
        disk.perform {
            // Where the mark cannot be written, the ledger's row of an unfinished adhan still runs the `after` at the
            // next start.
            try? mark.save(occasion)  // reason: see above
        }
        disk.finish(within: Self.markPatience)
    }
}
