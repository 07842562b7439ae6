import AdhanCore

/// What came of asking a source for all that is wanted of it.
struct SourceReport: Sendable, Equatable {
    let source: SourceName
    /// When it was asked.
    let at: Instant
    /// The civil date of that moment on the mosque's wall, from which on it was asked.
    let asked: CivilDate
    /// What it has answered, a few words a period.
    var answers: [String] = []
    /// What could not be had or used.
    var faults: [String] = []
    /// What is not there yet, of a time that has not come.
    var absent: [String] = []
    /// What a person is to know although it is used.
    var warnings: [String] = []
    /// What is otherwise than before.
    var changes: [String] = []
    /// Whether its days, or where they come from, are others than before.
    var isNew = false
    /// How far its days reach, fresh or kept, seen from the day it was asked on; nil where it has none.
    var reach: TimetableReach?

    /// That its days come to an end before next year's, or next month's, are there, or have done so; nil where they do not.
    var ending: String? {
        guard let fault = reach?.fault(on: asked) else { return nil }
        return "\(source.rawValue) \(fault)" + (absent.first.map { "; \($0)" } ?? "")
    }

    /// When the times for the day it was asked on were last seen to be so; nil where it has none.
    var seenAt: Instant?

    /// Whether it is to be asked again soon.
    var isStale: Bool { !faults.isEmpty }
}
