import AdhanCore

/// What came of asking a source for all that is wanted of it.
package struct SourceReport: Sendable, Equatable {
    package let source: SourceName
    /// When it was asked.
    package let at: Instant
    /// The civil date of that moment on the mosque's wall, from which on it was asked.
    package let asked: CivilDate
    /// What it has answered, a few words a period.
    package var answers: [String] = []
    /// What could not be had or used.
    package var faults: [String] = []
    /// What is not there yet, of a time that has not come.
    package var absent: [String] = []
    /// What a person is to know although it is used.
    package var warnings: [String] = []
    /// What is otherwise than before.
    package var changes: [String] = []
    /// Whether its days, or where they come from, are others than before.
    package var isNew = false
    /// How far its days reach, fresh or kept, seen from the day it was asked on; nil where it has none.
    package var reach: TimetableReach?

    /// That its days come to an end before next year's, or next month's, are there, or have done so; nil where they do not.
    package var ending: String? {
        guard let fault = reach?.fault(on: asked) else { return nil }
        return "\(source.rawValue) \(fault)" + (absent.first.map { "; \($0)" } ?? "")
    }

    /// When the times for the day it was asked on were last seen to be so; nil where it has none.
    package var seenAt: Instant?

    /// Whether it is to be asked again soon.
    package var isStale: Bool { !faults.isEmpty }
}
