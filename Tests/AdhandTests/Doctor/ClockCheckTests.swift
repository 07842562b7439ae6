import AdhanTestSupport
import AdhanCore
import Testing

@testable import AdhanCaller
@testable import adhand

@Suite struct ClockCheckTests {
    private let now: Instant

    init() throws { now = try .utc("2026-11-21", 12) }

    private func judge(_ trust: ClockTrust, client: Bool = true, root: Bool = true, problems: [String] = []) -> Finding
    {
        let report = ClockReport(
            trust: trust,
            now: now,
            observation: ClockObservation(isSynchronised: nil, hasHardwareClock: false, uptime: .hours(1)),
            floor: now,
            evidence: [],
            problems: problems
        )
        return ClockCheck.finding(report, .utc, hasTimeClient: client, isRoot: root)
    }

    @Test(
        arguments: [
            .synchronised, .assumed(.configured), .assumed(.confirmed), .assumed(.synchronisedEarlier),
            .assumed(.hardwareClock),
        ] as [ClockTrust]
    )
    func `a trusted clock is in order, and says why`(trust: ClockTrust) {
        let finding = judge(trust)
        #expect(finding.isGood)
        #expect(finding.words == "\(trust.state): \(trust.reason(.utc, now: now))")
    }

    @Test func `an untrusted clock needs a network or a person`() {
        let finding = judge(.untrusted(.noHardwareClock))
        #expect(finding.words.hasPrefix("untrusted: "))
        #expect(finding.words.hasSuffix(". While that is so the daemon calls no prayer"))
        #expect(finding.advice?.hasPrefix("connect the box to the network") == true)
        #expect(finding.advice?.hasSuffix("if 2026-11-21T12:00:00+00:00 is right: sudo adhand clock confirm") == true)
    }

    @Test func `without a time client the advice is to install one`() {
        let finding = judge(.untrusted(.beforeFloor(now)), client: false)
        #expect(finding.advice?.hasPrefix("sudo apt install systemd-timesyncd") == true)
    }

    @Test func `a user who may not read the clock's files is told to run it as root`() {
        let finding = judge(.untrusted(.noHardwareClock), root: false, problems: ["clock-confirmed: Permission denied"])
        #expect(finding.advice == "look as root: sudo adhand doctor")
        #expect(finding.words == "it is not known whether the daemon trusts it: clock-confirmed: Permission denied")
        #expect(judge(.untrusted(.noHardwareClock), root: false).advice?.contains("adhand clock confirm") == true)
    }

    @Test func `an unusable file is reported`() {
        #expect(
            judge(.synchronised, problems: ["clock-floor: it is damaged"]).words.hasSuffix(
                "; clock-floor: it is damaged"
            )
        )
    }
}
