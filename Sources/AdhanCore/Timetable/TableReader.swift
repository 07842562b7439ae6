/// Reads a table whose format is not known: its columns have to be recognised.
package protocol TableReader: Sendable {
    /// It may block, for minutes at most. `bytes`: the whole file; the caller limits its size. Throws
    /// `TimetableRefusal.unrecognised` if nothing in it can be used, `unread` if its reader failed.
    func read(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> WrittenTimetable
}

/// What is known of a table beside its bytes.
package struct TableFacts: Sendable, Hashable, Codable {
    package let coordinates: Coordinates
    package let zone: ZoneRules
    /// The clock that its times are in, if the table itself does not say.
    package let clock: FileClock
    /// Whose Asr is used if the table has both.
    package let madhab: Madhab
    package var hints: TableHints

    package init(_ calculator: PrayerCalculator, _ clock: FileClock, _ hints: TableHints) {
        (coordinates, zone, madhab) = (calculator.coordinates, calculator.zone, calculator.madhab)
        (self.clock, self.hints) = (clock, hints)
    }

    /// For the place and its zone. Columns are told apart by the sun, whatever the method.
    package var calculator: PrayerCalculator {
        PrayerCalculator(coordinates: coordinates, zone: zone, method: .mwl, madhab: madhab)
    }
}

/// The facts about a table that stand outside of it: from a person, or from the file's name and folder.
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
