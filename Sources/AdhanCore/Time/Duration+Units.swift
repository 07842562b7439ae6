extension Duration {
    package static func minutes(_ minutes: Int) -> Duration { .seconds(60) * minutes }
    package static func hours(_ hours: Int) -> Duration { .seconds(3600) * hours }
    package static func days(_ days: Int) -> Duration { .seconds(86_400) * days }

    /// In microseconds, rounded towards zero; clamped to the range of Int64.
    package var wholeMicroseconds: Int64 {
        let (whole, part) = (components.seconds, components.attoseconds)
        let (scaled, overflow) = whole.multipliedReportingOverflow(by: 1_000_000)
        let (sum, carried) = scaled.addingReportingOverflow(part / 1_000_000_000_000)
        return overflow || carried ? (whole < 0 ? .min : .max) : sum
    }

    /// In milliseconds, rounded to the nearest.
    package var wholeMilliseconds: Int64 {
        let micro = wholeMicroseconds
        let (quotient, remainder) = micro.quotientAndRemainder(dividingBy: 1000)
        return quotient + (remainder >= 500 ? 1 : remainder <= -500 ? -1 : 0)
    }

    /// In seconds; exact to the microsecond for anything shorter than centuries.
    package var inSeconds: Double { Double(wholeMicroseconds) / 1e6 }

    /// Seconds with one decimal, `12.3 s`.
    package var tenths: String {
        let tenths = (wholeMilliseconds + (wholeMilliseconds < 0 ? -50 : 50)) / 100
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10) s"
    }

    /// The approximate length in whole days, hours or minutes, in the largest unit of which it has at least two: `3
    /// hours`, `1 minute`, `less than a minute`. The sign is ignored.
    package var roughly: String {
        let seconds = components.seconds.magnitude
        for (name, unit) in [("day", 86_400), ("hour", 3600)] as [(String, UInt64)] where seconds >= 2 * unit {
            return "\(seconds / unit) \(name)s"
        }
        let minutes = seconds / 60
        return minutes == 0 ? "less than a minute" : minutes == 1 ? "1 minute" : "\(minutes) minutes"
    }
}
