import AdhanCore

/// `[schedule]`: when a prayer is too late to be called.
struct ScheduleConfiguration: Sendable {
    var grace: Duration = .minutes(5)

    init(_ table: ConfigTable) {
        grace = table.duration("grace", in: .seconds(10)...(.minutes(30)))?.value ?? grace
    }
}
