/// Reads a table whose format is not known: its columns have to be recognised.
package protocol TableReader: Sendable {
    /// It may block, for minutes at most.
    ///
    /// - Parameter bytes: the whole file; the caller limits its size.
    /// - Throws: `TimetableRefusal.unrecognised` if nothing in it can be used, `unread` if its reader failed.
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
    package let hints: TableHints

    package init(_ calculator: PrayerCalculator, _ clock: FileClock, _ hints: TableHints) {
        (coordinates, zone, madhab) = (calculator.coordinates, calculator.zone, calculator.madhab)
        (self.clock, self.hints) = (clock, hints)
    }

    /// For the place and its zone. Columns are told apart by the sun, whatever the method.
    package var calculator: PrayerCalculator {
        PrayerCalculator(coordinates: coordinates, zone: zone, method: .mwl, madhab: madhab)
    }
}
