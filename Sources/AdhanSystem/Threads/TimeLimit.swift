import Dispatch
import Synchronization

/// Work that may never come back: a sound server that hangs, a disk that does not answer. Not for the loop's thread, which it makes
/// wait.
///
/// Work has a subject: the file, folder or server that it waits for. While work on a subject hangs, no more on the same one is begun:
/// what hangs for an hour costs one thread, and keeps nothing else from being done.
package enum TimeLimit {
    /// Work with a name.
    package struct Job: Sendable {
        package let name: String
        package let subject: String
        package let run: @Sendable () -> Void

        /// - Parameter subject: what it waits for; nil where the name says that.
        package init(_ name: String, on subject: String? = nil, _ run: @escaping @Sendable () -> Void) {
            (self.name, self.subject, self.run) = (name, subject ?? name, run)
        }
    }

    /// How much work this process may have left behind, on whatever subjects. As long as it is so much, none is begun: each costs a
    /// thread.
    private static let limit = 64
    /// How much work was left behind, by its subject.
    private static let left = Mutex<[String: Int]>([:])

    /// Does the jobs at the same time, each on a thread of its own.
    ///
    /// - Returns: the names of those that had not ended when the limit was over, which go on by themselves, and of those that were not
    ///   begun.
    package static func run(_ limit: Duration, _ jobs: [Job]) -> [String] {
        let end = BootClock.now() + limit
        let begun = jobs.map { (name: $0.name, work: begin(on: $0.subject, $0.run)) }
        return begun.filter { $0.work.answer(by: end) == nil }.map(\.name)
    }

    /// Does the work on a thread of its own.
    ///
    /// - Parameter subject: what it waits for.
    /// - Returns: what it came to; nil where it takes longer than the limit, which leaves its thread behind, and where it was not begun.
    package static func run<Value: Sendable>(
        _ limit: Duration,
        on subject: String,
        _ work: @escaping @Sendable () -> Value
    ) -> Value? {
        begin(on: subject, work).answer(by: BootClock.now() + limit)
    }

    /// Begins the work on a thread of its own, and returns at once.
    ///
    /// - Parameter late: gets, on that thread, what came after somebody had waited for it in vain.
    package static func begin<Value: Sendable>(
        on subject: String,
        _ work: @escaping @Sendable () -> Value,
        late: @escaping @Sendable (Value) -> Void = { _ in }
    ) -> Work<Value> {
        let mayBegin = left.withLock { $0[subject] == nil && $0.values.reduce(0, +) < limit }
        let begun = Work<Value>(subject, isBegun: mayBegin)
        guard mayBegin else { return begun }
        DispatchQueue(label: "adhand.time-limit").async {
            let value = work()
            if begun.end(value) { late(value) }
        }
        return begun
    }

    private static func leave(_ subject: String) { left.withLock { $0[subject, default: 0] += 1 } }

    private static func comeBack(_ subject: String) {
        left.withLock { left in
            let rest = left[subject, default: 1] - 1
            left[subject] = rest > 0 ? rest : nil
        }
    }

    /// Work that was begun, or was not since its subject hangs.
    package final class Work<Value: Sendable>: Sendable {
        private enum State {
            case notBegun, underWay, left
            case ended(Value)
        }

        private let subject: String
        private let state: Mutex<State>
        private let pending = Pending(1)

        fileprivate init(_ subject: String, isBegun: Bool) {
            self.subject = subject
            state = Mutex(isBegun ? .underWay : .notBegun)
        }

        /// - Returns: whether it was waited for in vain.
        fileprivate func end(_ value: Value) -> Bool {
            let isLate = state.withLock { state in
                defer { state = .ended(value) }
                if case .left = state { return true }
                return false
            }
            if isLate { comeBack(subject) }
            pending.leave()
            return isLate
        }

        /// Waits for its end. Where that does not come in time, the work is left behind.
        package func answer(by end: BootInstant) -> Value? {
            let isBegun = state.withLock { if case .notBegun = $0 { false } else { true } }
            guard isBegun else { return nil }
            pending.wait(within: end - BootClock.now())
            return state.withLock { state in
                switch state {
                case .ended(let value): return value
                case .notBegun, .left: return nil
                case .underWay:
                    leave(subject)
                    state = .left
                    return nil
                }
            }
        }
    }
}
