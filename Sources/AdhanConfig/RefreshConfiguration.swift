import AdhanCore

/// `[refresh]`: when the timetable is asked for anew.
package struct RefreshConfiguration: Sendable, Equatable {
    package var plan = RefreshPlan()
    /// The longest that a box of a fleet waits until it asks.
    package var spread: Duration = .minutes(5)

    package init(_ table: ConfigTable) {
        plan.afterIsha = table.duration("after_isha", in: .zero...(.hours(6)))?.value ?? plan.afterIsha
        // Later the day would have begun with the times of the day before.
        plan.rollover = table.clock("at", in: 0...(6 * 3600))?.value ?? plan.rollover
        spread = table.duration("spread", in: .zero...(.hours(1)))?.value ?? spread
    }
}
