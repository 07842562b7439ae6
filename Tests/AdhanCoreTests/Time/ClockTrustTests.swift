import AdhanTestSupport
import AdhanCore
import Testing

@Suite struct ClockTrustTests {
    private let floor: Instant
    private let now: Instant
    private var policy = ClockPolicy()
    /// A box with a hardware clock and a long uptime that no time server has answered.
    private var observation = ClockObservation(isSynchronised: false, hasHardwareClock: true, uptime: .hours(3))

    init() throws {
        floor = try .utc("2026-11-21", 0)
        now = try .utc("2027-01-01", 12)
    }

    private func trust(at moment: Instant? = nil) -> ClockTrust {
        .assess(observation, now: moment ?? now, floor: floor, policy: policy)
    }

    @Test mutating func `a synchronised clock is trusted, whatever it shows`() {
        observation = ClockObservation(isSynchronised: true, hasHardwareClock: false, uptime: .zero)
        #expect(trust() == .synchronised && trust(at: Instant(seconds: 0)) == .synchronised)
    }

    @Test mutating func `the config can make the clock always trusted`() {
        policy.trust = .always
        observation = ClockObservation(isSynchronised: nil, hasHardwareClock: false, uptime: .zero)
        #expect(trust(at: Instant(seconds: 0)) == .assumed(.configured))
        observation.isSynchronised = true
        #expect(trust() == .assumed(.configured))
    }

    @Test(arguments: [false, nil])
    mutating func `a hardware clock is trusted once a time server has had time to answer`(synchronised: Bool?) {
        observation.isSynchronised = synchronised
        observation.uptime = .minutes(10) - .seconds(1)
        #expect(trust() == .untrusted(.startedRecently(trustAfter: .minutes(10))))
        observation.uptime = .minutes(10)
        #expect(trust() == .assumed(.hardwareClock))
        policy.trustAfter = .zero
        observation.uptime = .zero
        #expect(trust() == .assumed(.hardwareClock))
    }

    @Test mutating func `without a hardware clock, uptime does not make it trusted`() {
        observation.hasHardwareClock = false
        observation.uptime = .days(30)
        #expect(trust() == .untrusted(.noHardwareClock))
        observation.isSynchronised = nil
        #expect(trust() == .untrusted(.noHardwareClock))
    }

    @Test func `an unsynchronised clock before the floor is wrong`() {
        #expect(trust(at: floor - .microseconds(1)) == .untrusted(.beforeFloor(floor)))
        #expect(trust(at: floor) == .assumed(.hardwareClock))
    }

    @Test mutating func `a person's confirmation overrides the floor and a missing hardware clock`() {
        observation = ClockObservation(isSynchronised: nil, hasHardwareClock: false, uptime: .zero, confirmed: true)
        #expect(trust() == .assumed(.confirmed) && trust(at: floor - .days(300)) == .assumed(.confirmed))
    }

    @Test mutating func `a clock that was synchronised on this boot stays trusted when the network goes`() {
        observation.hasHardwareClock = false
        observation.wasSynchronised = true
        #expect(trust() == .assumed(.synchronisedEarlier))
        // A wrong time server set the floor in the future; the next one corrected the clock.
        #expect(trust(at: floor - .days(1)) == .assumed(.synchronisedEarlier))
    }

    @Test func `each verdict has its word`() {
        let verdicts = [ClockTrust.synchronised, .assumed(.hardwareClock), .untrusted(.noHardwareClock)]
        #expect(verdicts.map(\.state) == ["synchronised", "assumed", "untrusted"])
        #expect(verdicts.map(\.isTrusted) == [true, true, false])
    }
}
