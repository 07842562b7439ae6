import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Synchronization
import Testing

@testable import adhand_sync

/// What may go wrong with single objects, with the bucket as a whole, and with the folder.
struct MirrorFaultTests {
    private let rig: MirrorRig

    init() throws { rig = try MirrorRig() }

    @Test func `a folder with files of somebody else is not taken for a mirror`() throws {
        try rig.bucket.put(["a": "a"])
        try FileManager.default.createDirectory(atPath: rig.mirror.directory, withIntermediateDirectories: true)
        let own = rig.mirror.directory + "/config.toml"
        try Data("own".utf8).write(to: URL(filePath: own))
        for _ in 0..<3 {
            let status = try rig.run()
            #expect(status.error?.contains("has files already, as \"config.toml\", and is no mirror yet") == true)
        }
        #expect(Folder.names(in: rig.mirror.directory, limit: 10).sorted() == [".", "..", "config.toml"])
        #expect(rig.mirror.folderProblem != nil)
        try FileManager.default.removeItem(atPath: own)
        // The folder of a disk's own repair is not the mosque's.
        #expect(mkdir(rig.mirror.directory + "/lost+found", 0o700) == 0)
        #expect(rig.mirror.folderProblem == nil)
        #expect(try rig.run().error == nil)
        #expect(try rig.files() == rig.objects())
    }

    @Test func `a mirror within a mirror loses nothing`() throws {
        try rig.bucket.put(["a": "a"])
        try rig.run()
        let inner = rig.mirror.directory + "/b"
        let file = inner + "/file"
        try FileManager.default.createDirectory(atPath: inner + "/.adhand-mirror", withIntermediateDirectories: true)
        try Data("own".utf8).write(to: URL(filePath: file))
        for _ in 0..<3 { #expect(try rig.run().error?.contains("is another mirror's folder") == true) }
        #expect(access(file, F_OK) == 0)
    }

    @Test func `into a folder that was replaced during the pass nothing is put`() throws {
        // More than come to their names together.
        try rig.bucket.put(Dictionary(uniqueKeysWithValues: (0..<70).map { ("\($0)", "text of \($0)") }))
        let folder = rig.mirror.directory
        rig.events.atNext {
            _ = try? FileManager.default.removeItem(atPath: folder)  // reason: the expectations below tell
            _ = try? MirrorFolder(path: folder).make()  // reason: the same
        }
        #expect(try rig.run().error?.contains("was removed or replaced during the pass") == true)
        #expect(try rig.files().isEmpty)
        // Nor a state: who has made it has one of its own.
        #expect(MirrorStatus.load(folder) == nil)
        #expect(try rig.run().error == nil)
        #expect(try rig.files() == rig.objects())
    }

    @Test(.enabled(if: SmallDisk.isPossible)) func `what was cut needs room for its rest only`() throws {
        var rig = rig
        let disk = try SmallDisk(.tmpfs, kilobytes: 28 << 10)
        rig.mirror.directory = disk.path + "/mirror"
        try rig.bucket.put(sizes: ["a": 20 << 20])
        for bytes in [15 << 20, 10, 10, 10] { try rig.bucket.cut("a", after: bytes) }
        #expect(try rig.run().error?.contains("gave no complete answer") == true)
        _ = try rig.gets()
        #expect(try rig.run().error == nil)
        #expect(try rig.gets().map(\.range) == ["bytes=\(15 << 20 + 30)-"])
        #expect(try rig.files() == rig.objects())
    }

    @Test(.enabled(if: SmallDisk.isPossible)) func `a disk that another fills is left as it was`() throws {
        var rig = rig
        let disk = try SmallDisk(.tmpfs, kilobytes: 28 << 10)
        rig.mirror.directory = disk.path + "/mirror"
        try rig.bucket.put(sizes: ["a": 20 << 20])
        for bytes in [10 << 20, 10, 10, 10] { try rig.bucket.cut("a", after: bytes) }
        _ = try rig.run()
        let other = disk.path + "/other"
        try Data(count: 12 << 20).write(to: URL(filePath: other))
        #expect(try rig.run().error?.contains("MB left") == true)
        // The part has given way.
        #expect(Folder.names(in: rig.folder.parts, limit: 10).filter { ![".", ".."].contains($0) }.isEmpty)
        #expect(unlink(other) == 0)
        #expect(try rig.run().error == nil)
        #expect(try rig.files() == rig.objects())
    }

    @Test(arguments: [
        (403, "AccessDenied", "denied"), (500, "InternalError", "server"), (400, "ExpiredToken", "refused"),
    ])
    func `an error longer than the object is no change of the object`(_ status: Int, _ code: String, _ kind: String)
        throws
    {
        try rig.bucket.put(["a": "x"])
        try rig.run()
        let before = try rig.files()
        try rig.bucket.put(["a": "y"])
        try rig.bucket.refuse("a", status, code, times: 8)
        let failed = try rig.run()
        #expect(failed.error?.contains("answered \(status)") == true)
        #expect(try rig.files() == before)
        #expect(rig.events.take().last?.name == "failed")
    }

    @Test func `an object that is listed and never there fails the pass`() throws {
        try rig.bucket.put(["a": "a", "b": "b"])
        try rig.bucket.refuse("a", 404, "NoSuchKey", times: 3)
        let status = try rig.run()
        #expect(status.error?.contains("the bucket lists a, but has another version or none") == true)
        #expect(status.lastSuccess == nil && status.lastFailure?.kind == "changing")
        #expect(try rig.files().keys.sorted() == ["b"])
        _ = rig.events.take()
        // Once is what happens while a bucket is being filled.
        try rig.bucket.put(["c": "c"])
        try rig.bucket.refuse("a", 404, "NoSuchKey")
        #expect(try rig.run().error == nil)
        guard case .finished(let summary) = rig.events.take().last else {
            Issue.record("it has not finished")
            return
        }
        // Those of both rounds.
        #expect(summary.added == 2)
    }

    @Test func `objects that cannot be read keep no other one away`() throws {
        let denied = (0..<60).map { "a\($0)/" }
        try rig.bucket.put(
            Dictionary(uniqueKeysWithValues: denied.map { ($0 + "x", "x") } + [("z", "z"), ("old", "old")])
        )
        try rig.bucket.deny(denied)
        #expect(try rig.run().error?.contains("answered 403") == true)
        // More of them in a row than are tried at once: the next pass begins elsewhere.
        var passes = 0
        while try !rig.files().keys.contains("z"), passes < 200 {
            passes += 1
            try rig.run()
        }
        #expect(try rig.files().keys.contains("z"))
        try rig.bucket.delete(["old"])
        #expect(try rig.run().error != nil)
        #expect(try !rig.files().keys.contains("old"))
    }

    @Test func `a renamed file stays until it is here under its new name`() throws {
        try rig.bucket.put(["adhan": "the recording", "b": "b", "c": "c"])
        try rig.run()
        try rig.bucket.delete(["adhan"])
        try rig.bucket.put(["new": "the recording"])
        try rig.bucket.deny(["new"])
        #expect(try rig.run().error != nil)
        #expect(try rig.files().keys.sorted() == ["adhan", "b", "c"])
        try rig.bucket.deny([])
        #expect(try rig.run().error == nil)
        #expect(try rig.files() == rig.objects())
    }

    @Test func `the rounds of one pass do not agree on a mass deletion, but a pass that fails otherwise does`() throws {
        try rig.bucket.put(["a": "a", "b": "b", "c": "c", "d": "d"])
        try rig.run()
        try rig.bucket.delete(["b", "c", "d"])
        try rig.bucket.put(["new": "new"])
        try rig.bucket.refuse("new", 404, "NoSuchKey")
        #expect(try rig.run().withheldCount == 3)
        #expect(try rig.files().keys.sorted() == ["a", "b", "c", "d", "new"])
        try rig.bucket.put(["b": "b", "c": "c", "d": "d"])
        try rig.bucket.delete(["new"])
        for _ in 1...2 { try rig.run() }
        try rig.bucket.delete(["b", "c", "d"])
        try rig.bucket.put(["other": "other"])
        try rig.bucket.deny(["other"])
        #expect(try rig.run().withheldCount == 3)
        #expect(try rig.files().count == 4)
        #expect(try rig.run().withheldCount == 0)
        #expect(try rig.files().keys.sorted() == ["a"])
    }

    @Test func `a range that does not go on where the file ends is not appended`() throws {
        for wrong in [
            "bytes 99999-399999/400000", "bytes 100000-399998/400000", "bytes 100000-399999/400001", "100000-",
        ] {
            try rig.bucket.put(sizes: ["a": 400_000])
            try rig.bucket.cut("a", after: 100_000)
            try rig.bucket.range("a", "none")
            try rig.bucket.range("a", wrong)
            #expect(try rig.run().error == nil)
            #expect(try rig.gets().map(\.range) == [nil, "bytes=100000-", nil])
            #expect(try rig.files() == rig.objects())
            try rig.bucket.put(sizes: ["a": 10])
            try rig.run()
            _ = try rig.gets()
        }
    }

    @Test func `what comes in pieces is what the ETag says, or is fetched anew; what KMS encrypts has none to say`()
        throws
    {
        try rig.bucket.put(sizes: ["a": 400_000])
        try rig.bucket.cut("a", after: 100_000)
        try rig.bucket.damage("a")
        #expect(try rig.run().error == nil)
        #expect(try rig.gets().map(\.range) == [nil, "bytes=100000-", nil])
        let md5 = String(repeating: "a", count: 32)
        try rig.bucket.put(sizes: ["b": 400_000], etags: ["b": md5], kms: true)
        try rig.bucket.cut("b", after: 100_000)
        #expect(try rig.run().error == nil)
        #expect(try rig.gets().map(\.range) == [nil, "bytes=100000-"])
        #expect(try rig.files() == rig.objects())
        // Pieces that never fit are said, and not taken.
        try rig.bucket.put(sizes: ["c": 400_000], etags: ["c": md5])
        for _ in 0..<8 { try rig.bucket.cut("c", after: 100_000) }
        let words = try rig.run().error
        #expect(words?.contains("which together have another MD5 than its ETag") == true, "\(words ?? "none")")
        #expect(try rig.files().keys.sorted() == ["a", "b"])
    }

    @Test func `objects that can be read keep a pass going`() throws {
        // More that cannot be read than may come in a row.
        let denied = (0..<60).map { String(format: "a%02d/", $0) }
        let others = ["a10z", "a20z", "a30z", "a40z", "a50z", "z"]
        try rig.bucket.put(Dictionary(uniqueKeysWithValues: (denied.map { $0 + "x" } + others).map { ($0, "text") }))
        try rig.bucket.deny(denied)
        #expect(try rig.run().error?.contains("answered 403") == true)
        #expect(try rig.files().keys.sorted() == others)
    }

    @Test func `files that get no name end a fetch`() throws {
        // A name in the folder that no link may take the place of.
        try rig.folder.make()
        try rig.bucket.put(Dictionary(uniqueKeysWithValues: (0..<200).map { ("d/\($0)", "text of \($0)") }))
        let folder = rig.mirror.directory
        #expect(mkdir(folder + "/d", 0o755) == 0)
        for name in 0..<200 { #expect(mkdir("\(folder)/d/\(name)", 0o755) == 0) }
        #expect(try rig.run().error?.contains("replacing it failed") == true)
        #expect(try rig.gets().count < 100)
    }

    @Test(arguments: [false, true]) func `a folder that somebody puts in place of a mirror keeps its files`(
        _ fails: Bool
    ) throws {
        try rig.bucket.put(["a": "a", "own": "the bucket's"])
        let folder = rig.mirror.directory
        if fails {
            try rig.run()
            try rig.bucket.refuse("b", 403, "AccessDenied")
        }
        try rig.bucket.put(["b": "b", "c": "c"])
        let gate = rig.bucket
        try gate.hold("b")
        let ended = WaitGroup(1)
        let rig = rig
        _ = try rig.bucket.asked()
        Thread.detachNewThread {
            _ = try? rig.run()  // reason: the expectations below tell
            ended.leave()
        }
        // With the listing the pass has begun.
        #expect(try eventually { try !rig.bucket.asked().isEmpty })
        #expect(rename(folder, folder + "-away") == 0)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data("mine".utf8).write(to: URL(filePath: folder + "/own"))
        try gate.release()
        #expect(ended.wait(within: .seconds(60)))
        for _ in 0..<3 { #expect(try rig.run().error?.contains("is no mirror yet") == true) }
        #expect(TestDirectory.bytes(of: folder + "/own") == Array("mine".utf8))
        #expect(Folder.names(in: folder, limit: 10).sorted() == [".", "..", "own"])
    }

    @Test func `what lies behind a link is not removed`() throws {
        try rig.bucket.put(["slides/a": "a", "slides/b": "b", "c": "c"])
        try rig.run()
        let originals = rig.directory.file("originals")
        #expect(mkdir(originals, 0o755) == 0)
        for name in ["a", "b"] { try rig.directory.write(Array("original".utf8), to: "originals/\(name)") }
        let slides = rig.mirror.directory + "/slides"
        #expect(rename(slides, rig.directory.file("away")) == 0)
        #expect(symlink(originals, slides) == 0)
        let removed = rig.folder.remove([try MirrorPath("slides/a"), try MirrorPath("c")])
        #expect(removed.gone.map(\.text) == ["slides/a", "c"] && removed.fault == nil)
        // Nor is what a link among the parts leads to.
        for name in ["parts-old", rig.folder.parts.split(separator: "/").last.map(String.init) ?? ""] {
            let link = rig.folder.own + "/" + name
            try? FileManager.default.removeItem(atPath: link)  // reason: there may be none
            #expect(symlink(originals, link) == 0)
        }
        #expect(try rig.run().error == nil)
        #expect(Folder.names(in: originals, limit: 10).sorted() == [".", "..", "a", "b"])
        #expect(try rig.files() == rig.objects())
    }

    @Test func `a whole file does not wait for one that does not come`() throws {
        try rig.bucket.put(["a": "a", "b": "b"])
        try rig.bucket.hold("a")
        let (came, ended) = (WaitGroup(1), WaitGroup(1))
        rig.events.atNext { came.leave() }
        let rig = rig
        Thread.detachNewThread {
            _ = try? rig.run()  // reason: the expectations below tell
            ended.leave()
        }
        #expect(came.wait(within: .seconds(30)))
        #expect(try rig.files().keys.sorted() == ["b"])
        try rig.bucket.release()
        #expect(ended.wait(within: .seconds(60)))
        #expect(try rig.files() == rig.objects())
    }

    @Test func `an object that is denied is asked for again with the new keys`() throws {
        let server = try S3Server.shared
        let bucket = rig.bucket
        let count = Mutex(0)
        try bucket.put(["a": "a"])
        let sync = rig.sync(rig.mirror, ContentCheck(validator: nil)) { () throws(FetchFault) in
            let turn = count.withLock { count in
                count += 1
                return count
            }
            guard turn > 1 else { return server.fleeting }
            do { try bucket.expire("fleeting") } catch { throw FetchFault(.here, "\(error)") }
            return server.right
        }
        try bucket.refuse("a", 403, "AccessDenied")
        #expect(sync.run().error == nil)
        #expect(try rig.files() == rig.objects())
    }

    @Test func `a file that cannot be removed is a fault, and a part that is not what was fetched gets no name`()
        throws
    {
        try rig.folder.make()
        // unlink(2) removes no folder.
        #expect(mkdir(rig.mirror.directory + "/d", 0o700) == 0)
        try Data("x".utf8).write(to: URL(filePath: rig.mirror.directory + "/x"))
        let removed = rig.folder.remove([try MirrorPath("d"), try MirrorPath("x"), try MirrorPath("gone")])
        #expect(removed.gone.map(\.text) == ["x", "gone"])
        #expect(removed.fault?.description.contains("/d: removing it failed") == true)
        let part = rig.folder.parts + "/part"
        try Data("half".utf8).write(to: URL(filePath: part))
        let path = try MirrorPath("a")
        let disk = DiskSync(of: rig.mirror.directory)
        let results = rig.folder.place([(part: part, path: path, size: 8)], disk)
        guard case .failure(.replaced) = results.first else {
            Issue.record("\(results)")
            return
        }
        #expect(try rig.files().isEmpty)
    }

    @Test func `refusals are named up to a limit, and counted`() throws {
        try rig.bucket.put(Dictionary(uniqueKeysWithValues: (0..<80).map { ("c//\($0)", "d") }))
        let status = try rig.run()
        #expect(status.refused.count == MirrorStatus.mostRefused && status.refusedCount == 80)
        #expect(rig.events.take().count { $0.name == "refused" } == MirrorStatus.mostRefused)
        #expect(try rig.run().refusedCount == 80)
        #expect(rig.events.take().map(\.name) == ["finished"])
        // What the config asks for is named first.
        try rig.bucket.put(["adhan.mp3": "noise"])
        let named = try rig.run()
        #expect(named.refused.first?.key == "adhan.mp3" && named.refused.count == MirrorStatus.mostRefused)
    }

    @Test(.enabled(if: SmallDisk.isPossible)) func `what is gone from the bucket makes room for what is new`() throws {
        let disk = try SmallDisk(.tmpfs, kilobytes: 17 << 10)
        var rig = rig
        rig.mirror.directory = disk.path + "/mirror"
        try rig.bucket.put(sizes: ["old": 10 << 20, "b": 1, "c": 1])
        #expect(try rig.run().error == nil)
        try rig.bucket.delete(["old"])
        try rig.bucket.put(sizes: ["new": 11 << 20])
        #expect(try rig.run().error == nil)
        #expect(try rig.files() == rig.objects())
    }
}
