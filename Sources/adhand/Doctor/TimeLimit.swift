import AdhanCore
import Dispatch
import Synchronization

/// Work that may never come back: a sound server that hangs, a disk that does not answer. Not for the loop's thread, which it makes
/// wait.
enum TimeLimit {
    /// Work with a name.
    struct Job: Sendable {
        let name: String
        let run: @Sendable () -> Void

        init(_ name: String, _ run: @escaping @Sendable () -> Void) { (self.name, self.run) = (name, run) }
    }

    /// How much work this process may have left behind. As long as it is so much, none is begun: each costs a thread.
    private static let limit = 16
    private static let left = Atomic(0)

    /// Does the jobs at the same time, each on a thread of its own.
    ///
    /// - Returns: the names of those that had not ended when the limit was over, which go on by themselves, and of those that were not
    ///   begun.
    static func run(_ limit: Duration, _ jobs: [Job]) -> [String] {
        let end = DispatchTime.now() + limit.inSeconds
        let begun = jobs.map { (name: $0.name, work: begin($0.run)) }
        return begun.filter { $0.work?.hasEnded(by: end) != true }.map(\.name)
    }

    /// Does the work on a thread of its own.
    ///
    /// - Returns: what it came to; nil where it takes longer than the limit, which leaves its thread behind, and where too much was
    ///   left behind already.
    static func run<Value: Sendable>(_ limit: Duration, _ work: @escaping @Sendable () -> Value) -> Value? {
        let answer = Answer<Value>()
        let begun = begin {
            let value = work()
            answer.value.withLock { $0 = value }
        }
        guard let begun, begun.hasEnded(by: .now() + limit.inSeconds) else { return nil }
        return answer.value.withLock { $0 }
    }

    private static func begin(_ work: @escaping @Sendable () -> Void) -> Work? {
        guard left.load(ordering: .relaxed) < limit else { return nil }
        let begun = Work()
        DispatchQueue(label: "adhand.time-limit").async {
            work()
            begun.end()
        }
        return begun
    }

    private final class Answer<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    private final class Work: Sendable {
        private enum State { case underWay, left, ended }

        private let state = Mutex(State.underWay)
        private let done = DispatchSemaphore(value: 0)

        func end() {
            state.withLock { state in
                if state == .left { left.subtract(1, ordering: .relaxed) }
                state = .ended
            }
            done.signal()
        }

        /// Waits for its end; where that does not come in time, the work is left behind.
        func hasEnded(by end: DispatchTime) -> Bool {
            if done.wait(timeout: end) == .success { return true }
            return state.withLock { state in
                guard state == .underWay else { return true }
                left.add(1, ordering: .relaxed)
                state = .left
                return false
            }
        }
    }
}
