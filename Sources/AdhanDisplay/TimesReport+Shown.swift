import AdhanSupport
import AdhanCore

extension TimesReport {
    /// How many days a page gets, from yesterday on.
    private static let nearDays = 9

    /// The days that a page needs on that day: a daemon that is gone may have told them weeks ago.
    func near(_ today: CivilDate) -> TimesReport {
        let yesterday = today.adding(days: -1).description
        var near = self
        near.days = Array(days.drop { $0.date < yesterday }.prefix(Self.nearDays))
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
