import AdhanCore
import AdhanSupport
import Synchronization

/// The hooks: the programs before and after each playback, and at each occasion. It decides which is due when, and
/// gives it to a sink. The loop waits for none.
package final class Hooks: Sendable {
    private struct State {
        var configuration: HooksConfiguration
        var plan = HookPlan()
        /// The `after` command of the config whose `before` was due last, so that a reload leaves no amplifier on.
        var owed: [String]?
        /// The last number. It begins elsewhere in each process: `adhand notify` may have runs of an earlier one.
        var last = Int.random(in: 1...1 << 40)
    }

    /// How long a stop waits for a `before` to be ended and an `after` to run.
    static let stopPatience: Duration = .milliseconds(4200)
    /// How long `before` waits for the mark to be written. A late amplifier is worse than one that a power cut leaves
    /// on.
    private static let markPatience: Duration = .milliseconds(500)

    private let state: Mutex<State>
    private let mark: HookMark?
    private let sink: any HookSink
    /// Gives the runs to the sink, in their order. Urgent, since a `before` is due ten seconds before its prayer.
    private let worker = Worker("hooks-due", on: .shared, isUrgent: true)
    /// Writes and removes the mark.
    private let disk = Worker("hook-mark", on: .shared)

    /// - Parameter mark: the file that says that an `after` is owed; nil for a command, which a person can repeat.
    init(_ configuration: HooksConfiguration, mark: HookMark? = nil, to sink: any HookSink) {
        state = Mutex(State(configuration: configuration))
        (self.mark, self.sink) = (mark, sink)
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

    /// Lets the plan decide, and gives the hooks that are due to the sink. Returns at once.
    package func decide(_ body: (inout HookPlan) -> [HookPlan.Call]) {
        let due = state.withLock { state in body(&state.plan).map { Self.due($0, &state) } }
        for (marked, call) in due {
            worker.perform { [self] in
                // Marked before it runs: to switch off an amplifier that is off already does no harm.
                if let marked { keep(marked) }
                if let call { sink.offer(call) }
            }
        }
    }

    /// - Returns: the occasion to mark, for a `before` whose `after` will be owed; and the run, nil for no program.
    private static func due(_ call: HookPlan.Call, _ state: inout State) -> (HookOccasion?, HookCall?) {
        state.last += 1
        let (number, configuration) = (state.last, state.configuration)
        switch call {
        case .before(let occasion):
            state.owed = configuration.after
            let (command, limit) = (configuration.before, configuration.timeout)
            let run = HookCall(number, .before, occasion, command: command, limit: limit)
            return (configuration.after.isEmpty ? nil : occasion, run)
        case .after(let occasion, let end):
            let command = state.owed.take() ?? configuration.after
            return (nil, HookCall(number, .after, occasion, end, command: command, limit: configuration.timeout))
        case .at(let occasion):
            let (command, limit) = (configuration.at, configuration.timeout)
            return (nil, HookCall(number, .at, occasion, command: command, limit: limit))
        }
    }

    /// A run has ended, or nobody has taken it up yet.
    func ended(_ outcome: HookOutcome) {
        if outcome.kind == .after, outcome.end != .notTaken, let mark { disk.perform { mark.remove() } }
    }

    /// Queues the `after` that is owed, for a stop: a `before` is ended at once, an `after` gets two seconds. `finish`
    /// waits for them.
    func stop() {
        sink.stop()
        decide { $0.stopping() }
        worker.finish(within: Self.markPatience * 2)
    }

    /// Waits for a stop's hooks. Those that still run then are ended with the process that runs them.
    func finish() {
        sink.finish(within: Self.stopPatience)
        disk.finish(within: Self.markPatience)
    }

    /// Queues the `after` that is owed, and waits until every hook has ended.
    ///
    /// - Parameter isStopping: whether a person has ended the command: as at a stop of the daemon.
    package func finish(isStopping: Bool) {
        if isStopping {
            stop()
            return finish()
        }
        decide { $0.stopping() }
        worker.finish(within: Self.markPatience * 2)
        sink.finish(within: nil)
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
