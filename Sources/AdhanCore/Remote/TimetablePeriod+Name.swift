extension TimetablePeriod {
    /// The placeholder for the year in the name of a file or an object.
    package static let yearMark = "{year}"

    /// Whether a name is this one, with a year of four digits in place of each `yearMark`.
    package static func name(_ name: String, fits pattern: String) -> Bool {
        let parts = pattern.split(separator: yearMark, omittingEmptySubsequences: false)
        guard parts.count > 1, let first = parts.first, name.hasPrefix(first) else { return name == pattern }
        let year = name.dropFirst(first.count).prefix(4)
        return year.utf8.count == 4 && year.utf8.allSatisfy { (0x30...0x39).contains($0) }
            && name == parts.joined(separator: String(year))
    }

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
