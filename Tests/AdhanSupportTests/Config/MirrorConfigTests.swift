import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport

/// `[mirror]`: above all, which folders a mirror may have.
struct MirrorConfigTests {
    private let rig: ConfigRig
    private var directory: TestDirectory { rig.directory }

    init() throws {
        rig = try ConfigRig([
            "STATE_DIRECTORY": "/var/lib/adhand", "CACHE_DIRECTORY": "/var/cache/adhand",
            "RUNTIME_DIRECTORY": "/run/adhand",
        ])
    }

    private func text(_ directories: [String]) -> String {
        directories.enumerated().map { index, folder in
            let place = folder.isEmpty ? "" : "\ndirectory = \"\(folder)\""
            return "[mirror.m\(index)]\nbucket = \"b\"\nregion = \"eu-west-2\"\(place)"
        }.joined(separator: "\n")
    }

    private func load(_ directories: [String]) throws -> Configuration { try rig.load(text(directories)) }

    @Test func `each mirror has a folder of its own, by default in the cache`() throws {
        let mirrors = try load(["", "/srv/a", "/srv/ab", "/var/lib/adhand/mirror"]).mirror.mirrors
        let folders = ["/var/cache/adhand/mirrors/m0", "/srv/a", "/srv/ab", "/var/lib/adhand/mirror"]
        #expect(mirrors.map(\.directory) == folders)
    }

    @Test(arguments: [["/srv/a", "/srv/a/"], ["/srv/a", "/srv/a/b/c"], ["/srv/a/b", "/srv//x/../a"]])
    func `no mirror lies in another`(_ directories: [String]) throws {
        let words = try rig.faults(text(directories))
        #expect(words.count == 1 && words.first?.contains("each needs one of its own") == true)
    }

    @Test(arguments: ["/", "/var/lib/adhand", "/var", "/run/adhand/", "/var/cache/adhand", "/resources", "."])
    func `what adhand itself needs lies in no mirror`(_ folder: String) throws {
        let folder = folder == "." ? directory.path : folder
        let words = try rig.faults(text([folder]))
        #expect(words.contains { $0.contains("a mirror removes what its bucket does not have") })
    }

    @Test func `a name that is none is one fault`() throws {
        let faults = try rig.faults("[mirror.Shared]\nbucket = \"b\"\nregion = \"eu-west-2\"")
        #expect(faults.count == 1 && faults[0].contains("is no name for a mirror"))
    }

    @Test func `a file is no folder for a mirror`() throws {
        let file = try directory.write([], to: "file")
        #expect(try load([file]).mirror.mirrors.first?.folderProblem?.contains("is a file") == true)
    }

    @Test func `a link does not lead one mirror into another`() throws {
        let (first, other) = (directory.file("first"), directory.file("other"))
        try directory.makeMirror("first")
        #expect(mkdir(first + "/inner", 0o755) == 0)
        for (target, place) in [(first, ""), (first + "/inner", ""), (first, "/new/one")] {
            #expect(symlink(target, other) == 0)
            let mirrors = try load([first, other + place]).mirror.mirrors
            // The first goes on.
            #expect(mirrors.first?.folderProblem == nil)
            let words = "[mirror.m1] leads to \(target)\(place), and [mirror.m0] to \(first)"
            #expect(mirrors.last?.folderProblem?.hasPrefix(words) == true, "\(mirrors.last?.folderProblem ?? "none")")
            #expect(unlink(other) == 0)
        }
        #expect(try load([first, other]).mirror.mirrors.last?.folderProblem == nil)
    }

    @Test func `a disk that does not answer is a problem of its own mirror, and of no other`() throws {
        let (first, other) = (directory.file("first"), directory.file("other"))
        let mirrors = try load([first, other]).mirror.mirrors
        let gate = WaitGroup(1)
        defer { gate.leave() }
        // While this hangs, nothing more is begun on the folder.
        #expect(TimeLimit.run(.zero, on: first) { gate.wait(within: .seconds(60)) } == nil)
        #expect(mirrors.first?.folderProblem == "\(first) does not answer; see whether its disk or server is there")
        #expect(mirrors.last?.folderProblem == nil)
    }

    @Test func `what adhand needs and does not answer stops a mirror`() throws {
        let mirror = try load([directory.file("a")]).mirror.mirrors.first
        #expect(mirror?.folderProblem == nil)
        let gate = WaitGroup(1)
        defer { gate.leave() }
        #expect(TimeLimit.run(.zero, on: directory.path) { gate.wait(within: .seconds(60)) } == nil)
        #expect(mirror?.folderProblem?.contains("\(directory.path) does not answer") == true)
    }

    @Test func `a link does not lead a mirror to what adhand needs, not even to one that it has taken`() throws {
        let link = directory.file("link")
        #expect(symlink(directory.path, link) == 0)
        try directory.makeMirror()
        // The config lies there.
        let words = try load([link]).mirror.mirrors.first?.folderProblem
        let expected = "\(link) leads to \(directory.path), which also holds the config"
        #expect(words?.hasPrefix(expected) == true, "\(words ?? "none")")
    }

    @Test(arguments: [
        ("s3://hall/box/a", "is an address; write the name alone, bucket = \"hall\", and put what follows it into "),
        ("S3://hall", "is an address; write the name alone, bucket = \"hall\""),
        ("s3://", "is no name of a bucket; write it as in bucket = \"my-mosque\""),
        ("s3:///box", "is no name of a bucket; write it as in bucket = \"my-mosque\""),
        ("s3://user@hall/box", "is no name of a bucket; write it as in bucket = \"my-mosque\""),
    ])
    func `an address in place of a bucket is corrected`(bucket: String, words: String) throws {
        for (table, rest) in [("mirror", "prefix"), ("timetable.s3", "key")] {
            let text = "[\(table)]\nbucket = \"\(bucket)\"\nregion = \"eu-west-2\""
            let whole = "bucket = \"\(bucket)\" \(words)\(words.hasSuffix("into ") ? rest : "")"
            #expect(try rig.faults(text) == ["F:2: \(whole)"])
        }
    }
}
