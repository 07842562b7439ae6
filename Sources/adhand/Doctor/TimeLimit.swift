import AdhanCore
import Dispatch
import Synchronization

/// Work that may never come back: a sound server that hangs, a disk that does not answer.
enum TimeLimit {
    private final class Answer<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// Does the work on a thread of its own.
    ///
    /// - Returns: what it came to; nil where it takes longer than the limit. Its thread is left behind then.
    static func run<Value: Sendable>(_ limit: Duration, _ work: @escaping @Sendable () -> Value) -> Value? {
        let answer = Answer<Value>()
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "adhand.doctor").async {
            let value = work()
            answer.value.withLock { $0 = value }
            done.signal()
        }
        guard done.wait(timeout: .now() + limit.inSeconds) == .success else { return nil }
        return answer.value.withLock { $0 }
    }
}
