import AdhanSupport

/// Tells which frame of the file is heard now, from the frames written and the device's delay.
struct FrameCount {
    /// Frames written to the present device, including silence.
    private(set) var written = 0
    /// Where in `written` the file's frames begin, and with which frame; nil while only silence was written.
    private(set) var anchor: (written: Int, frame: Int)?

    mutating func wrote(_ frames: Int) {
        written += frames
    }

    /// Says that the next frame written is this frame of the file.
    mutating func begin(at frame: Int) {
        anchor = (written, frame)
    }

    /// How many frames of the file have been heard, on this device and earlier ones; nil while only silence was
    /// written.
    func heard(delay: Int) -> Int? {
        anchor.map { $0.frame + max(0, written - delay - $0.written) }
    }
}

/// Silences within a playback that are not in its file.
struct Gaps {
    private(set) var total = Duration.zero
    /// The present gap, or one whose end was written but not heard yet.
    private(set) var open: Gap?

    init(total: Duration = .zero) {
        self.total = total
    }

    struct Gap {
        let since: MonotonicInstant
        let reason: String
    }

    mutating func begin(at since: MonotonicInstant, reason: String) {
        if open == nil { open = Gap(since: since, reason: reason) }
    }

    /// - Returns: the length and the reason of the gap that ended there, if one was open.
    mutating func end(at moment: MonotonicInstant) -> (length: Duration, reason: String)? {
        guard let gap = open else { return nil }
        let length = max(.zero, moment - gap.since)
        open = nil
        total += length
        return (length, gap.reason)
    }
}

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
