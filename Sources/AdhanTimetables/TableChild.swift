import AdhanCore
import AdhanSupport

/// The messages between the daemon and the child that recognises a table.
enum TableExchange {
    typealias Request = LimitedChild.Head<TableFacts>

    struct Answer: Codable {
        let written: WrittenTimetable?
        /// Why nothing in it can be used; nil if it can.
        let refusal: String?
        /// Optional, as all below, since the program of an earlier version gives none.
        let isUndecided: Bool?
        let remarks: [String]?
        let columns: [TableColumn]?
    }
}

/// The other side of `ChildTableReader`: a process that recognises one table and ends.
package enum TableChild {
    /// Reads a request from stdin and writes the answer to stdout. Returns EX_OK with an answer, whatever it says.
    package static func run(_ reader: some TableReader) -> Int32 {
        LimitedChild.run(limit: TimetableFile.sizeLimit) { (facts: TableFacts, bytes) in
            var (table, refusal): (ExaminedTable?, TimetableRefusal?)
            do throws(TimetableRefusal) {
                table = try reader.examine(bytes, facts)
            } catch {
                refusal = error
            }
            let answer = TableExchange.Answer(
                written: table?.written,
                refusal: refusal?.description,
                isUndecided: refusal?.isUndecided,
                remarks: table?.remarks,
                columns: table?.columns
            )
            // reason: without an answer there is the exit code
            return try? JSONText.bytes(of: answer)
        }
    }
}
