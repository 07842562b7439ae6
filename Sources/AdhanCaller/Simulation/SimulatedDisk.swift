import AdhanCore
import Synchronization

/// How fast a simulated disk does its operations.
package struct DiskPace: Sendable, Hashable {
    /// How long each operation takes; nil for a disk that hangs.
    package var delay: Duration? = .zero
    /// Whether an operation takes effect at the beginning of its delay, otherwise at the end. A process that dies in
    /// between loses the answer in the first case, and the row in the second.
    var reachesFirst = false

    static let prompt = DiskPace()
    static let hung = DiskPace(delay: nil)
}

/// A worker on virtual time: it does one operation after another, each with the disk's delay.
final class SimulatedDisk: Sendable {
    /// Returns the events for the loop.
    typealias Operation = @Sendable () -> [LoopEvent]

    private struct State {
        var operations: [Operation] = []
        var pace: DiskPace
        /// When the first operation began, and its answers once it has taken effect.
        var begun: (at: Instant, answers: [LoopEvent]?)?
    }
    private let state: Mutex<State>

    package init(_ pace: DiskPace) { state = Mutex(State(pace: pace)) }

    var pace: DiskPace {
        get { state.withLock { $0.pace } }
        set { state.withLock { $0.pace = newValue } }
    }

    package func perform(_ operation: @escaping Operation) { state.withLock { $0.operations.append(operation) } }

    /// The wall clock is set: the time that the operation still needs does not change.
    func stepWall(by step: Duration) {
        state.withLock { state in state.begun = state.begun.map { ($0.at + step, $0.answers) } }
    }

    /// When the current operation ends; nil where there is none, or it hangs.
    package func next(_ now: Instant) -> Instant? {
        state.withLock { state in
            guard !state.operations.isEmpty, let delay = state.pace.delay else { return nil }
            return state.begun.map { $0.at + delay } ?? now
        }
    }

    /// Runs the operations that are due by `now`.
    ///
    /// - Returns: the answers of the operations that have ended.
    func advance(to now: Instant) -> [LoopEvent] {
        var answers: [LoopEvent] = []
        while let (operation, pace, earlier) = state.withLock({ state in
            state.operations.first.map { ($0, state.pace, state.begun) }
        }) {
            var begun = earlier ?? (now, nil)
            let isOver = pace.delay.map { now >= begun.at + $0 } ?? false
            if begun.answers == nil, isOver || pace.reachesFirst { begun.answers = operation() }
            state.withLock { $0.begun = isOver ? nil : begun }
            guard isOver else { break }
            state.withLock { _ = $0.operations.removeFirst() }
            answers += begun.answers ?? []
        }
        return answers
    }
}
