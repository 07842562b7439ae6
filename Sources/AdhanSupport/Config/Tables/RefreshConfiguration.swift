import AdhanCore

/// `[refresh]`: when the timetable is loaded again.
package struct RefreshConfiguration: Sendable, Equatable {
    package var plan = RefreshPlan()
    /// The maximum delay before a box of a fleet asks a server.
    package var spread: Duration = .minutes(5)

    package init(_ table: ConfigTable) {
        plan.afterIsha = table.duration("after_isha", in: .zero...(.hours(6)), default: plan.afterIsha)
        // Any later, and the day would begin with the previous day's times.
        plan.rollover = table.clock("at", in: 0...(6 * 3600), default: plan.rollover)
        spread = table.duration("spread", in: .zero...(.hours(1)), default: spread)
    }
}
