import Foundation
import Glibc
import Synchronization

/// A directory for one test's files. It is removed when the process of the tests ends: bound to the lifetime of a value
/// it would disappear with that value's last use, while a test may still use a path in it.
package final class TestDirectory: Sendable {
    package let path: String

    /// - Parameter parent: the folder in which it is created; by default TMPDIR, otherwise /tmp.
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
        // Nobody could be told about a failure.
        _ = try? ChildProcess(["rm", "-rf"] + paths).wait()
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    /// Makes a folder of it, or itself, a mirror's: one that `adhand mirror` has taken.
    package func makeMirror(_ name: String = ".") throws {
        try FileManager.default.createDirectory(
            atPath: file("\(name)/.adhand-mirror"),
            withIntermediateDirectories: true
        )
    }

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

    /// - Returns: the contents of the file; empty if there is none.
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
