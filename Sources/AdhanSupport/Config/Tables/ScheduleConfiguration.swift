import AdhanCore

/// `[schedule]`: how late a prayer may still be called.
package struct ScheduleConfiguration: Sendable {
    package var grace: Duration = .minutes(5)

    package init(_ table: ConfigTable) {
        grace = table.duration("grace", in: .seconds(10)...(.minutes(30)), default: grace)
    }
}
