import AdhanCore
import AdhanSupport
import Glibc

/// The messages between the daemon and the child that recognises a table: the child gets a line of JSON, a `Request`,
/// and behind it the table's bytes; it gives an `Answer` as JSON.
enum TableExchange {
    struct Request: Codable, Sendable {
        /// The process that asks. The child does not outlive it.
        let parent: Int32
        /// The most writable memory of the child, in bytes.
        let memory: Int
        /// The most CPU time of the child.
        let seconds: Int
        let facts: TableFacts
    }

    struct Answer: Codable {
        let written: WrittenTimetable?
        /// Why nothing in it can be used; nil if it can.
        let refusal: String?
    }
}

/// The other side of `ChildTableReader`: a process that recognises one table and ends.
package enum TableChild {
    /// A zone has some 30 kB.
    private static let headLimit = 1 << 20

    /// Reads a request from stdin and writes the answer to stdout. Returns EX_OK with an answer, whatever it says.
    package static func run(_ reader: some TableReader) -> Int32 {
        var input: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        var request: TableExchange.Request?
        var start = 0
        while true {
            let count = Glibc.read(STDIN_FILENO, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            input += block.prefix(count)
            if request == nil, let end = input.firstIndex(of: 0x0A) {
                // reason: whoever asks in another way gets the exit code
                request = try? JSONText.decode(TableExchange.Request.self, from: Array(input[..<end]))
                start = end + 1
                guard let request, OwnProcess.endWithParent(request.parent) else { return EX_USAGE }
                OwnProcess.lower(memory: request.memory, seconds: request.seconds)
            }
            let limit = request == nil ? headLimit : start + TimetableFile.sizeLimit
            guard input.count <= limit else { return EX_USAGE }
        }
        guard let request else { return EX_USAGE }
        var (written, refusal): (WrittenTimetable?, String?)
        do throws(TimetableRefusal) {
            written = try reader.read(Array(input[start...]), request.facts)
        } catch {
            refusal = error.description
        }
        let answer = TableExchange.Answer(written: written, refusal: refusal)
        // reason: without an answer there is the exit code
        guard let output = try? JSONText.bytes(of: answer) else { return EX_SOFTWARE }
        return write(output) ? EX_OK : EX_IOERR
    }

    private static func write(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }
}
