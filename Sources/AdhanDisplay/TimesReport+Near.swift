import AdhanControl

extension TimesReport {
    /// How many days a page gets, from yesterday on.
    private static let nearDays = 9

    /// The days that a page needs.
    var near: TimesReport {
        var near = self
        near.days = Array(days.prefix(Self.nearDays))
        return near
    }
}
