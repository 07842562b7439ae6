import AdhanCore
import Glibc

/// A child process for bytes of somebody else, with limits on its memory and its time: they must not break the process
/// that got them. It is given a line of JSON, a `Head`, and behind it the bytes; it gives its answer.
package enum LimitedChild {
    package struct Head<Facts: Codable & Sendable>: Codable, Sendable {
        /// The process that asks. The child does not outlive it.
        package let parent: Int32
        /// The most writable memory of the child, in bytes.
        package let memory: Int
        /// The most CPU time of the child.
        package let seconds: Int
        package let facts: Facts

        package init(parent: Int32, memory: Int, seconds: Int, facts: Facts) {
            (self.parent, self.memory, self.seconds, self.facts) = (parent, memory, seconds, facts)
        }
    }

    /// A head without facts.
    package struct NoFacts: Codable, Sendable { package init() {} }

    /// A zone has some 30 kB.
    private static let headLimit = 1 << 20

    /// In the child: reads a request from stdin, and writes the answer to stdout.
    ///
    /// - Parameters:
    ///   - limit: the most bytes behind the head.
    ///   - answer: nil where there is none.
    /// - Returns: its exit code; EX_OK with an answer, whatever it says.
    package static func run<Facts: Codable & Sendable>(
        limit: Int,
        _ answer: (Facts, [UInt8]) -> [UInt8]?
    ) -> Int32 {
        var (line, bytes) = ([UInt8](), [UInt8]())
        var block = [UInt8](repeating: 0, count: 1 << 16)
        var head: Head<Facts>?
        while true {
            let count = Glibc.read(STDIN_FILENO, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            let part = block.prefix(count)
            guard head == nil else {
                bytes += part
                guard bytes.count <= limit else { return EX_USAGE }
                continue
            }
            let end = part.firstIndex(of: 0x0A)
            line += part[..<(end ?? part.endIndex)]
            guard line.count <= headLimit else { return EX_USAGE }
            guard let end else { continue }
            // reason: whoever asks in another way gets the exit code
            head = try? JSONText.decode(Head<Facts>.self, from: line)
            guard let head, OwnProcess.endWithParent(head.parent) else { return EX_USAGE }
            OwnProcess.lower(memory: head.memory, seconds: head.seconds)
            // A buffer that grows needs the old and the new one at once.
            bytes.reserveCapacity(min(limit, head.memory / 2))
            bytes += part[(end + 1)...]
            guard bytes.count <= limit else { return EX_USAGE }
        }
        guard let head else { return EX_USAGE }
        guard let output = answer(head.facts, bytes) else { return EX_SOFTWARE }
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
