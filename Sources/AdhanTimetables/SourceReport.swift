import AdhanCore

/// The result of asking a source for all its periods.
package struct SourceReport: Sendable, Equatable {
    package let source: SourceName
    package let at: Instant
    /// The mosque date at that moment, the first date that was asked for.
    package let asked: CivilDate
    /// Its answers, a few words per period.
    package var answers: [String] = []
    /// What could not be fetched or used.
    package var faults: [String] = []
    /// Future periods that are not available yet.
    package var absent: [String] = []
    package var warnings: [String] = []
    package var remarks: [String] = []
    package var changes: [String] = []
    /// Whether its days, or their origin, differ from before.
    package var isNew = false
    /// How far its days reach, fresh or cached, seen from `asked`; nil if it has none.
    package var reach: TimetableReach?

    /// A message if its days end, or have ended, before the next year's or month's are available; otherwise nil.
    package var ending: String? {
        guard let fault = reach?.fault(on: asked) else { return nil }
        return "\(source.rawValue) \(fault)" + (absent.first.map { "; \($0)" } ?? "")
    }

    /// When the times for `asked` were last confirmed; nil if it has none.
    package var seenAt: Instant?

    /// Whether it is to be asked again soon.
    package var isStale: Bool { !faults.isEmpty }
}
