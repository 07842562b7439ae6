extension TimetablePeriod {
    /// The placeholder for the year in the name of a file or an object.
    package static let yearMark = "{year}"

    /// The period with this `name`, for example from the name of a file.
    ///
    /// - Returns: nil if it names no year and no month.
    package static func named(_ name: String) -> TimetablePeriod? {
        for (first, period) in [(name + "-01-01", year(of:)), (name + "-01", month(of:))] {
            // A text that is no date is no period.
            if let date = try? CivilDate(first) { return period(date) }  // reason: see above
        }
        return nil
    }
}
