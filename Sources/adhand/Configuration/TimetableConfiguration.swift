import AdhanCore

/// `[timetable]`: whose times are called.
struct TimetableConfiguration: Sendable {
    /// The mosque's own file; nil where the times are calculated.
    var file: String?
    var check = TimetableCheck.Policy.reject

    init(_ table: ConfigTable) {
        file = table.string("file")?.path
        check = table.choice("check", TimetableCheck.Policy.allCases.map { ($0.rawValue, $0) })?.value ?? check
    }
}
