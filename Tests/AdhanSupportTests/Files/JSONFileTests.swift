import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@Suite struct JSONFileTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func status(_ name: String) -> stat {
        var status = stat()
        _ = lstat(directory.file(name), &status)
        return status
    }

    @Test func `a file that is as it should be is not written again, but closed to others again`() throws {
        let file = JSONFile<[String]>(directory.file("texts.json"), limit: 1000, mode: 0o600)
        func look() -> stat { status("texts.json") }
        try file.save(["secret"])
        let first = look()
        #expect(first.st_mode & 0o777 == 0o600 && chmod(directory.file("texts.json"), 0o644) == 0)
        try file.save(["secret"])
        #expect(look().st_mode & 0o777 == 0o600 && look().st_ino == first.st_ino)
        try file.save(["other"])
        #expect(look().st_ino != first.st_ino)
    }

    /// A row, with its bytes as an older version had them.
    private struct Row<Bytes: Codable>: Codable {
        var path = "/srv/mosque/é.csv"
        var latitude = 53.6097
        var readAt: Int64 = 1_764_180_485_123_456
        var value: String?
        var congregations = ["fajr": [330, 345]]
        let content: Bytes
    }

    @Test func `a file has the bytes that Foundation wrote, and reads them`() throws {
        let path = directory.file("timetable.json")
        let content = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        let old = Array(try encoder.encode([Row(content: Data(content))]))
        let file = JSONFile<[Row<Base64>]>(path, limit: 10_000)
        try file.save([Row(content: Base64(content))])
        #expect(try TestDirectory.bytes(of: path) == old && file.load { "\($0)" }?.first?.content.bytes == content)
        // It is not written again.
        try directory.write(old, to: "timetable.json")
        let before = status("timetable.json")
        try file.save([Row(content: Base64(content))])
        #expect(before.st_ino == status("timetable.json").st_ino)
    }

    @Test func `whatever is no such JSON is kept beside the file that replaces it`() throws {
        let path = directory.file("settings.json")
        let file = JSONFile<[String]>(path, limit: 100)
        try directory.write(Array("[\"a\",".utf8), to: "settings.json")
        try file.save(["first"])
        // Larger than the limit.
        try directory.write([UInt8](repeating: 32, count: 200), to: "settings.json")
        try file.save(["second"])
        unlink(path)
        #expect(mkfifo(path, 0o600) == 0)
        try file.save(["third"])
        #expect(try file.load { "\($0)" } == ["third"] && BoundedFile.read(path + ".damaged", limit: 100).count == 5)
        #expect(try BoundedFile.read(path + ".damaged-2", limit: 1000).count == 200)
        #expect(status("settings.json.damaged-3").st_mode & S_IFMT == S_IFIFO)
        // A whole one is replaced.
        try file.save(["fourth"])
        #expect(access(path + ".damaged-4", F_OK) != 0)
    }

    @Test func `a damaged file that cannot be replaced stays where it is`() throws {
        // Too long with the ending of a temporary file, not with that of a damaged one.
        let name = String(repeating: "n", count: 246)
        let file = JSONFile<[String]>(directory.file(name), limit: 100)
        try directory.write(Array("[\"a\",".utf8), to: name)
        #expect(throws: AtomicFile.Fault.self) { try file.save(["new"]) }
        #expect(throws: FileFault.self) { try file.load { "\($0)" } }
    }

    @Test func `of files that were kept aside the first eight stay`() throws {
        let path = directory.file("settings.json")
        let file = JSONFile<[String]>(path, limit: 100)
        for number in 1...11 {
            try directory.write(Array("no JSON \(number)".utf8), to: "settings.json")
            try file.save(["whole"])
        }
        let kept = try [".damaged", ".damaged-8", ".damaged-9"].map { name in
            String(decoding: try BoundedFile.read(path + name, limit: 100), as: UTF8.self)
        }
        #expect(kept == ["no JSON 1", "no JSON 8", "no JSON 11"])
    }
}
