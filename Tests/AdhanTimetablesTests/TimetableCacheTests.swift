import AdhanCore
import AdhanTimetables
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@Suite struct TimetableCacheTests {
    private let directory: TestDirectory
    private let folder: String
    private let cache: TimetableCache
    private let year = CacheWriter.year
    private let payload = CacheWriter.payload("a", count: 1000)

    init() throws {
        directory = try TestDirectory()
        folder = directory.file("cache/timetables")
        cache = TimetableCache(folder: folder)
    }

    private var file: String { folder + "/s3-2026.payload" }

    /// All files except the lock.
    private var names: [String] {
        get throws { try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "lock" }.sorted() }
    }

    private func put(_ bytes: [UInt8], in name: String) throws {
        try Data(bytes).write(to: URL(filePath: "\(folder)/\(name)"))
    }

    @Test func `the folder passes the contract tests of a store`() throws {
        try PayloadStoreContract {
            let folder = try TestDirectory().file("timetables")
            return PayloadStoreContract.Subject(TimetableCache(folder: folder)) {
                // A folder with the name of the lock prevents writing, even for root.
                unlink("\(folder)/lock")
                try FileManager.default.createDirectory(atPath: "\(folder)/lock", withIntermediateDirectories: false)
            }
        }.check()
    }

    @Test func `a stored payload is there for the next process, in a folder only for its owner`() throws {
        try cache.keep(payload)
        #expect(try TimetableCache(folder: folder).load(.s3, year) == payload)
        #expect(try names == ["s3-2026.payload"])
        for (path, mode) in [
            (folder, 0o700), (directory.file("cache"), 0o700), (file, 0o600), (folder + "/lock", 0o600),
        ] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == mode, "\(path)")
        }
    }

    @Test func `a file is a readable line of JSON, in any spelling, then the bytes as received`() throws {
        try cache.keep(payload)
        let bytes = TestDirectory.bytes(of: file)
        let end = try #require(bytes.firstIndex(of: 0x0A))
        let head = try JSONSerialization.jsonObject(with: Data(bytes[..<end])) as? [String: Any]
        #expect(head?["length"] as? Int == 1000)
        #expect(head?["sha256"] as? String == (try Digest.hex(.sha256, of: payload.bytes)))
        #expect((head?["provenance"] as? [String: Any])?["etag"] as? String == "a")
        #expect(Array(bytes[(end + 1)...]) == payload.bytes)
        // With escaped slashes, in any order.
        let line = try JSONSerialization.data(withJSONObject: try #require(head))
        try put([UInt8](line) + bytes[end...], in: "s3-2026.payload")
        #expect(try cache.load(.s3, year) == payload)
    }

    @Test(arguments: [
        ("", 1, "its first line has no end"), (#"{"length":1000,"prov"#, 1, "its first line has no end"),
        ("<html>\n<body>", 1, "its first line does not say where the rest is from"),
        ("\0", 1200, "its first line has no end"), (" ", 8_388_609, "it has more than 8388608 bytes"),
    ])
    func `a broken file is set aside, with its reason, and not used`(
        text: String,
        times: Int,
        reason: String
    ) throws {
        let bytes = Array(String(repeating: text, count: times).utf8)
        try cache.keep(payload)
        try put(bytes, in: "s3-2026.payload")
        try expectBroken(file, reason)
        #expect(TestDirectory.bytes(of: file + ".broken") == bytes)
    }

    @Test func `a truncated file, one with a flipped bit and a renamed one are broken`() throws {
        try cache.keep(payload)
        let whole = TestDirectory.bytes(of: file)
        var turned = whole
        turned[turned.count - 7] ^= 0x10
        let broken = [
            (whole.dropLast(), "999 of 1000 bytes are left"), (turned[...], "its SHA-256 does not match its bytes"),
        ]
        for (bytes, reason) in broken {
            try put(Array(bytes), in: "s3-2026.payload")
            try expectBroken(file, reason)
        }
        try put(whole, in: "s3-2027.payload")
        let next = TimetablePeriod.year(of: try CivilDate("2027-01-01"))
        #expect(fault { _ = try cache.load(.s3, next) }.contains("it contains s3 2026, which is not its name"))
        try put(whole, in: "aladhan-2026.payload")
        #expect(throws: StoreFault.self) { try cache.load(.aladhan, year) }
        #expect(try names.filter { $0.hasPrefix("aladhan") } == ["aladhan-2026.payload.broken"])
    }

    private func fault(_ body: () throws -> Void) -> String {
        let error = #expect(throws: StoreFault.self) { try body() }
        return error?.description ?? ""
    }

    /// The fault is reported once; afterwards there is no payload until a new one is stored.
    private func expectBroken(_ file: String, _ reason: String) throws {
        let words = fault { _ = try cache.load(.s3, year) }
        #expect(words.hasPrefix("\(file) is broken: \(reason)"), "\(words)")
        let end = "the next source is used. It is now s3-2026.payload.broken, for a person to look at"
        #expect(words.hasSuffix(end), "\(words)")
        #expect(try cache.load(.s3, year) == nil)
        try cache.keep(payload)
        #expect(try cache.load(.s3, year) == payload)
    }

    @Test func `a FIFO or folder is not waited for, and stays`() throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        #expect(mkfifo(file, 0o600) == 0)
        let words = fault { _ = try cache.load(.s3, year) }
        #expect(words == "\(file): reading it failed: it is not an ordinary file")
        #expect(try names == ["s3-2026.payload"])
    }

    @Test func `an unfinished file left by a power cut is ignored, and replaced`() throws {
        try cache.keep(payload)
        try put(Array("{\"len".utf8), in: "s3-2026.payload.new-1a2b")
        #expect(try cache.load(.s3, year) == payload && cache.entries().map(\.file) == ["s3-2026.payload"])
        let newer = CacheWriter.payload("b", count: 10)
        try cache.keep(newer)
        #expect(try cache.load(.s3, year) == newer)
        #expect(try names == ["s3-2026.payload"])
    }

    @Test(.enabled(if: Sanitizer.allowsFileLimits)) func `a full disk keeps the stored payload`() throws {
        try cache.keep(payload)
        let limited = ["bash", "-c", "ulimit -f 8; exec \"$@\"", "--"]
        let (code, text) = try CacheWriter(folder: folder).run("b", count: 100_000, prefix: limited, in: directory)
        #expect(code == 1)
        #expect(text.contains("\(file): writing it failed: File too large; make room on its disk"), "\(text)")
        #expect(try cache.load(.s3, year) == payload)
        #expect(try names == ["s3-2026.payload"])
    }

    @Test func `concurrent writers always leave an intact file`() throws {
        try cache.keep(CacheWriter.payload("z", count: 200_000))
        let folders = try (0..<4).map { _ in try TestDirectory() }
        let finished = Finished()
        for (letter, own) in zip("abcd", folders) {
            Thread.detachNewThread {
                for _ in 0..<4 {
                    let code = try? CacheWriter(folder: folder).run(letter, count: 200_000, in: own).0
                    finished.add(code ?? -1)
                }
            }
        }
        let ended = try eventually(within: .seconds(60)) {
            let found = try #require(try cache.load(.s3, year))
            #expect(found == CacheWriter.payload(Character(found.provenance.etag ?? ""), count: 200_000))
            return finished.codes.count == 16
        }
        #expect(ended && finished.codes.allSatisfy { $0 == 0 })
        #expect(try names == ["s3-2026.payload"])
    }

    @Test func `a locked cache is given up after a while`() throws {
        try cache.keep(payload)
        let holder = open(folder + "/lock", O_RDWR | O_CLOEXEC)
        #expect(flock(holder, LOCK_EX) == 0)
        let words = fault { try cache.keep(CacheWriter.payload("b", count: 1)) }
        #expect(words.contains("another adhand has been writing in it for two seconds"))
        #expect(try cache.load(.s3, year) == payload)
        close(holder)
        try cache.keep(CacheWriter.payload("b", count: 1))
    }

    @Test func `a lock on files that others may read does not block changes`() throws {
        try cache.keep(payload)
        let holders = [folder, file].map { (path: String) in open(path, O_RDONLY | O_CLOEXEC) }
        for holder in holders { #expect(flock(holder, LOCK_SH) == 0) }
        let newer = CacheWriter.payload("b", count: 1)
        try cache.keep(newer)
        #expect(try cache.load(.s3, year) == newer && cache.clear().count == 1)
        for holder in holders { close(holder) }
    }

    @Test func `a payload that is too large, or of no valid period, is refused`() throws {
        let large = CacheWriter.payload("a", count: 8 << 20)
        #expect(fault { try cache.keep(large) }.contains("more than the limit of 8388608"))
        for period in ["../../evil", "", "2026-13", "26", "2026-11-21"] {
            let provenance = Provenance(
                source: .s3,
                period: period,
                address: RemoteAddress(rawValue: ""),
                fetchedAt: Instant(seconds: 0),
                etag: nil,
                lastModified: nil
            )
            let words = fault { try cache.keep(Payload(provenance: provenance, bytes: [])) }
            #expect(words.contains("'\(period)' is neither a year nor a month"))
        }
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives a file away"))
    func `a file that root stores belongs to the owner of the parent folder`() throws {
        try FileManager.default.createDirectory(atPath: directory.file("cache"), withIntermediateDirectories: false)
        #expect(chown(directory.file("cache"), 12_345, 12_346) == 0)
        try cache.keep(payload)
        for path in [folder, file, folder + "/lock"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.ownerAccountID] as? Int == 12_345, "\(path)")
            #expect(attributes[.groupOwnerAccountID] as? Int == 12_346, "\(path)")
        }
    }

    @Test func `without a folder there are no entries, and nothing to clear`() throws {
        #expect(try cache.entries().isEmpty && cache.clear().count == 0)
        #expect(!FileManager.default.fileExists(atPath: folder))
    }

    @Test func `all entries are listed, intact, broken and rejected, and none is changed`() throws {
        try fill()
        let names = [
            "aladhan-2026-11.payload", "s3-2026.payload", "s3-2026.payload.broken", "s3-2026.payload.rejected",
        ]
        for _ in 1...2 {
            let entries = try cache.entries()
            #expect(entries.map(\.file) == names && entries.map(\.source) == [.aladhan, .s3, .s3, .s3])
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
        let path = folder + "/aladhan-2026.payload"
        #expect(mkfifo(path, 0o600) == 0)
        let states = try cache.entries().map(\.state)
        #expect(states == [.broken(reason: "\(path): reading it failed: it is not an ordinary file"), .kept])
    }

    @Test func `a folder that something else has filled is said, and not read on`() throws {
        try cache.keep(payload)
        for number in 0..<10_000 { try put([], in: "\(number)") }
        let reason = "it has more than 10000 files, which is more than such a folder can need"
        let words = fault { _ = try cache.entries() }
        #expect(words == "\(folder): listing it failed: \(reason); see what fills it: ls \(folder) | head")
    }

    @Test func `clear removes all files of the cache and no others`() throws {
        try fill()
        #expect(try cache.clear().count == 5)
        let left = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
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
            try put(Array("not one of ours".utf8), in: name)
        }
    }
}
