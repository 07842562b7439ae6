import AdhanCore

/// `[clock]`: when the box's clock is believed.
struct ClockConfiguration: Sendable {
    /// Always, so far: `auto` silences a box that nobody vouches for, and becomes the default when that has been proven on real ones.
    var policy = ClockPolicy(trust: .always)

    init(_ table: ConfigTable) {
        policy.trust =
            table.choice("trust", ClockPolicy.Trust.allCases.map { ($0.rawValue, $0) })?.value ?? policy.trust
        policy.trustAfter = table.duration("trust_after", in: .zero...(.hours(24)))?.value ?? policy.trustAfter
    }
}
