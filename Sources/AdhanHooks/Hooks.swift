import AdhanConfig
import AdhanCore
import AdhanSystem
import Glibc
import Synchronization

/// Runs the programs around each sound, one after another on a worker, so that those of two sounds never overlap, and the loop waits
/// for none.
package final class Hooks: Sendable {
    private struct State {
        var configuration: HooksConfiguration
        var plan = HookPlan()
        /// The `after` of the config whose `before` was run last: another config does not leave an amplifier on.
        var owed: [String]?
        /// Since when all is to end soon.
        var hurried: MonotonicInstant?
    }

    /// Of `after` at a stop: with the seconds that its end may take it is gone in four.
    private static let hurriedTime: Duration = .seconds(2)
    /// For a `before` to be ended, and for `after`.
    package static let hurriedPatience: Duration = .milliseconds(4200)
    /// For the mark's disk: an amplifier that is late is worse than one that a power cut leaves on.
    private static let markPatience: Duration = .milliseconds(500)

    private let state: Mutex<State>
    private let mark: HookMark?
    private let tell: @Sendable (HookOutcome) -> Void
    private let worker: Worker
    /// Writes the mark.
    private let disk: Worker
    private let waiting = Pending()
    private let clock = LinuxClock()

    /// - Parameters:
    ///   - mark: where it is kept that an `after` is owed; nil for a command, which a person repeats.
    ///   - tell: gets what each came to, on the worker's thread.
    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(
        _ configuration: HooksConfiguration,
        mark: HookMark? = nil,
        tell: @escaping @Sendable (HookOutcome) -> Void
    ) throws(SystemFault) {
        state = Mutex(State(configuration: configuration))
        (self.mark, self.tell) = (mark, tell)
        (worker, disk) = (try Worker("hooks"), try Worker("hook-mark"))
    }

    /// From the next program on.
    package func configure(_ configuration: HooksConfiguration) { state.withLock { $0.configuration = configuration } }

    package var markFile: String { mark?.file ?? "the mark of the hooks" }

    /// Of which occasion a process before this one owes the `after`; nil where it owes none. It may block.
    ///
    /// - Throws: where what was left cannot be read.
    package func left() throws -> HookOccasion? { try mark?.load() }

    /// Runs that `after`. To be called before anything is heard, or as soon as it is known.
    package func recover(_ left: HookOccasion) { decide { $0.found(left) } }

    /// Lets the plan decide; what is due is run in its turn. Returns at once.
    package func decide(_ body: (inout HookPlan) -> [HookPlan.Call]) {
        for call in state.withLock({ body(&$0.plan) }) {
            waiting.enter()
            let isTaken = worker.perform { [self] in
                run(call)
                waiting.leave()
            }
            if !isTaken { waiting.leave() }
        }
    }

    /// Waits until every program has ended, each within its time.
    ///
    /// - Parameter isHurried: for a stop: a `before` is ended at once, an `after` gets three seconds.
    package func finish(isHurried: Bool) {
        if isHurried { state.withLock { $0.hurried = clock.monotonic() } }
        decide { $0.stopping() }
        guard isHurried else {
            waiting.wait()
            return
        }
        // What is not over then is ended by its supervisor, which sees that we are gone.
        waiting.wait(within: Self.hurriedPatience)
    }

    private func run(_ call: HookPlan.Call) {
        let (configuration, hurried) = state.withLock { ($0.configuration, $0.hurried) }
        switch call {
        case .before(let occasion):
            guard hurried == nil else { return }
            state.withLock { $0.owed = configuration.after }
            // Kept before it is run: to switch an amplifier off that is off already does no harm.
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
            let (limit, hurried) = state.withLock { ($0.configuration.timeout, $0.hurried) }
            guard let hurried else { return begun + limit }
            return min(begun + limit, kind == .before ? hurried : max(begun, hurried) + Self.hurriedTime)
        }
        tell(HookOutcome(kind, program, occasion, end, output: hook.output))
    }

    private func keep(_ occasion: HookOccasion) {
        guard let mark else { return }
        disk.perform {
            // On a disk that refuses, the ledger's row of an unfinished adhan still has it run at the next start.
            try? mark.save(occasion)  // reason: see above
        }
        disk.finish(within: Self.markPatience)
    }
}
