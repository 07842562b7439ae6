import AdhanControl
import AdhanCore

extension TimesReport {
    /// How many days a page gets, from yesterday on.
    private static let nearDays = 9

    /// The days that a page needs.
    var near: TimesReport {
        var near = self
        near.days = Array(days.prefix(Self.nearDays))
        return near
    }

    /// Without the days that are not called either: where no place is set, they are another place's.
    func without(_ withheld: WithheldSources?) -> TimesReport {
        guard let withheld else { return self }
        let names = Set(withheld.sources.map(\.rawValue))
        var shown = self
        shown.days = days.filter { !names.contains($0.source) }
        return shown
    }
}
