/// What a person or the surroundings of a file say about a table that does not say it itself.
package struct TableHints: Sendable, Hashable, Codable {
    /// The year that is wanted; nil if the file decides.
    package var year: Int?
    /// The year that the rest of its workbook has, for a sheet that does not say its own; nil if none or several.
    package var yearOfWorkbook: Int?
    /// The columns that a person has named: `fajr` is the third, or the one headed `Dawn`.
    package var columns: [String: String]
    /// The file's name, which may have a month and a year.
    package var name: String
    /// The years around this date are tried for a table without one; nil if none is.
    package var today: CivilDate?

    package static let none = TableHints()

    package init(year: Int? = nil, columns: [String: String] = [:], name: String = "", today: CivilDate? = nil) {
        (self.year, self.columns, self.name, self.today) = (year, columns, name, today)
    }
}
