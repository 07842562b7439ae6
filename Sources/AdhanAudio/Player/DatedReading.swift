import AdhanSupport

/// A value with the time at which it was read.
struct Dated<Value> {
    let value: Value
    let at: MonotonicInstant
}

extension HostClock {
    /// Reads a value that changes with time, together with the time, exact to half a millisecond.
    ///
    /// If the thread was preempted between the two, it reads again, up to three times.
    @inline(__always)
    func dated<Value, Failure: Error>(_ read: () throws(Failure) -> Value) throws(Failure) -> Dated<Value> {
        var before = monotonic()
        var dated = Dated(value: try read(), at: monotonic())
        for _ in 0..<3 where dated.at - before > .microseconds(500) {
            before = monotonic()
            dated = Dated(value: try read(), at: monotonic())
        }
        return dated
    }
}
