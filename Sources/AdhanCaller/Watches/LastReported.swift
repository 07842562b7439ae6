import Synchronization

/// The value that was reported last, so that a watch reports changes only.
package final class LastReported<Value: Equatable & Sendable>: Sendable {
    private let last: Mutex<Value?>

    /// - Parameter value: needs no report; nil to report the first value whatever it is.
    package init(_ value: Value? = nil) { last = Mutex(value) }

    var value: Value? { last.withLock(\.self) }

    /// Whether the value differs from the last one. It then counts as reported.
    package func isNew(_ value: Value) -> Bool {
        last.withLock { last in
            defer { last = value }
            return last != value
        }
    }
}
