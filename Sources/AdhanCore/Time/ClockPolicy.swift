/// The mosque's settings for trusting the clock.
package struct ClockPolicy: Sendable, Hashable {
    package enum Trust: String, CaseIterable, Sendable, Hashable {
        /// Trust it if the machine gives reason to.
        case auto
        /// Always trust it.
        case always
    }

    package var trust: Trust
    /// The uptime after which a hardware clock is trusted although no time server was reached. Until then a time server
    /// may still answer and show that the hardware clock is wrong.
    package var trustAfter: Duration = .minutes(10)

    package init(trust: Trust = .auto) { self.trust = trust }
}
