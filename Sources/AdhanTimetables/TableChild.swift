import AdhanCore
import AdhanSupport

/// The messages between the daemon and the child that recognises a table.
enum TableExchange {
    typealias Request = LimitedChild.Head<TableFacts>

    struct Answer: Codable {
        let written: WrittenTimetable?
        /// Why nothing in it can be used; nil if it can.
        let refusal: String?
    }
}

/// The other side of `ChildTableReader`: a process that recognises one table and ends.
package enum TableChild {
    /// Reads a request from stdin and writes the answer to stdout. Returns EX_OK with an answer, whatever it says.
    package static func run(_ reader: some TableReader) -> Int32 {
        LimitedChild.run(limit: TimetableFile.sizeLimit) { (facts: TableFacts, bytes) in
            var (written, refusal): (WrittenTimetable?, String?)
            do throws(TimetableRefusal) {
                written = try reader.read(bytes, facts)
            } catch {
                refusal = error.description
            }
            // reason: without an answer there is the exit code
            return try? JSONText.bytes(of: TableExchange.Answer(written: written, refusal: refusal))
        }
    }
}
