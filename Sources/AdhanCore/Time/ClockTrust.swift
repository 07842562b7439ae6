/// Whether the wall clock may be believed, and why.
///
/// Where it may not, nothing is called and nothing is missed. Two values are equal as long as the reason is the same, so that
/// a change is worth telling.
package enum ClockTrust: Sendable, Hashable {
    case synchronised
    case assumed(AssumedReason)
    case untrusted(UntrustedReason)

    package enum AssumedReason: Sendable, Hashable {
        /// The config says so.
        case configured
        /// A person said so on this boot, and the clock has not been set since.
        case confirmed
        /// A time server set it on this boot, and it has not been set since.
        case synchronisedEarlier
        /// There is a hardware clock, and time enough has passed for a time server to correct it.
        case hardwareClock
    }

    package enum UntrustedReason: Sendable, Hashable {
        /// It shows a time before the last one that is known to have been.
        case beforeFloor(Instant)
        /// There is a hardware clock, but a time server may yet show it wrong.
        case startedRecently(trustAfter: Duration)
        /// Nothing has kept the time while the machine was off.
        case noHardwareClock
    }

    package var isTrusted: Bool {
        if case .untrusted = self { false } else { true }
    }

    /// The word for it on every surface.
    package var state: String {
        switch self {
        case .synchronised: "synchronised"
        case .assumed: "assumed"
        case .untrusted: "untrusted"
        }
    }

    /// - Parameters:
    ///   - observation: what was found at the last look.
    ///   - now: the wall clock that is in question.
    ///   - floor: the last time that is known to have been. It binds only a clock for which nobody answers, so that one visit
    ///     to 2098 poisons nothing.
    package static func judge(
        _ observation: ClockObservation,
        now: Instant,
        floor: Instant,
        policy: ClockPolicy
    ) -> ClockTrust {
        if policy.trust == .always { return .assumed(.configured) }
        if observation.isSynchronised == true { return .synchronised }
        if observation.confirmed { return .assumed(.confirmed) }
        // Without this a box with no hardware clock would fall silent nine hours after its network: by then the kernel does
        // not call its clock synchronised any more, though it drifts by seconds a day.
        if observation.wasSynchronised { return .assumed(.synchronisedEarlier) }
        if now < floor { return .untrusted(.beforeFloor(floor)) }
        guard observation.hasHardwareClock else { return .untrusted(.noHardwareClock) }
        return observation.uptime >= policy.trustAfter
            ? .assumed(.hardwareClock) : .untrusted(.startedRecently(trustAfter: policy.trustAfter))
    }
}
