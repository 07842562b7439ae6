import AdhanTestSupport
import Synchronization

@testable import AdhanSupport

/// The result of a blocking call on a thread of its own.
final class ControlThreadResult<Value: Sendable>: Sendable {
    private let thread: SystemThread
    private let outcome: Outcome

    private final class Outcome: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

    init(_ body: @escaping @Sendable () throws -> Value) throws {
        let outcome = Outcome()
        self.outcome = outcome
        thread = try SystemThread {
            let result = Result { try body() }
            outcome.result.withLock { $0 = result }
        }
    }

    /// Waits for it, once.
    func value() throws -> Value {
        thread.join()
        guard let result = outcome.result.withLock({ $0 }) else { throw RawClient.Failure(description: "no outcome") }
        return try result.get()
    }
}
