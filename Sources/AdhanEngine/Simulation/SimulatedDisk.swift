import AdhanCore
import Synchronization

/// How a disk takes what its worker does.
package struct DiskPace: Sendable, Hashable {
    /// How long each job takes; nil for one that never comes back.
    package var delay: Duration? = .zero
    /// Whether a job has reached the disk when its time begins; otherwise when it ends. A process that dies in between has lost the
    /// answer in the one case, and the row in the other.
    package var reachesFirst = false

    package static let prompt = DiskPace()
    package static let hung = DiskPace(delay: nil)
}

/// A worker on virtual time: it does one job after another, each as slowly as its disk takes it.
package final class SimulatedDisk: Sendable {
    /// Answers what it has for the loop.
    package typealias Job = @Sendable () -> [LoopEvent]

    private struct State {
        var jobs: [Job] = []
        var pace: DiskPace
        /// When the first of the jobs was begun, and what it has answered once it has reached the disk.
        var begun: (at: Instant, answers: [LoopEvent]?)?
    }
    private let state: Mutex<State>

    package init(_ pace: DiskPace) { state = Mutex(State(pace: pace)) }

    package var pace: DiskPace {
        get { state.withLock(\.pace) }
        set { state.withLock { $0.pace = newValue } }
    }

    package func perform(_ job: @escaping Job) { state.withLock { $0.jobs.append(job) } }

    /// The wall clock is set: what the disk still needs does not change by it.
    package func stepWall(by step: Duration) {
        state.withLock { state in state.begun = state.begun.map { ($0.at + step, $0.answers) } }
    }

    /// When the job in hand ends; nil where there is none, or it never does.
    package func next(_ now: Instant) -> Instant? {
        state.withLock { state in
            guard !state.jobs.isEmpty, let delay = state.pace.delay else { return nil }
            return state.begun.map { $0.at + delay } ?? now
        }
    }

    /// Does what is done by then.
    ///
    /// - Returns: what the jobs that have ended answer.
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
