import Foundation
import Synchronization

/// A server of Tests/Servers, controlled by lines of text. It ends with this process, when its input is closed.
final class ServerProcess: Sendable {
    private let ends: Mutex<(orders: FileHandle, answers: FileHandle)>

    static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// - Parameter arguments: the program, as a path or a name in PATH, and its arguments; run in Tests/Servers.
    init(_ arguments: [String]) throws {
        // Writing to a dead server must be an error, not a signal.
        signal(SIGPIPE, SIG_IGN)
        let (process, orders, answers) = (Process(), Pipe(), Pipe())
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = arguments
        process.currentDirectoryURL = Self.root.appending(path: "Tests/Servers")
        (process.standardInput, process.standardOutput) = (orders, answers)
        try process.run()
        ends = Mutex((orders.fileHandleForWriting, answers.fileHandleForReading))
    }

    /// Waits for the next line that it prints.
    func line() throws -> String { try ends.withLock { try Self.line($0.answers) } }

    /// Sends a line and waits for the answer.
    func order(_ text: String) throws -> String {
        try ends.withLock { ends in
            try ends.orders.write(contentsOf: Data((text + "\n").utf8))
            return try Self.line(ends.answers)
        }
    }

    private static func line(_ handle: FileHandle) throws -> String {
        var bytes: [UInt8] = []
        while true {
            guard let byte = try handle.read(upToCount: 1)?.first else {
                throw ServerFault("a server of Tests/Servers ended before it answered")
            }
            if byte == 0x0A { return String(decoding: bytes, as: UTF8.self) }
            bytes.append(byte)
        }
    }
}

/// Why a server of Tests/Servers is not available.
package struct ServerFault: Error, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
