/// What one look at the machine's clock found.
package struct ClockObservation: Sendable, Hashable {
    /// Whether the clock is synchronised with a time server; nil if unknown.
    package var isSynchronised: Bool?
    package var hasHardwareClock: Bool
    /// Time since the machine's boot, suspends included.
    package var uptime: Duration
    /// Whether a person confirmed the clock since this boot, and it has not been set since.
    package var confirmed: Bool
    /// Whether the clock was synchronised earlier since this boot, and has not been set since.
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
