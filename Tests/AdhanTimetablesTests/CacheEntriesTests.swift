import AdhanCore
import AdhanTimetables
import AdhanTestSupport
import Foundation
import Testing

@Suite struct CacheEntriesTests {
    private let directory: TestDirectory
    private let cache: TimetableCache
    private let payload = CacheWriter.payload("a", count: 1000)

    init() throws {
        directory = try TestDirectory()
        cache = TimetableCache(folder: directory.file("timetables"))
    }

    @Test func `without a folder there are no entries, and nothing to clear`() throws {
        #expect(try cache.entries().isEmpty)
        #expect(try cache.clear().count == 0)
        #expect(!FileManager.default.fileExists(atPath: directory.file("timetables")))
    }

    @Test func `all entries are listed, intact, broken and rejected, and none is changed`() throws {
        try fill()
        let names = [
            "aladhan-2026-11.payload", "s3-2026.payload", "s3-2026.payload.broken", "s3-2026.payload.rejected",
        ]
        for _ in 1...2 {
            let entries = try cache.entries()
            #expect(entries.map(\.file) == names)
            #expect(entries.map(\.source) == [.aladhan, .s3, .s3, .s3])
            #expect(entries.map(\.period.name) == ["2026-11", "2026", "2026", "2026"])
            #expect(
                entries.map(\.state) == [
                    .broken(reason: "its first line has no end"), .kept, .broken(reason: "its first line has no end"),
                    .rejected(reason: "an hour late"),
                ]
            )
            #expect(entries.map(\.size) == [nil, 1000, nil, 10])
            #expect(entries.map(\.provenance?.address.rawValue).last == "https://example.org/PrayerTimes2026.json")
        }
    }

    @Test func `a file that cannot be read does not hide the others`() throws {
        try cache.keep(payload)
        #expect(mkfifo(directory.file("timetables/aladhan-2026.payload"), 0o600) == 0)
        let states = try cache.entries().map(\.state)
        let path = directory.file("timetables/aladhan-2026.payload")
        #expect(states == [.broken(reason: "\(path): reading it failed: it is not an ordinary file"), .kept])
    }

    @Test func `a folder that something else has filled is said, and not read on`() throws {
        try cache.keep(payload)
        for number in 0..<10_000 { try directory.write([], to: "timetables/\(number)") }
        let error = #expect(throws: StoreFault.self) { try cache.entries() }
        let folder = directory.file("timetables")
        #expect(
            error?.description
                == "\(folder): listing it failed: it has more than 10000 files, which is more than such a folder can need; see what fills it: ls \(folder) | head"
        )
    }

    @Test func `clear removes all files of the cache and no others`() throws {
        try fill()
        #expect(try cache.clear().count == 5)
        let left = try FileManager.default.contentsOfDirectory(atPath: directory.file("timetables")).sorted()
        #expect(left == ["lock", "mine-2026.payload", "notes.txt", "s3-2026.payload.old", "s3-26.payload"])
        #expect(try cache.load(.s3, CacheWriter.year) == nil)
    }

    /// Five files of the cache, one of them unfinished, and four others.
    private func fill() throws {
        try cache.keep(payload)
        try cache.setAside(CacheWriter.payload("b", count: 10), because: "an hour late")
        for name in [
            "aladhan-2026-11.payload", "s3-2026.payload.broken", "aladhan-2026.payload.new-1a2b", "notes.txt",
            "mine-2026.payload", "s3-26.payload", "s3-2026.payload.old",
        ] {
            try directory.write(Array("not one of ours".utf8), to: "timetables/\(name)")
        }
    }
}
