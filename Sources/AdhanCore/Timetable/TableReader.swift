/// Reads a table whose format is not known: its columns have to be recognised.
package protocol TableReader: Sendable {
    /// It may block, for minutes at most. `bytes`: the whole file; the caller limits its size. Throws
    /// `TimetableRefusal.unrecognised` or `undecided` if nothing in it can be used, `unread` if its reader failed.
    func read(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> WrittenTimetable

    /// Reads as `read`, and tells what a person needs to judge the reading.
    func examine(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> ExaminedTable
}

extension TableReader {
    package func examine(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> ExaminedTable {
        ExaminedTable(written: try read(bytes, facts), remarks: [], columns: [])
    }
}

/// A table as its reader understood it.
package struct ExaminedTable: Sendable {
    package let written: WrittenTimetable
    /// The meaning of its columns, and what is unusual about them, a sentence each; empty for a known format.
    package let remarks: [String]
    /// Empty for a known format.
    package let columns: [TableColumn]

    package init(written: WrittenTimetable, remarks: [String], columns: [TableColumn]) {
        (self.written, self.remarks, self.columns) = (written, remarks, columns)
    }
}

package struct TableColumn: Sendable, Hashable, Codable {
    /// The sheet's name; empty if it has none.
    package let sheet: String
    /// 1-based, as in `TableHints.columns`.
    package let number: Int
    /// Empty if it has none.
    package let heading: String
    /// Its first cell that is not empty.
    package let sample: String
    /// The keys of the values it was taken for, as in `TableHints.columns`, or `date`; empty if it is not used.
    package let keys: [String]

    package init(sheet: String, number: Int, heading: String, sample: String, keys: [String]) {
        (self.sheet, self.number, self.heading, self.sample, self.keys) = (sheet, number, heading, sample, keys)
    }
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
