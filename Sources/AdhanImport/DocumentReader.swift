import AdhanCore

/// Recognises tables in this process.
package struct DocumentReader: TableReader {
    package init() {}

    package func read(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> WrittenTimetable {
        try examine(bytes, facts).written
    }

    package func examine(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> ExaminedTable {
        do throws(ImportRefusal) {
            let (clock, madhab) = (facts.clock, facts.madhab)
            let found = try TimetableDocument(bytes, facts.calculator, clock: clock, madhab: madhab, facts.hints)
            return ExaminedTable(written: found.written, remarks: found.remarks, columns: found.columns)
        } catch {
            let isUndecided = error.isOfTable && error != .placeNeeded
            throw isUndecided ? .undecided("\(error)") : .unrecognised("\(error)")
        }
    }
}
