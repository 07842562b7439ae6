import AdhanCore
import Synchronization

/// How fast a simulated disk does its jobs.
package struct DiskPace: Sendable, Hashable {
    /// How long each job takes; nil for a disk that hangs.
    package var delay: Duration? = .zero
    /// Whether a job takes effect at the beginning of its delay, otherwise at the end. A process that dies in between loses the answer
    /// in the first case, and the row in the second.
    package var reachesFirst = false

    package static let prompt = DiskPace()
    package static let hung = DiskPace(delay: nil)
}

/// A worker on virtual time: it does one job after another, each with the disk's delay.
package final class SimulatedDisk: Sendable {
    /// Returns the events for the loop.
    package typealias Job = @Sendable () -> [LoopEvent]

    private struct State {
        var jobs: [Job] = []
        var pace: DiskPace
        /// When the first job began, and its answers once it has taken effect.
        var begun: (at: Instant, answers: [LoopEvent]?)?
    }
    private let state: Mutex<State>

    package init(_ pace: DiskPace) { state = Mutex(State(pace: pace)) }

    package var pace: DiskPace {
        get { state.withLock(\.pace) }
        set { state.withLock { $0.pace = newValue } }
    }

    package func perform(_ job: @escaping Job) { state.withLock { $0.jobs.append(job) } }

    /// The wall clock is set: the time that the job still needs does not change.
    package func stepWall(by step: Duration) {
        state.withLock { state in state.begun = state.begun.map { ($0.at + step, $0.answers) } }
    }

    /// When the current job ends; nil where there is none, or it hangs.
    package func next(_ now: Instant) -> Instant? {
        state.withLock { state in
            guard !state.jobs.isEmpty, let delay = state.pace.delay else { return nil }
            return state.begun.map { $0.at + delay } ?? now
        }
    }

    /// Runs the jobs that are due by `now`.
    ///
    /// - Returns: the answers of the jobs that have ended.
    package func advance(to now: Instant) -> [LoopEvent] {
        var answers: [LoopEvent] = []
        while let job = state.withLock(\.jobs.first) {
            let pace = pace
            var begun = state.withLock(\.begun) ?? (now, nil)
            let isOver = pace.delay.map { now >= begun.at + $0 } ?? false
            if begun.answers == nil, isOver || pace.reachesFirst { begun.answers = job() }
            state.withLock { $0.begun = isOver ? nil : begun }
            guard isOver else { break }
            state.withLock { _ = $0.jobs.removeFirst() }
            answers += begun.answers ?? []
        }
        return answers
    }
}
