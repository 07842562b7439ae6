import AdhanSystem

/// What was read, and when.
struct Dated<Value> {
    let value: Value
    let at: MonotonicInstant
}

extension HostClock {
    /// Reads something that changes with time, so that both belong together to within half a millisecond.
    ///
    /// Between two readings the thread may have been kept from the processor; then it reads anew, a few times.
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
