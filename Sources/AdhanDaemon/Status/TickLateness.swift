import AdhanControl

/// How late after its second the loop has looked at the clock: what a disk, a network or a sound server that hangs must not change.
package struct TickLateness: Sendable, Equatable {
    private var count = 0
    private var total = Duration.zero
    private var worst = Duration.zero
    private var last = Duration.zero

    package mutating func note(_ lateness: Duration) {
        count += 1
        total += lateness
        worst = max(worst, lateness)
        last = lateness
    }

    package var report: StatusReport.Ticks {
        func milliseconds(_ duration: Duration) -> Double { (duration / .microseconds(1)).rounded() / 1000 }
        return StatusReport.Ticks(
            count: count,
            mean: count == 0 ? 0 : milliseconds(total / count),
            worst: milliseconds(worst),
            last: milliseconds(last)
        )
    }
}
