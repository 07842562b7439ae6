extension Duration {
    /// Seconds with one decimal, `12.3 s`.
    package var tenths: String {
        let tenths = (wholeMilliseconds + (wholeMilliseconds < 0 ? -50 : 50)) / 100
        return "\(tenths < 0 ? "-" : "")\(tenths.magnitude / 10).\(tenths.magnitude % 10) s"
    }

    /// How long it is for somebody who wants to know about how long: in whole days, hours or minutes, the greatest of which it
    /// has two; `3 hours`, `1 minute`, `less than a minute`. Of a negative one, its size.
    package var roughly: String {
        let seconds = components.seconds.magnitude
        for (name, unit) in [("day", 86_400), ("hour", 3600)] as [(String, UInt64)] where seconds >= 2 * unit {
            return "\(seconds / unit) \(name)s"
        }
        let minutes = seconds / 60
        return minutes == 0 ? "less than a minute" : minutes == 1 ? "1 minute" : "\(minutes) minutes"
    }
}
