import AdhanCore
import AdhanTimetables
import AdhanTestSupport
import Foundation
import Testing

/// The state of a cache after a power cut while a payload is replaced.
@Suite struct PowerCutTests {
    private let directory: TestDirectory
    private let folder: String
    private let writer: CacheWriter

    init() throws {
        directory = try TestDirectory()
        folder = directory.file("timetables")
        writer = CacheWriter(folder: folder)
    }

    private let old = CacheWriter.payload("a", count: 20_000)
    private let new = CacheWriter.payload("b", count: 30_000)

    @Test func `a replacement is synced in order, and a power cut at any system call leaves one intact payload`() throws
    {
        #expect(try writer.run("a", count: 20_000, in: directory) == (0, ""))
        let start = DiskModel(folder, try contents())
        let calls = try traced()
        var disk = start
        for call in calls { try disk.apply(call) }
        #expect(
            disk.operations.map { $0.replacing(/\.new-\w+/, with: ".new") } == [
                "write s3-2026.payload.new", "fsync of s3-2026.payload.new",
                "rename s3-2026.payload.new to s3-2026.payload", "fsync of the folder",
            ]
        )
        try replay(calls, on: start, may: [old, new])
    }

    @Test func `a power cut while the first payload is stored leaves none or an intact one`() throws {
        let calls = try traced()
        try replay(calls, on: DiskModel(folder, [:]), may: [nil, new])
        // A new folder is synced before anything is put into it.
        let making = try #require(calls.firstIndex { $0.name == "mkdir" && $0.paths.contains(folder) })
        let settling = try #require(calls.firstIndex { $0.name == "fsync" && $0.paths == [directory.path] })
        let writing = try #require(calls.firstIndex { $0.name == "write" && $0.paths.first?.hasPrefix(folder) == true })
        #expect(making < settling && settling < writing)
    }

    /// - Parameter outcomes: what may be loaded after a power cut before the last call; after that call, only the new
    ///   payload.
    private func replay(_ calls: [SystemCall], on start: DiskModel, may outcomes: Set<Payload?>) throws {
        var disk = start
        var seen: Set<Payload?> = []
        for count in 0...calls.count {
            if count > 0 { try disk.apply(calls[count - 1]) }
            let allowed = count == calls.count ? [new] : outcomes
            for remains in disk.remains {
                let loaded = try load(remains)
                let after = count > 0 ? calls[count - 1].name : "nothing"
                #expect(
                    allowed.contains(loaded),
                    "after \(count) calls, the last \(after): \(remains.mapValues(\.count))"
                )
                seen.insert(loaded)
            }
        }
        #expect(seen == outcomes, "a model in which nothing is ever lost proves nothing")
    }

    /// The payload that a cache with these files returns.
    private func load(_ files: [String: [UInt8]]) throws -> Payload? {
        let found = try TestDirectory()
        for (name, bytes) in files { try found.write(bytes, to: name) }
        defer { for name in files.keys { unlink(found.file(name)) } }
        return try TimetableCache(folder: found.path).load(.s3, CacheWriter.year)
    }

    /// All system calls with which a child process replaces the payload.
    private func traced() throws -> [SystemCall] {
        let file = directory.file("trace")
        let strace = ["strace", "-f", "-y", "-xx", "-s", "1000000", "-e", "trace=file,desc", "-o", file]
        let (code, text) = try writer.run("b", count: 30_000, prefix: strace, in: directory)
        #expect(code == 0, "\(text)")
        let calls = try SystemCall.read(file).filter { call in
            call.paths.contains { $0 == directory.path || $0.hasPrefix(folder) }
        }
        #expect(!calls.isEmpty)
        return calls
    }

    private func contents() throws -> [String: [UInt8]] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder)
        return Dictionary(uniqueKeysWithValues: names.map { ($0, TestDirectory.bytes(of: "\(folder)/\($0)")) })
    }
}
