import Foundation
import Glibc
import Synchronization

/// A directory for one test's files. It goes away when the tests' process ends: tied to the life of a value it would go
/// with that value's last use, under the feet of a test that only kept a path.
package final class TestDirectory: Sendable {
    package let path: String

    /// - Parameter parent: where it is made; TMPDIR, where it is set, or /tmp unless said.
    package init(in parent: String = TestDirectory.parent) throws {
        var template = Array("\(parent)/adhan-test-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw ChildProcess.Failure(description: "mkdtemp: error \(errno)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        Self.made.withLock { made in
            if made.isEmpty { atexit { TestDirectory.removeAll() } }
            made.append(path)
        }
    }

    package static let parent = ProcessInfo.processInfo.environment["TMPDIR"] ?? "/tmp"

    private static let made = Mutex<[String]>([])

    private static func removeAll() {
        let paths = made.withLock { $0 }
        // Nobody is left to tell.
        _ = try? ChildProcess(["rm", "-rf"] + paths).wait()
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        let path = file(name)
        guard let stream = fopen(path, "w") else { throw ChildProcess.Failure(description: "\(path): error \(errno)") }
        let written = fwrite(bytes, 1, bytes.count, stream)
        guard fclose(stream) == 0, written == bytes.count else {
            throw ChildProcess.Failure(description: "\(path): error \(errno)")
        }
        return path
    }

    /// - Returns: what the file holds; nothing where there is none.
    package static func bytes(of path: String) -> [UInt8] {
        guard let stream = fopen(path, "r") else { return [] }
        defer { fclose(stream) }
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = fread(&block, 1, block.count, stream)
            if count == 0 { return bytes }
            bytes.append(contentsOf: block.prefix(count))
        }
    }

    package static func size(of path: String) -> Int {
        var status = stat()
        return stat(path, &status) == 0 ? Int(status.st_size) : 0
    }
}
