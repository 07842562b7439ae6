extension Duration {
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
