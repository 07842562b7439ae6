/// What one look at the machine's clock has found.
package struct ClockObservation: Sendable, Hashable {
    /// Whether the clock follows a time server; nil where nobody could say.
    package var isSynchronised: Bool?
    package var hasHardwareClock: Bool
    /// Since the machine's boot, suspends included.
    package var uptime: Duration
    /// Whether a person said on this boot that the clock is right, and it has not been set since.
    package var confirmed: Bool
    /// Whether the clock was synchronised earlier on this boot, and has not been set since.
    package var wasSynchronised: Bool

    package init(
        isSynchronised: Bool?,
        hasHardwareClock: Bool,
        uptime: Duration,
        confirmed: Bool = false,
        wasSynchronised: Bool = false
    ) {
        (self.isSynchronised, self.hasHardwareClock, self.uptime) = (isSynchronised, hasHardwareClock, uptime)
        (self.confirmed, self.wasSynchronised) = (confirmed, wasSynchronised)
    }
}
