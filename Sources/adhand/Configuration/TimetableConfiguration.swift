import AdhanCore

/// `[timetable]`: whose times are called.
struct TimetableConfiguration: Sendable {
    /// The mosque's own file; nil where the times are calculated.
    var file: String?
    /// By which the file's times are written, where it does not say itself.
    var clock = FileClock.local
    var check = TimetableCheck.Policy.reject

    init(_ table: ConfigTable) {
        file = table.string("file")?.path
        clock = table.choice("clock", FileClock.allCases.map { ($0.rawValue, $0) })?.value ?? clock
        check = table.choice("check", TimetableCheck.Policy.allCases.map { ($0.rawValue, $0) })?.value ?? check
    }
}
