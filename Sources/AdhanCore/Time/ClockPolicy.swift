/// What the mosque has decided about its clock.
package struct ClockPolicy: Sendable, Hashable {
    package enum Trust: String, CaseIterable, Sendable, Hashable {
        /// As far as the machine gives reason to.
        case auto
        /// Whatever it shows.
        case always
    }

    package var trust: Trust
    /// How long after the boot a hardware clock is believed although no time server was reached: time enough for one to
    /// answer and to show the hardware clock wrong.
    package var trustAfter: Duration = .minutes(10)

    package init(trust: Trust = .auto) { self.trust = trust }
}
