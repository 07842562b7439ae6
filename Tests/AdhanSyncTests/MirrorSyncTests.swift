import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand_sync

struct MirrorSyncTests {
    private let rig: MirrorRig

    init() throws { rig = try MirrorRig() }

    @Test func `the mirror equals the bucket, and of one changed object one body is fetched`() throws {
        let keys = ["adhan.txt", "slides/ü 日本 +&=%.md", "slides/b/c", "empty", "100%", "a b", "~x"]
        try rig.bucket.put(Dictionary(uniqueKeysWithValues: keys.map { ($0, $0 == "empty" ? "" : "of \($0)") }))
        let first = try rig.run()
        #expect(first.error == nil && first.files == keys.count && first.lastSuccess == rig.clock.now)
        #expect(try rig.files() == rig.objects())
        #expect(rig.events.take().count { if case .added = $0 { true } else { false } } == keys.count)
        #expect(try rig.gets().count == keys.count)

        try rig.bucket.put(["slides/b/c": "another"])
        try rig.run()
        #expect(try rig.gets().map(\.status) == [200])
        #expect(try rig.files() == rig.objects())
        #expect(rig.events.take().map(\.name) == ["updated", "finished"])

        try rig.run()
        #expect(try rig.gets().isEmpty)
        #expect(rig.events.take().map(\.name) == ["finished"])
    }

    @Test func `2500 objects over three pages are compared, and only what is missing is fetched`() throws {
        let names = (0..<2500).map { "d\($0 % 7)/\($0)" }
        try rig.bucket.put(Dictionary(uniqueKeysWithValues: names.map { ($0, "of \($0)") }))
        // Fetching all of them would take a minute; most are here, without a state.
        try rig.folder.make()
        for name in names.dropLast(20) {
            let file = URL(filePath: rig.mirror.directory + "/" + name)
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data("of \(name)".utf8).write(to: file)
        }
        #expect(try rig.run().files == 2500)
        #expect(try rig.files() == rig.objects())
        let asked = try rig.bucket.asked()
        #expect(asked.count { $0.path.contains("?") } == 3 && asked.count == 23)
        #expect(try rig.run().error == nil)
        #expect(try rig.bucket.asked().count == 3)
    }

    @Test func `a deletion is followed, and its empty folder goes`() throws {
        try rig.bucket.put(["a": "a", "b": "b", "s/t/c": "c"])
        try rig.run()
        try rig.bucket.delete(["s/t/c"])
        _ = rig.events.take()
        try rig.run()
        #expect(try rig.files().keys.sorted() == ["a", "b"])
        #expect(access(rig.mirror.directory + "/s", F_OK) != 0)
        #expect(rig.events.take().map(\.name) == ["removed", "finished"])
        // A folder and a file may change places.
        try rig.bucket.put(["f/c": "c", "x": "x", "y": "y", "z": "z"])
        #expect(try rig.run().error == nil)
        try rig.bucket.delete(["a", "f/c"])
        try rig.bucket.put(["a/d": "d", "f": "f"])
        #expect(try rig.run().error == nil)
        #expect(try rig.files() == rig.objects())
    }

    @Test func `a mass deletion waits for the next listing, and an empty listing empties nothing`() throws {
        let objects = ["a": "a", "b": "b", "c": "c", "d": "d"]
        try rig.bucket.put(objects)
        for _ in 1...2 { try rig.run() }
        // What was deferred is forgotten where the bucket is again as it was.
        for _ in 1...2 {
            try rig.bucket.delete(["b", "c", "d"])
            #expect(try rig.run().withheldCount == 3)
            #expect(try rig.files().count == 4)
            try rig.bucket.put(objects)
            #expect(try rig.run().withheldCount == 0)
        }
        try rig.bucket.delete(["b", "c", "d"])
        _ = rig.events.take()
        // A pass that follows at once does not agree.
        for _ in 0..<3 { #expect(try rig.run(byHand: false).withheldCount == 3) }
        #expect(rig.events.take().count { $0.name == "withheld" } == 1)
        rig.clock.advance(rig.mirror.interval.components.seconds / 2)
        #expect(try rig.run(byHand: false).withheldCount == 0)
        #expect(try rig.files().keys.sorted() == ["a"])
        try rig.bucket.put(objects)
        try rig.run()
        try rig.bucket.delete(["b", "c", "d"])
        #expect(try rig.run().withheldCount == 3)
        #expect(try rig.run().withheldCount == 0, "by hand")
        try rig.bucket.delete(["a"])
        for _ in 0..<3 { #expect(try rig.run().withheldCount == 1) }
        #expect(try rig.files().keys.sorted() == ["a"])
    }

    @Test func `a file whose name is no text stays, and holds up nothing`() throws {
        try rig.folder.make()
        let name = rig.mirror.directory + "/x"
        let bytes = name.utf8.map { CChar(bitPattern: $0) } + [CChar(bitPattern: 0xFF), 0]
        let descriptor = open(bytes, O_CREAT | O_WRONLY | O_CLOEXEC, 0o600)
        #expect(descriptor >= 0)
        close(descriptor)
        try rig.bucket.put(["a": "a"])
        for _ in 0..<2 { #expect(try rig.run().error == nil) }
        #expect(access(bytes, F_OK) == 0)
        #expect(access(rig.mirror.directory + "/a", F_OK) == 0)
    }

    @Test func `an object whose ETag is no MD5 is fetched once`() throws {
        let md5 = String(repeating: "0", count: 32)
        try rig.bucket.put(sizes: ["parts": 1000, "kms": 1000], etags: ["parts": "\(md5)-2", "kms": md5])
        try rig.run()
        #expect(try rig.gets().count == 2)
        try rig.run()
        #expect(try rig.gets().isEmpty)
        try rig.bucket.put(sizes: ["parts": 1001], etags: ["parts": "\(md5)-3"])
        try rig.run()
        #expect(try rig.gets().count == 1)
        #expect(try rig.files() == rig.objects())
    }

    @Test func `the memory of an older version is read, whose first line escapes slashes`() throws {
        let refusal = #"{"reason":"it is no MP3 \u001b","at":5,"etag":"e"}"#
        let head = #"{"withheld":["b\/ü"],"rejected":{"a\/1.mp3":\#(refusal)},"withheldAt":7}"#
        let memory = try #require(MirrorIndex(Array((head + "\na/b\te\t3\t\t4\t5\n").utf8)))
        #expect(memory.rejected == ["a/1.mp3": MirrorIndex.Rejection(etag: "e", reason: "it is no MP3 \u{1B}", at: 5)])
        #expect(memory.deferred.map(\.text) == ["b/ü"] && memory.deferredSince == 7 && memory.files.count == 1)
        #expect(MirrorIndex(try memory.encoded()) == memory)
        // The older version reads what is written now.
        let line = try #require(memory.encoded().split(separator: UInt8(ascii: "\n")).first)
        let object = try JSONSerialization.jsonObject(with: Data(line)) as? [String: Any]
        #expect(object?.keys.sorted() == ["rejected", "withheld", "withheldAt"])
        // Moments that cannot be are not remembered.
        let never = #"{"etag":"e","reason":"r","at":-9223372036854775808}"#
        let other = #"{"rejected":{"a":\#(never)},"withheld":["b"],"withheldAt":-9223372036854775808}"#
        let wrong = try #require(MirrorIndex(Array((other + "\n").utf8)))
        #expect(wrong.rejected.isEmpty && wrong.deferredSince == nil && wrong.deferred.count == 1)
    }

    @Test func `a lost state costs no download, and a file that somebody changed is repaired`() throws {
        try rig.bucket.put(["a": "a", "b": "b"])
        try rig.run()
        try FileManager.default.removeItem(atPath: MirrorIndex.path(rig.mirror.directory))
        _ = try rig.gets()
        try rig.run()
        #expect(try rig.gets().isEmpty)
        try Data("c".utf8).write(to: URL(filePath: rig.mirror.directory + "/a"))
        try Data("x".utf8).write(to: URL(filePath: rig.mirror.directory + "/stranger"))
        try rig.run()
        #expect(try rig.gets().count == 1)
        #expect(try rig.files() == rig.objects())
    }

    @Test func `what is as it was is not compared again, and each change is seen`() throws {
        var rig = rig
        rig.mirror.limits.file = 5
        try rig.bucket.put(["a": "a", "s/b": "b", "c//d": "refused", "large": "123456"])
        let first = try rig.run()
        #expect(first.refusedCount == 2)
        let file = rig.mirror.directory + "/s/b"
        #expect(MirrorInventory.load(rig.mirror.directory) != nil)
        // What is remembered of the files is not even read.
        let memory = MirrorIndex.path(rig.mirror.directory)
        let kept = TestDirectory.bytes(of: memory)
        try Data("garbage".utf8).write(to: URL(filePath: memory))
        _ = rig.events.take()
        let second = try rig.run()
        #expect(second.refused == first.refused && second.files == 2 && second.size == 2 && second.error == nil)
        guard case .finished(let summary) = rig.events.take().first else {
            Issue.record("it has not finished")
            return
        }
        #expect(summary.files == 2 && summary.refused == 2 && !summary.hasChanges)
        #expect(TestDirectory.bytes(of: memory) == Array("garbage".utf8))
        try Data(kept).write(to: URL(filePath: memory))
        for change in [
            { try Data("x".utf8).write(to: URL(filePath: file)) }, { try FileManager.default.removeItem(atPath: file) },
            { try rig.bucket.put(["a": "other"]) }, { try rig.bucket.put(["new": "new"]) },
            { try rig.bucket.delete(["new"]) },
            { try Data("x".utf8).write(to: URL(filePath: rig.mirror.directory + "/stranger")) },
        ] as [() throws -> Void] {
            try change()
            #expect(try rig.run().error == nil)
            #expect(try rig.files() == rig.objects().filter { !["c//d", "large"].contains($0.key) })
        }
        rig.mirror.limits.file = 6
        #expect(try rig.run().refusedCount == 1)
    }

    @Test func `a download that was cut is resumed in the same pass and in the next`() throws {
        try rig.bucket.put(sizes: ["a": 400_000])
        try rig.bucket.cut("a", after: 100_000)
        #expect(try rig.run().error == nil)
        #expect(try rig.gets().map(\.range) == [nil, "bytes=100000-"])
        try rig.bucket.put(sizes: ["a": 400_001])
        for bytes in [100_000, 10, 10, 10] { try rig.bucket.cut("a", after: bytes) }
        #expect(try rig.run().error?.contains("gave no complete answer") == true)
        #expect(TestDirectory.size(of: rig.mirror.directory + "/a") == 400_000)
        _ = try rig.gets()
        #expect(try rig.run().error == nil)
        #expect(try rig.gets().map(\.range) == ["bytes=100030-"])
        #expect(try rig.files() == rig.objects())
    }

    @Test func `with a wrong or expired key the old mirror stands, with the reason in the state`() throws {
        try rig.bucket.put(["a": "a", "b": "b"])
        try rig.run()
        let before = try rig.files()
        try rig.bucket.put(["a": "other"])
        try rig.bucket.delete(["b"])
        let server = try S3Server.shared
        let wrong = S3Credentials(accessKeyID: server.right.accessKeyID, secretAccessKey: "wrong")
        for keys in [wrong, server.barred] {
            rig.clock.advance(60)
            let status = try rig.run(keys: keys)
            #expect(status.error?.contains("answered 403") == true)
            #expect(status.lastSuccess == rig.clock.now - (keys == wrong ? 60 : 120))
            #expect(MirrorStatus.load(rig.mirror.directory) == status)
            #expect(try rig.files() == before)
        }
        #expect(rig.events.take().count { if case .failed = $0 { true } else { false } } == 2)
        #expect(try rig.run().error == nil)
    }

    @Test func `with keys that have expired the old mirror stands, and goes on with renewed ones`() throws {
        let server = try S3Server.shared
        let keys = S3KeyFile(rig.directory.file("keys"))
        func write(_ keys: S3Credentials) throws {
            let text = """
                access_key_id = "\(keys.accessKeyID)"
                secret_access_key = "\(keys.secretAccessKey)"
                session_token = "\(keys.sessionToken ?? "")"
                """
            let file = try rig.directory.write(Array(text.utf8), to: "keys")
            #expect(chmod(file, 0o600) == 0)
        }
        func run() -> MirrorStatus {
            rig.clock.advance(60)
            let check = ContentCheck(validator: nil)
            return rig.sync(rig.mirror, check) { () throws(FetchFault) in try keys.read(within: .seconds(5)) }.run()
        }
        try write(server.brief)
        try rig.bucket.put(["a": "a", "b": "b"])
        #expect(run().error == nil)
        let before = try rig.files()
        try rig.bucket.put(["a": "other"])
        try rig.bucket.delete(["b"])
        try rig.bucket.expire("brief")
        let failed = run()
        #expect(failed.error?.contains("(ExpiredToken: The provided token has expired.); put new keys where") == true)
        #expect(failed.lastFailure?.kind == "denied" && failed.lastFailure?.at == rig.clock.now)
        #expect(failed.lastSuccess == rig.clock.now - 60)
        #expect(try rig.files() == before)
        try write(server.renewed)
        let renewed = run()
        #expect(renewed.error == nil && renewed.lastSuccess == rig.clock.now)
        #expect(renewed.lastFailure == failed.lastFailure)
        #expect(try rig.files() == rig.objects())
    }

    @Test func `keys that leave the directory are refused and named, once`() throws {
        try rig.bucket.put(["a": "a", "../b": "b", "c//d": "d", "A": "A", ".adhand-mirror/files.json": "{}"])
        let status = try rig.run()
        #expect(status.error == nil)
        #expect(status.refused.map(\.key).sorted() == ["../b", ".adhand-mirror/files.json", "a", "c//d"])
        #expect(try rig.files().keys.sorted() == ["A"])
        #expect(rig.events.take().count { if case .refused = $0 { true } else { false } } == 4)
        #expect(access(rig.mirror.directory + "/../b", F_OK) != 0)
        #expect(try rig.run().refusedCount == 4)
        #expect(rig.events.take().map(\.name) == ["finished"])
        // Without the mirror's state all is compared.
        #expect(unlink(rig.folder.own + "/status.json") == 0)
        let again = try rig.run()
        #expect(Set(again.refused.map(\.key)) == Set(status.refused.map(\.key)) && again.files == 1)
    }

    @Test func `a link within the mirror leads no file elsewhere`() throws {
        let elsewhere = try TestDirectory()
        try rig.bucket.put(["s/a": "a", "b": "b"])
        try rig.folder.make()
        try FileManager.default.createSymbolicLink(
            atPath: rig.mirror.directory + "/s",
            withDestinationPath: elsewhere.path
        )
        try FileManager.default.createSymbolicLink(
            atPath: rig.mirror.directory + "/b",
            withDestinationPath: elsewhere.file("b")
        )
        try rig.run()
        #expect(Folder.names(in: elsewhere.path, limit: 10).count == 2)
        #expect(try rig.files() == rig.objects())
    }

    @Test func `a file that is being read stays as it was, and its group may read it`() throws {
        try rig.bucket.put(["a": "first"])
        try rig.run()
        let handle = try #require(FileHandle(forReadingAtPath: rig.mirror.directory + "/a"))
        try rig.bucket.put(["a": "second, and longer"])
        try rig.run()
        #expect(handle.readDataToEndOfFile() == Data("first".utf8))
        var status = stat()
        #expect(stat(rig.mirror.directory + "/a", &status) == 0 && status.st_mode & 0o777 == 0o640)
        // The display, another user, has to get there.
        for folder in [rig.mirror.directory, rig.directory.file("mirrors")] {
            #expect(stat(folder, &status) == 0 && status.st_mode & 0o777 == 0o750)
        }
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives a file away"))
    func `what root fetches belongs to the owner of the mirror's folder`() throws {
        let mirrors = rig.directory.file("mirrors")
        #expect(mkdir(mirrors, 0o750) == 0 && chown(mirrors, 65_534, 65_534) == 0)
        try rig.bucket.put(["a": "a", "b/c": "c"])
        #expect(try rig.run().error == nil)
        var status = stat()
        for name in ["", "/a", "/b", "/b/c", "/\(MirrorPath.ownFolder)", "/\(MirrorPath.ownFolder)/inventory"] {
            let isThere = lstat(rig.mirror.directory + name, &status) == 0
            #expect(isThere && status.st_uid == 65_534 && status.st_gid == 65_534, "\(name)")
        }
    }

    @Test func `only one process at a time writes a mirror`() throws {
        try rig.bucket.put(["a": "a"])
        try rig.folder.make()
        do {
            let lock = try LockFile(rig.folder.own + "/lock")
            let status = try withExtendedLifetime(lock) { try rig.run() }
            #expect(status.error?.contains("another 'adhand mirror' is at work") == true)
            #expect(try rig.files().isEmpty)
        }
        #expect(try rig.run().error == nil)
    }

    @Test(.enabled(if: SmallDisk.isPossible)) func `a disk is not filled to its end`() throws {
        let disk = try SmallDisk(.tmpfs)
        var rig = rig
        rig.mirror.directory = disk.path + "/mirror"
        try rig.bucket.put(sizes: ["a": 62 << 10])
        #expect(try rig.run().error?.contains("MB left") == true)
        #expect(try rig.files().isEmpty)
    }
}
