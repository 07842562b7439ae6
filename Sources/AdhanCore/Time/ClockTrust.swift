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
    ///   - floor: the latest time known to have passed. It only restricts a clock that nothing vouches for, so a clock
    ///     that once showed 2098 does no lasting harm.
    package static func assess(
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

    /// The reason as a sentence, and what to do if the clock is not trusted.
    ///
    /// - Parameters:
    ///   - zone: the mosque's zone, in which times are shown.
    package func words(_ zone: ZoneRules, now: Instant) -> String {
        fault(zone, now: now).map { "\($0.sentence); \($0.remedy)" } ?? reason(zone, now: now)
    }

    /// Nil where the clock is trusted.
    package func fault(_ zone: ZoneRules, now: Instant) -> Fault? {
        guard case .untrusted(let why) = self else { return nil }
        let meaning: Fault.Meaning =
            switch why {
            case .beforeFloor: .clockPast
            case .startedRecently: .clockStarting
            case .noHardwareClock: .clockUnset
            }
        return Fault(meaning, detail: reason(zone, now: now))
    }

    /// The reason, as a sentence.
    package func reason(_ zone: ZoneRules, now: Instant) -> String {
        switch self {
        case .synchronised:
            "the clock is synchronised with a time server"
        case .assumed(.configured):
            "the config says to trust the clock always ([clock] trust = \"always\")"
        case .assumed(.confirmed):
            "a person confirmed the clock since the machine started, and it has not been set since"
        case .assumed(.synchronisedEarlier):
            "the clock was synchronised since the machine started, and has not been set since; no time server answers "
                + "now"
        case .assumed(.hardwareClock):
            "the clock is not known to be synchronised, but the machine has a hardware clock and no time server has "
                + "corrected it"
        case .untrusted(.beforeFloor(let floor)):
            "the clock shows \(zone.formatted(now)), which is before \(zone.formatted(floor)), a time that has already "
                + "passed"
        case .untrusted(.startedRecently(let trustAfter)):
            "the clock is not known to be synchronised, and the machine started less than "
                + "\(DurationText.format(trustAfter)) ago; its hardware clock is believed after that"
        case .untrusted(.noHardwareClock):
            "the clock is not known to be synchronised, and the machine has no hardware clock that kept the time while "
                + "it was off"
        }
    }
}

/// The mosque's settings for trusting the clock.
package struct ClockPolicy: Sendable, Hashable {
    package enum Trust: String, CaseIterable, Sendable, Hashable {
        /// Trust it if the machine gives reason to.
        case auto
        case always
    }

    package var trust: Trust
    /// The uptime after which a hardware clock is trusted although no time server was reached. Until then a time server
    /// may still answer and show that the hardware clock is wrong.
    package var trustAfter: Duration = .minutes(10)

    package init(trust: Trust = .auto) { self.trust = trust }
}

/// The facts of one reading of the machine's clock.
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
