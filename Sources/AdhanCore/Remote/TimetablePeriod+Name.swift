extension TimetablePeriod {
    /// Stands for the year in the name of a file or an object.
    package static let yearMark = "{year}"

    /// The period of a `name`, as it stands in a file or in the name of one.
    ///
    /// - Returns: nil where no year and no month is called so.
    package static func named(_ name: String) -> TimetablePeriod? {
        for (first, period) in [(name + "-01-01", year(of:)), (name + "-01", month(of:))] {
            // That it is no date is all there is to say.
            if let date = try? CivilDate(first) { return period(date) }  // reason: see above
        }
        return nil
    }
}
