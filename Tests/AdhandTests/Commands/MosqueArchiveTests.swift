import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand

/// The archive of `adhand export`, and others that only look like one.
struct MosqueArchiveTests {
    private static let outside = OutsideFolders(folders: ["/srv"])
    private static let manifest = """
        {"format": 1, "version": "0.1.0", "host": "old", "made": 1795737600, "config": "/etc/adhand/config.toml"}
        """
    private let box: Box
    private var directory: TestDirectory { box.directory }

    init() throws { box = try Box() }

    /// An archive of those entries beside the manifest.
    private func archive(_ parts: [String: String], manifest: String = manifest) throws -> [UInt8] {
        var all = parts.mapValues { Array($0.utf8) }
        all["adhand.json"] = Array(manifest.utf8)
        return try WorkbookFile.archive(all)
    }

    private func open(_ bytes: [UInt8]) throws -> ArchiveReader {
        try ArchiveReader(try directory.write(bytes, to: "mosque.zip"), Self.outside)
    }

    /// Why it is refused, when it is opened or unpacked; nil if it is not.
    private func refusal(_ bytes: [UInt8]) -> String? {
        do {
            let reader = try open(bytes)
            for entry in reader.entries { try reader.unpack(entry) }
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Puts bytes into the record of an entry in the archive's list.
    private func patch(_ bytes: [UInt8], of name: String, at offset: Int, _ new: [UInt8]) throws -> [UInt8] {
        var bytes = bytes
        // The name stands behind 46 bytes.
        let list = try #require(bytes.ranges(of: Array(name.utf8)).last).lowerBound - 46
        try #require(Array(bytes[list..<list + 4]) == [0x50, 0x4B, 0x01, 0x02])
        bytes.replaceSubrange(list + offset..<list + offset + new.count, with: new)
        return bytes
    }

    @Test func `what is written is read again, and only its owner may read the archive`() throws {
        try box.write(String(repeating: "# a mosque\n", count: 50_000))
        let (program, text) = (try box.write("#!/bin/sh\n", "relay"), try box.write(Self.manifest, "manifest"))
        let file = box.file("out.zip")
        let items: [ArchiveWriter.Item] = [
            .init(part: .manifest, path: text), .init(part: .config("config.toml"), path: box.config),
            .init(part: .config("bin/relay"), path: program, isExecutable: true),
            .init(part: .file("/srv/adhan/مسجد.mp3"), path: program, isPrivate: false),
            .init(part: .state("mute.json"), path: text),
        ]
        try ArchiveWriter.write(items, to: file)
        var status = stat()
        #expect(stat(file, &status) == 0 && status.st_mode & 0o777 == 0o600)
        let reader = try ArchiveReader(file, Self.outside)
        #expect(reader.manifest.host == "old" && reader.manifest.ledger == nil)
        #expect(reader.entries.map(\.part) == items.map(\.part))
        #expect(reader.entries.map(\.isExecutable) == items.map(\.isExecutable))
        #expect(reader.entries.map(\.isPrivate) == items.map(\.isPrivate))
        for (entry, item) in zip(reader.entries, items) {
            var bytes: [UInt8] = []
            try reader.unpack(entry) { block throws(ArchiveFault) in bytes += block }
            #expect(bytes == TestDirectory.bytes(of: item.path))
        }
    }

    @Test func `a link in the service's own folder gives no file of root away`() throws {
        let (secret, link) = (try box.write("hunter2", "secret"), box.file("settings.json"))
        #expect(symlink(secret, link) == 0)
        for part in [MosqueArchive.Part.state("settings.json"), .panel("recording-1.mp3")] {
            let items = [ArchiveWriter.Item(part: part, path: link)]
            #expect(throws: ArchiveFault.self) { try ArchiveWriter.write(items, to: box.file("out.zip")) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).count == 2, "\(part)")
        }
    }

    @Test func `an archive that cannot be written leaves nothing`() throws {
        let items = [ArchiveWriter.Item(part: .manifest, path: box.file("nowhere"))]
        #expect(throws: ArchiveFault.self) { try ArchiveWriter.write(items, to: box.file("out.zip")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).isEmpty)
    }

    @Test func `only an ordinary file is replaced by an archive`() throws {
        let (pipe, file) = (box.file("pipe"), try box.write("x", "file"))
        #expect(mkfifo(pipe, 0o600) == 0 && symlink(file, box.file("link")) == 0)
        box.makeFolders("folder")
        let items = [ArchiveWriter.Item(part: .manifest, path: file)]
        let before = try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted()
        for name in ["pipe", "link", "folder"] {
            let fault = #expect(throws: ArchiveFault.self) { try ArchiveWriter.write(items, to: directory.file(name)) }
            #expect(fault?.reason.contains("not an ordinary file") == true, "\(name): \(fault?.reason ?? "written")")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() == before)
        var status = stat()
        #expect(lstat(pipe, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
        try ArchiveWriter.write(items, to: file)
    }

    @Test func `an archive that has no ledger as it says, or one more, is damaged`() throws {
        let ledger = #", "ledger": {"rows": 1, "first": "2026-01-01", "last": "2026-01-01"}}"#
        let more = Self.manifest.dropLast() + ledger
        #expect(refusal(try archive(["ledger.sqlite": "x"]))?.contains("damaged") == true)
        #expect(refusal(try archive(["config/config.toml": ""], manifest: String(more)))?.contains("damaged") == true)
        #expect(refusal(try archive(["ledger.sqlite": "x"], manifest: String(more))) == nil)
    }

    private static let names = [
        "../x", "config/../x", "config/..", "config/./x", "config//x", "config/", "config", "/etc/passwd", "x",
        "other/x", "state/ledger.sqlite", "state/x", "state/../mute.json", "ledger.sqlite/x", "files/etc/cron.d/x",
        "files/srv", "files/srv/../etc/x", "files/srv/", "files/usr/bin/adhand", "files/root/.ssh/authorized_keys",
        "files//srv/x", "panel/private/key.pem", "panel/private", "panel/a/b", "panel/import.new",
        "config/import.new/x", "config/before-import-1/x", "config/\u{1B}[2J", "config/a\nb", "config\\x", "CONFIG/x",
        "config/" + String(repeating: "x", count: 201), "config" + String(repeating: "/x", count: 16),
    ]

    @Test func `a path that no export has is refused`() throws {
        for name in Self.names {
            let words = try #require(refusal(try archive(["config/config.toml": "", name: "x"])), "\(name)")
            #expect(words.contains("is no path that adhand export writes"), "\(name): \(words)")
            #expect(!words.contains("\u{1B}") && !words.contains("\n"))
        }
    }

    @Test func `a link, a device or another thing that is no file is refused`() throws {
        let whole = try archive(["config/config.toml": "/etc/passwd"])
        #expect(refusal(whole) == nil)
        for kind in [S_IFLNK, S_IFBLK, S_IFCHR, S_IFIFO, S_IFDIR, S_IFSOCK] {
            let mode = kind | 0o644
            let bytes = try patch(whole, of: "config/config.toml", at: 40, [UInt8(mode & 0xFF), UInt8(mode >> 8)])
            #expect(refusal(bytes)?.contains("is a link, a device or a folder") == true, "\(kind)")
        }
    }

    @Test func `two entries of a name, and a file that is a folder, are refused`() throws {
        var bytes = try archive(["config/aaaa": "1", "config/aaab": "2"])
        for range in bytes.ranges(of: Array("config/aaab".utf8)) {
            bytes.replaceSubrange(range, with: Array("config/aaaa".utf8))
        }
        #expect(refusal(bytes) != nil)
        let both = refusal(try archive(["config/a": "1", "config/a/b": "2"]))
        #expect(both?.contains("'config/a' in it is a file and a folder") == true, "\(both ?? "taken")")
    }

    @Test func `a size that is not so is refused, whether it is huge or small`() throws {
        let whole = try archive(["config/config.toml": String(repeating: "a", count: 1000)])
        // A sparse file of 3 GB, a bomb that unpacks to more than it says, and a file cut short.
        for size in [3 << 30, 10, 1001] {
            let bytes = (0..<4).map { UInt8(truncatingIfNeeded: size >> (8 * $0)) }
            #expect(refusal(try patch(whole, of: "config/config.toml", at: 24, bytes)) != nil, "\(size)")
        }
        var bomb = whole
        // Both records say so.
        for magic: [UInt8] in [[0x50, 0x4B, 0x01, 0x02], [0x50, 0x4B, 0x03, 0x04]] {
            let offset = magic[2] == 1 ? 24 : 22
            for range in whole.ranges(of: magic) {
                bomb.replaceSubrange(range.lowerBound + offset..<range.lowerBound + offset + 4, with: [10, 0, 0, 0])
            }
        }
        #expect(refusal(bomb)?.contains("damaged") == true, "\(refusal(bomb) ?? "taken")")
    }

    @Test func `more entries than an export has are refused before room is made for them`() throws {
        var parts: [String: String] = [:]
        for index in 0..<MosqueArchive.mostEntries { parts["config/\(index)"] = "" }
        #expect(refusal(try archive(parts))?.contains("more than 10000 files") == true)
        var bytes = try archive(["config/config.toml": ""])
        let end = bytes.count - 22
        bytes.replaceSubrange(end + 8..<end + 12, with: [0xFF, 0xFF, 0xFF, 0xFF])
        #expect(refusal(bytes)?.contains("more than 10000 files") == true)
    }

    @Test func `cut short anywhere, or with a byte that is not right, it is never taken for whole`() throws {
        let whole = try archive([
            "config/config.toml": String(repeating: "[place]\n", count: 40), "state/mute.json": "{}",
        ])
        for count in stride(from: 0, to: whole.count, by: 3) {
            let words = try #require(refusal(Array(whole.prefix(count))), "\(count)")
            if count > 4 { #expect(words.contains("copy it from the old box again"), "\(count): \(words)") }
        }
        func contents(_ bytes: [UInt8]) throws -> [String: [UInt8]] {
            let reader = try open(bytes)
            var found: [String: [UInt8]] = [:]
            for entry in reader.entries {
                try reader.unpack(entry) { block throws(ArchiveFault) in found[entry.part.name, default: []] += block }
            }
            return found
        }
        let right = try contents(whole)
        for index in whole.indices {
            var bytes = whole
            bytes[index] ^= 0x10
            if let found = try? contents(bytes) {  // reason: most are refused
                #expect(found.allSatisfy { right[$0.key] == nil || right[$0.key] == $0.value }, "\(index)")
            }
        }
    }

    @Test func `what is no archive of adhand is named for what it is`() throws {
        #expect(refusal([])?.contains("is no archive of adhand export") == true)
        #expect(refusal(Array("a text".utf8))?.contains("is no archive of adhand export") == true)
        #expect(refusal(try WorkbookFile([["Fajr"]].map { $0.map { .text($0) } }).bytes()) != nil)
        #expect(refusal(try WorkbookFile.archive(["config/config.toml": []]))?.contains("has no adhand.json") == true)
        #expect(refusal(try archive([:], manifest: "{"))?.contains("cannot be understood") == true)
        mkfifo(directory.file("fifo"), 0o600)
        for name in ["", "fifo", "nowhere"] {
            #expect(throws: ArchiveFault.self) { try ArchiveReader(directory.file(name), Self.outside) }
        }
    }

    @Test func `a newer adhand's archive says which version reads it`() throws {
        let newer = "{\"format\": 2, \"version\": \"7.1.0\", \"parts\": []}"
        let words = refusal(try archive(["config/config.toml": ""], manifest: newer))
        #expect(words?.contains("it was made by a newer adhand (7.1.0), and this one (0.1.0) cannot read it") == true)
    }
}
