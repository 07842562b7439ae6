import AdhanCore

/// `[clock]`: when the box's clock is trusted.
package struct ClockConfiguration: Sendable {
    package var policy = ClockPolicy()

    package init(_ table: ConfigTable) {
        policy.trust = table.choice("trust", default: policy.trust)
        policy.trustAfter = table.duration("trust_after", in: .zero...(.hours(24)), default: policy.trustAfter)
    }
}
