import AdhanCore

/// Recognises tables in this process.
package struct DocumentReader: TableReader {
    package init() {}

    package func read(_ bytes: [UInt8], _ facts: TableFacts) throws(TimetableRefusal) -> WrittenTimetable {
        do throws(ImportRefusal) {
            return try TimetableDocument(bytes, facts.calculator, clock: facts.clock, madhab: facts.madhab, facts.hints)
                .written
        } catch {
            throw .unrecognised("\(error)")
        }
    }
}
