import AdhanCore

/// `[clock]`: when the box's clock is believed.
struct ClockConfiguration: Sendable {
    var policy = ClockPolicy()

    init(_ table: ConfigTable) {
        policy.trust =
            table.choice("trust", ClockPolicy.Trust.allCases.map { ($0.rawValue, $0) })?.value ?? policy.trust
        policy.trustAfter = table.duration("trust_after", in: .zero...(.hours(24)))?.value ?? policy.trustAfter
    }
}
