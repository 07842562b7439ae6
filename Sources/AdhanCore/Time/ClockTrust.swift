/// Whether the wall clock is trusted, and why.
///
/// While it is not, nothing is called and nothing is missed. Two values are equal if their reasons are, so a change is
/// worth reporting.
package enum ClockTrust: Sendable, Hashable {
    case synchronised
    case assumed(AssumedReason)
    case untrusted(UntrustedReason)

    package enum AssumedReason: Sendable, Hashable {
        /// The config says so.
        case configured
        /// A person confirmed it since this boot, and it has not been set since.
        case confirmed
        /// A time server set it since this boot, and it has not been set since.
        case synchronisedEarlier
        /// There is a hardware clock, and a time server had enough time to correct it.
        case hardwareClock
    }

    package enum UntrustedReason: Sendable, Hashable {
        /// It shows a time before the latest one known to have passed.
        case beforeFloor(Instant)
        /// There is a hardware clock, but a time server may still show that it is wrong.
        case startedRecently(trustAfter: Duration)
        /// Nothing kept the time while the machine was off.
        case noHardwareClock
    }

    package var isTrusted: Bool {
        if case .untrusted = self { false } else { true }
    }

    /// The word for it in all output.
    package var state: String {
        switch self {
        case .synchronised: "synchronised"
        case .assumed: "assumed"
        case .untrusted: "untrusted"
        }
    }

    /// - Parameters:
    ///   - observation: the result of the last look.
    ///   - now: the wall clock in question.
    ///   - floor: the latest time known to have passed. It only restricts a clock that nothing vouches for, so a clock
    ///     that once showed 2098 does no lasting harm.
    package static func judge(
        _ observation: ClockObservation,
        now: Instant,
        floor: Instant,
        policy: ClockPolicy
    ) -> ClockTrust {
        if policy.trust == .always { return .assumed(.configured) }
        if observation.isSynchronised == true { return .synchronised }
        if observation.confirmed { return .assumed(.confirmed) }
        // Without this, a box without a hardware clock would fall silent nine hours after losing its network: the
        // kernel then no longer calls the clock synchronised, though it drifts only by seconds a day.
        if observation.wasSynchronised { return .assumed(.synchronisedEarlier) }
        if now < floor { return .untrusted(.beforeFloor(floor)) }
        guard observation.hasHardwareClock else { return .untrusted(.noHardwareClock) }
        return observation.uptime >= policy.trustAfter
            ? .assumed(.hardwareClock) : .untrusted(.startedRecently(trustAfter: policy.trustAfter))
    }
}
