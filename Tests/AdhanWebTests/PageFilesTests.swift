import AdhanSupport
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanWeb

/// The page's files, and what becomes of a running display when they change.
@Suite struct PageFilesTests {
    private let directory: TestDirectory

    init() throws {
        directory = try TestDirectory()
        #expect(mkdir(directory.file("parts"), 0o755) == 0)
        try directory.write(Array("<!doctype html>\n<html lang=\"en\"></html>".utf8), to: "index.html")
        try directory.write(Array("let one".utf8), to: "parts/a.js")
    }

    @Test func `the version changes with each file, and with nothing else`() throws {
        let first = try PageFiles(directory.path)
        try directory.write(Array("not for browsers".utf8), to: "notes.txt")
        #expect(try PageFiles(directory.path).version == first.version)
        try directory.write(Array("let two".utf8), to: "parts/a.js")
        let second = try PageFiles(directory.path)
        try directory.write(Array("let two".utf8), to: "parts/b.js")
        let third = try PageFiles(directory.path)
        #expect(Set([first.version, second.version, third.version]).count == 3)
        #expect(first["/"]?.tag != second["/"]?.tag, "a browser that has the former page must get the new one")
        #expect(first["/"]?.tag == first["/index.html"]?.tag && first["/parts/a.js"] != nil)
    }

    @Test func `comments and indentation are not sent`() {
        let script = "// A.\nlet a = 1  // b\n\n/**\n * C.\n */\nfunction d() {\n  /* E. */\n  /* f */ return `//g`\n}"
        #expect(
            String(decoding: PageFiles.withoutComments(Array(script.utf8)), as: UTF8.self)
                == "let a = 1  // b\nfunction d() {\n/* f */ return `//g`\n}"
        )
        let page = Array("<html>\n  <!-- A\n  b -->\n  <p>c</p>".utf8)
        #expect(String(decoding: PageFiles.withoutComments(page), as: UTF8.self) == "<html>\n<p>c</p>")
    }

    /// The lines at which `withoutComments` would remove code: text follows the end of a comment of several lines, or a
    /// line of a template looks like a comment.
    private static func damagedLines(_ text: String) -> [Int] {
        var damaged: [Int] = []
        var end: String?
        var isInTemplate = false
        for (index, whole) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = String(whole.drop { $0 == " " })
            if let awaited = end {
                guard line.contains(awaited) else { continue }
                if !line.hasSuffix(awaited) { damaged.append(index + 1) }
                end = nil
                continue
            }
            let comment = [("/*", "*/"), ("<!--", "-->")].first(where: { line.hasPrefix($0.0) })
            if comment == nil, !line.hasPrefix("//") {
                if line.filter({ $0 == "`" }).count % 2 == 1 { isInTemplate.toggle() }
            } else if isInTemplate {
                damaged.append(index + 1)
            } else if let comment, !line.contains(comment.1) {
                end = comment.1
            }
        }
        return damaged
    }

    @Test(arguments: ["panel", "display"])
    func `nothing but comments is removed from our own files`(folder: String) {
        #expect(Self.damagedLines("/* a\n b */ let c\n/* d */ let e\n/*\n */\n// f `") == [2])
        #expect(Self.damagedLines("let a = `\n  // b\n/* c\n`\n// d\nlet e = `//`") == [2, 3])
        let root = Binary.root + "/Resources/" + folder
        let names = PageFiles.stamps(root).keys.filter { name in
            [".js", ".css", ".html"].contains { name.hasSuffix($0) }
        }
        #expect(names.contains("index.html") && names.count > 10)
        for name in names.sorted() {
            let damaged = Self.damagedLines(String(decoding: TestDirectory.bytes(of: root + "/" + name), as: UTF8.self))
            #expect(damaged == [], "\(name)")
        }
    }

    @Test func `a file that has lost its content is named, and not served`() throws {
        for content: [UInt8] in [[], [0, 0, 0]] {
            try directory.write(content, to: "parts/a.js")
            let fault = #expect(throws: FileFault.self) { try PageFiles(directory.path) }
            #expect(fault?.description.contains("parts/a.js: it has lost its content; install adhand again") == true)
        }
    }

    @Test func `changed files are taken once, when all of them have been copied`() throws {
        let first = try PageFiles(directory.path)
        var watch = PageWatch(directory.path, first)
        #expect(try watch.changedFiles() == nil && watch.changedFiles() == nil)
        try directory.write(Array("let three".utf8), to: "parts/a.js")
        #expect(try watch.changedFiles() == nil, "others may follow")
        try directory.write(Array("let four".utf8), to: "parts/b.js")
        #expect(try watch.changedFiles() == nil)
        let taken = try #require(try watch.changedFiles())
        #expect(try taken.version != first.version && taken.version == PageFiles(directory.path).version)
        #expect(try watch.changedFiles() == nil)
    }

    @Test func `files that cannot be used change nothing, and are looked at again`() throws {
        let first = try PageFiles(directory.path)
        var watch = PageWatch(directory.path, first)
        unlink(directory.file("index.html"))
        #expect(try watch.changedFiles() == nil)
        #expect(throws: FileFault.self) { try watch.changedFiles() }
        try directory.write(Array("<html lang=\"en\">other</html>".utf8), to: "index.html")
        #expect(try watch.changedFiles() == nil)
        #expect(try watch.changedFiles()?.version != nil)
    }
}
