/// A moment in microseconds of POSIX time (leap seconds are not counted).
///
/// Arithmetic saturates at the ends of the range (some 292,000 years either way), so no date from a file or a wrong
/// clock can trap.
package struct Instant: InstantProtocol, Hashable, Sendable, Codable {
    /// Microseconds since 1970-01-01T00:00:00Z; negative before.
    package let microseconds: Int64

    package init(microseconds: Int64) { self.microseconds = microseconds }

    /// - Parameter seconds: whole seconds since 1970-01-01T00:00:00Z.
    package init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000)
        microseconds = overflow ? (seconds < 0 ? .min : .max) : product
    }

    /// Whole seconds since 1970-01-01T00:00:00Z, rounded towards the past.
    package var seconds: Int64 {
        let (quotient, remainder) = microseconds.quotientAndRemainder(dividingBy: 1_000_000)
        return remainder < 0 ? quotient - 1 : quotient
    }

    /// The start of the second that contains this moment.
    package var flooredToSecond: Instant { Instant(seconds: seconds) }

    package func advanced(by duration: Duration) -> Instant {
        let (sum, overflow) = microseconds.addingReportingOverflow(duration.wholeMicroseconds)
        return Instant(microseconds: overflow ? (microseconds < 0 ? .min : .max) : sum)
    }

    package func duration(to other: Instant) -> Duration {
        let (difference, overflow) = other.microseconds.subtractingReportingOverflow(microseconds)
        return .microseconds(overflow ? (other < self ? Int64.min : .max) : difference)
    }

    package static func + (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: duration) }
    package static func - (instant: Instant, duration: Duration) -> Instant { instant.advanced(by: .zero - duration) }
    package static func - (later: Instant, earlier: Instant) -> Duration { earlier.duration(to: later) }
    package static func < (left: Instant, right: Instant) -> Bool { left.microseconds < right.microseconds }
}
