import Synchronization

/// Runs work that may never return, for a limited time: a sound server may hang, a disk may not answer. The caller
/// waits, so it is not for the loop's thread.
///
/// Work has a subject: the file, folder or server that it waits for. While work on a subject hangs, no more is begun on
/// the same subject: a disk that hangs for an hour costs one thread, and delays nothing else.
package enum TimeLimit {
    package struct NamedWork: Sendable {
        package let name: String
        package let subject: String
        package let run: @Sendable () -> Void

        /// - Parameter subject: what the work waits for; nil where that is its name.
        package init(_ name: String, on subject: String? = nil, _ run: @escaping @Sendable () -> Void) {
            (self.name, self.subject, self.run) = (name, subject ?? name, run)
        }
    }

    /// The most abandoned work in this process: each piece costs a thread. At the limit, no more is begun.
    private static let limit = 64
    /// How many pieces of abandoned work still run, by subject.
    private static let abandoned = Mutex<[String: Int]>([:])

    /// Runs the pieces of work at the same time, each on another thread.
    ///
    /// - Returns: the names of those that did not end within the limit, which go on by themselves, and of those not
    ///   begun.
    package static func run(_ limit: Duration, _ works: [NamedWork]) -> [String] {
        let end = BootClock.now() + limit
        let begun = works.map { (name: $0.name, work: begin(on: $0.subject, $0.run)) }
        return begun.filter { $0.work.answer(by: end) == nil }.map(\.name)
    }

    /// Runs the work on another thread, and waits for it.
    ///
    /// - Returns: the result; nil where the work takes longer than the limit, and goes on by itself, or was not begun.
    package static func run<Value: Sendable>(
        _ limit: Duration,
        on subject: String,
        _ work: @escaping @Sendable () -> Value
    ) -> Value? {
        begin(on: subject, work).answer(by: BootClock.now() + limit)
    }

    /// Begins the work on another thread, and returns at once.
    ///
    /// - Parameter late: gets the result, on that thread, where it came after a caller of `answer` had given up.
    package static func begin<Value: Sendable>(
        on subject: String,
        _ work: @escaping @Sendable () -> Value,
        late: @escaping @Sendable (Value) -> Void = { _ in }
    ) -> Work<Value> {
        let mayBegin = abandoned.withLock { $0[subject] == nil && $0.values.reduce(0, +) < limit }
        let begun = Work<Value>(subject, isBegun: mayBegin)
        guard mayBegin else { return begun }
        // The end of a path says more than its beginning.
        ThreadPool.shared.perform(String(subject.suffix(15))) {
            let value = work()
            if begun.end(value) { late(value) }
        }
        return begun
    }

    private static func abandon(_ subject: String) { abandoned.withLock { $0[subject, default: 0] += 1 } }

    private static func returned(_ subject: String) {
        abandoned.withLock { abandoned in
            let rest = abandoned[subject, default: 1] - 1
            abandoned[subject] = rest > 0 ? rest : nil
        }
    }

    /// Work that was begun, or refused because its subject hangs.
    package final class Work<Value: Sendable>: Sendable {
        private enum State {
            case notBegun, running, abandoned
            case ended(Value)
        }

        private let subject: String
        private let state: Mutex<State>
        private let group = WaitGroup(1)

        fileprivate init(_ subject: String, isBegun: Bool) {
            self.subject = subject
            state = Mutex(isBegun ? .running : .notBegun)
        }

        /// - Returns: whether a caller of `answer` had given up before.
        fileprivate func end(_ value: Value) -> Bool {
            let isLate = state.withLock { state in
                defer { state = .ended(value) }
                if case .abandoned = state { return true }
                return false
            }
            if isLate { returned(subject) }
            group.leave()
            return isLate
        }

        /// Waits for the end of the work, and leaves it to a later `answer`.
        ///
        /// - Returns: whether it has ended; true where it was not begun.
        package func ends(by end: BootInstant) -> Bool {
            if case .notBegun = state.withLock({ $0 }) { return true }
            group.wait(within: end - BootClock.now())
            return state.withLock { if case .running = $0 { false } else { true } }
        }

        /// Waits for the result; nil where it does not come in time, or the work was not begun. The work then goes on
        /// by itself.
        package func answer(by end: BootInstant) -> Value? {
            let isBegun = state.withLock { if case .notBegun = $0 { false } else { true } }
            guard isBegun else { return nil }
            group.wait(within: end - BootClock.now())
            return state.withLock { state in
                switch state {
                case .ended(let value): return value
                case .notBegun, .abandoned: return nil
                case .running:
                    abandon(subject)
                    state = .abandoned
                    return nil
                }
            }
        }
    }
}
