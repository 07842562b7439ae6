import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

struct ResourceLookupTests {
    private let directory: TestDirectory
    private let lookup: ResourceLookup

    init() throws {
        directory = try TestDirectory()
        for folder in ["first/slides", "second/slides", "etc/slides", "share"] {
            try FileManager.default.createDirectory(atPath: directory.file(folder), withIntermediateDirectories: true)
        }
        for mirror in ["first", "second"] { try directory.makeMirror(mirror) }
        lookup = ResourceLookup(
            mirrors: ["first", "second"].map { [directory] in .init(name: $0, directory: directory.file($0)) },
            roots: [directory.file("etc/"), directory.file("share")]
        )
    }

    private func write(_ names: String...) throws { for name in names { try directory.write([1], to: name) } }

    @Test func `the first mirror that has a name wins, and without one the original counts, at each use`() throws {
        let original = directory.file("etc/adhan.mp3")
        try write("etc/adhan.mp3")
        #expect(lookup.find(original) == .init(path: original, mirror: nil))
        try write("second/adhan.mp3")
        #expect(lookup.find(original) == .init(path: directory.file("second/adhan.mp3"), mirror: "second"))
        try write("first/adhan.mp3")
        #expect(lookup(original) == directory.file("first/adhan.mp3"))
        #expect(lookup(directory.file("share/adhan.mp3")) == directory.file("first/adhan.mp3"))
        try FileManager.default.removeItem(atPath: directory.file("first/adhan.mp3"))
        #expect(lookup(original) == directory.file("second/adhan.mp3"))
    }

    @Test func `a mirror that does not answer is left out where that is asked for, and not waited for again`() throws {
        try write("etc/adhan.mp3", "first/adhan.mp3", "etc/slides/a.md", "first/slides/b.md")
        let (gate, ended) = (WaitGroup(1), WaitGroup(1))
        // While this hangs, nothing more is begun on the folder.
        let answer: Bool? = TimeLimit.run(.zero, on: directory.file("first")) {
            defer { ended.leave() }
            return gate.wait(within: .seconds(60))
        }
        #expect(answer == nil)
        let path = directory.file("etc/adhan.mp3")
        #expect(lookup.answering(path) == path && lookup.answering.mirrors.map(\.name) == ["second"])
        // Who has read it before waits for its disk.
        #expect(lookup(path) == directory.file("first/adhan.mp3"))
        gate.leave()
        #expect(ended.wait(within: .seconds(20)))
        #expect(eventually { lookup.answering(path) == directory.file("first/adhan.mp3") })
    }

    @Test func `a file elsewhere has the last part of its path as its name, and so has a folder`() throws {
        try write("first/adhan.mp3", "second/slides/a.md")
        #expect(lookup("/srv/adhan/adhan.mp3") == directory.file("first/adhan.mp3"))
        #expect(lookup("/srv/adhan/other.mp3") == "/srv/adhan/other.mp3")
        #expect(lookup.hasFolder("/srv/slides") && !lookup.hasFolder("/srv/adhkar"))
        #expect(lookup.find("a.md", in: "/srv/slides").path == directory.file("second/slides/a.md"))
        #expect(try lookup.allNames(in: "/srv/slides", limit: 1) == ["a.md"])
    }

    @Test func `a path that is no name, and a name that leads elsewhere, is the file itself`() throws {
        try write("first/adhan.mp3")
        for path in [
            directory.file("second/adhan.mp3"), directory.file("etc/../first/adhan.mp3"),
            directory.file("etc/.adhand-mirror/files.json"),
            "/etc/..", "/",
        ] { #expect(lookup(path) == path) }
        #expect(symlink("/etc/hostname", directory.file("first/link")) == 0)
        #expect(lookup(directory.file("etc/link")) == directory.file("etc/link"))
        #expect(ResourceLookup.none(directory.file("etc/adhan.mp3")) == directory.file("etc/adhan.mp3"))
    }

    @Test func `a folder has the names of the mirrors and of the originals`() throws {
        try write("first/slides/a.md", "second/slides/b.md", "etc/slides/a.md", "etc/slides/c.md")
        let slides = directory.file("etc/slides")
        #expect(try lookup.allNames(in: slides, limit: 3) == ["a.md", "b.md", "c.md"])
        #expect(throws: FileFault.self) { try lookup.allNames(in: slides, limit: 2) }
        try FileManager.default.removeItem(atPath: slides)
        #expect(try lookup.allNames(in: slides, limit: 3) == ["a.md", "b.md"])
        let fault = #expect(throws: FileFault.self) { try lookup.allNames(in: directory.file("etc/none"), limit: 3) }
        #expect(fault?.isMissing == true)
    }

    @Test func `a folder that is no mirror has nothing that is used`() throws {
        try write("first/adhan.mp3", "first/slides/a.md", "etc/adhan.mp3", "etc/slides/b.md")
        #expect(lookup.find(directory.file("etc/adhan.mp3")).mirror == "first")
        #expect(rmdir(directory.file("first/.adhand-mirror")) == 0)
        #expect(lookup.find(directory.file("etc/adhan.mp3")).mirror == nil)
        #expect(try lookup.allNames(in: directory.file("etc/slides"), limit: 9) == ["b.md"])
        try FileManager.default.removeItem(atPath: directory.file("second/slides"))
        #expect(!lookup.hasFolder(directory.file("etc/slides")))
    }
}
