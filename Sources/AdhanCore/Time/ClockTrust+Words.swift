extension ClockTrust {
    /// The reason as a sentence, and what to do if the clock is not trusted.
    ///
    /// - Parameters:
    ///   - zone: the mosque's zone, in which times are shown.
    ///   - now: the current reading of the clock.
    package func words(_ zone: ZoneRules, now: Instant) -> String {
        let reason = reason(zone, now: now)
        return isTrusted
            ? reason
            : "\(reason); connect the box to the network, or see that the clock is right and say so with 'adhand clock "
                + "confirm'"
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
            """
            the clock shows \(zone.formatted(now)), which is before \(zone.formatted(floor)), a time that has already \
            passed
            """
        case .untrusted(.startedRecently(let trustAfter)):
            """
            the clock is not known to be synchronised, and the machine started less than \
            \(DurationText.format(trustAfter)) ago; \
            its hardware clock is believed after that
            """
        case .untrusted(.noHardwareClock):
            """
            the clock is not known to be synchronised, and the machine has no hardware clock that kept the time while \
            it was \
            off
            """
        }
    }
}
