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
}
