import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanDisplay

/// Folders of slides, in a real file system.
@Suite struct SlideFolderTests {
    private let directory: TestDirectory
    private var now: Int64 { Int64(time(nil)) + 60 }
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]
    private static let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0]

    init() throws { directory = try TestDirectory() }

    private func write(_ text: String, to name: String) throws { try directory.write(Array(text.utf8), to: name) }

    private func read(_ files: inout MosqueFiles, now: Int64? = nil, mayBeMissing: Bool = false) -> SlideFolder {
        files.begin()
        defer { files.end() }
        return SlideFolder(directory.path, mayBeMissing: mayBeMissing, &files, now: now ?? self.now)
    }

    private func read() -> SlideFolder {
        var files = MosqueFiles()
        return read(&files)
    }

    /// The problems, without the folder's path.
    private func problems(_ folder: SlideFolder) -> [String] {
        folder.problems.map { $0.replacing(directory.path + "/", with: "") }
    }

    @Test func `texts and pictures come in the order of their names`() throws {
        try write("# Two", to: "2.md")
        try directory.write(Self.png, to: "1.PNG")
        try directory.write(Self.jpeg, to: "3.jpg")
        try write("from = \"2026-12-01\"\nlength = \"30s\"", to: "3.toml")
        try write("", to: ".hidden.md")
        try write("not for the page", to: "Thumbs.db")
        try write("not for the page", to: "notes.txt")
        mkdir(directory.file("old"), 0o755)
        let folder = read()
        #expect(folder.slides.map(\.isPicture) == [true, false, true])
        #expect(problems(folder).count == 1 && problems(folder)[0].hasPrefix("notes.txt: the page shows PNG, JPEG, "))
        #expect(folder.slides[2].settings.length == .seconds(30) && folder.slides[2].settings.days.from != nil)
        #expect(Set(folder.answers.keys) == Set(folder.slides.map(\.path)) && folder.answers.count == 3)
    }

    @Test(arguments: ["****", "---", "# ", "- \n- ", "<div>words</div>", "&nbsp;", "\u{200B}\u{AD}", "![](gone.png)"])
    func `a text that would be an empty page is a fault, and no slide`(text: String) throws {
        try write("+++\nlength = \"20s\"\n+++\n\n\(text)\n", to: "a.md")
        try write("# Two", to: "b.md")
        let folder = read()
        #expect(folder.slides.count == 1)
        let said = problems(folder)
        #expect(said.contains("a.md:4: the page would be empty; write a text here"), "\(said)")
    }

    @Test func `a picture within a text is no slide of its own, however its name is written`() throws {
        try directory.write(Self.png, to: "the hall.png")
        try write("# Hall\n\n![](<the hall.png>)\n\n![](the%20hall.png)", to: "hall.md")
        let folder = read()
        #expect(folder.slides.count == 1 && folder.answers.count == 2 && folder.problems.isEmpty, "\(folder.problems)")
        try directory.write(Self.png, to: "hall.png")
        try write("![](./hall.png)", to: "a.md")
        let dotted = read()
        #expect(dotted.problems.isEmpty && dotted.slides.count == 2, "\(dotted.problems)")
    }

    @Test func `what is wrong is left out and said, and the others stay`() throws {
        try write("# Good", to: "a.md")
        try write("+++\nuntill = \"2026-12-01\"\n+++\nx", to: "b.md")
        try write("+++\nlength = \"20s\"\n+++\n\n![the hall](gone.png)", to: "c.md")
        try write("GIF89a", to: "d.png")
        try directory.write(Self.png, to: "e.png")
        try write("days = [\"frday\"]", to: "e.toml")
        try directory.write(Self.png + [UInt8](repeating: 0, count: MosqueFiles.largestPicture), to: "f.png")
        symlink("/etc/passwd", directory.file("g.md"))
        mkfifo(directory.file("h.md"), 0o600)
        let folder = read()
        #expect(folder.slides.count == 2)
        let said = problems(folder)
        #expect(said.contains { $0.hasPrefix("b.md:2: unknown key 'untill'") }, "\(said)")
        #expect(said.contains { $0.hasPrefix("c.md:5: there is no picture 'gone.png'") })
        #expect(said.contains { $0 == "d.png: this is no PNG, JPEG, WebP or SVG picture; save it as one of these" })
        #expect(said.contains { $0.hasPrefix("e.toml:1: ") })
        #expect(said.contains("f.png: it has 8.1 MB; at most 8 MB: save it smaller"))
        #expect(said.contains { $0 == "g.md: it is a link; put the file itself there" })
        #expect(said.contains { $0.contains("h.md") } && said.count == 7)
    }

    @Test func `a file has one problem of a kind, and a folder one for what it cannot show`() throws {
        try write("<b>a\n\n" + (0..<40).map { "![](no\($0).png)\n\n" }.joined(), to: "a.md")
        try write("+++\n" + (0..<40).map { "key\($0) = 1\n" }.joined() + "+++\nx", to: "b.md")
        for number in 0..<40 { try write("", to: "c\(number).txt") }
        let said = problems(read())
        #expect(said.count == 4, "\(said)")
        #expect(said.contains("a.md:1: HTML is not shown; write the text in Markdown"))
        #expect(
            said.contains(
                "a.md:3: there is no picture 'no0.png' in this folder, so its description is shown (and 39 more like it)"
            )
        )
        #expect(
            said.contains { $0.hasPrefix("b.md:2: unknown key 'key0'") && $0.hasSuffix(" (and 39 more in this file)") }
        )
        #expect(said.contains { $0.hasPrefix("c0.txt: the page shows PNG") && $0.hasSuffix(" (and 39 more like it)") })
    }

    @Test func `settings that belong to no picture are said, with whose they may be`() throws {
        try directory.write(Self.png, to: "fundraising.png")
        try write("length = \"20s\"", to: "fundraising.png.toml")
        try write("length = \"20s\"", to: "Fundraising.toml")
        try write("length = \"20s\"", to: "other.toml")
        let said = problems(read())
        let other = "give it the name of one, as hall.toml for hall.jpg, or take it away"
        #expect(
            said == [
                "Fundraising.toml: it belongs to no picture; name it fundraising.toml, for fundraising.png",
                "fundraising.png.toml: it belongs to no picture; name it fundraising.toml, for fundraising.png",
                "other.toml: it belongs to no picture; \(other)",
            ],
            "\(said)"
        )
    }

    @Test func `a folder that cannot be read is said with what to do, unless the config does not name it`() throws {
        var files = MosqueFiles()
        let home = SlideFolder("/home/nobody-here/slides", mayBeMissing: false, &files, now: now)
        let advice = "the display does not see /home; put it into /etc/adhand or /srv"
        #expect(home.problems.first?.hasSuffix(advice) == true, "\(home.problems)")
        let missing = directory.file("slides")
        #expect(SlideFolder(missing, mayBeMissing: true, &files, now: now).problems.isEmpty)
        #expect(SlideFolder(missing, mayBeMissing: false, &files, now: now).problems.count == 1)
    }

    @Test func `a file that is still being copied waits until it rests`() throws {
        var files = MosqueFiles()
        let copied = Int64(time(nil))
        try write("# Ha", to: "a.md")
        #expect(read(&files, now: copied).slides.isEmpty)
        try write("# Half", to: "a.md")
        #expect(read(&files, now: copied + 1).slides.isEmpty)
        let half = read(&files, now: copied + 2).slides
        #expect(half.count == 1)
        // While it is written again, what was shown stays.
        try write("# Half and half", to: "a.md")
        #expect(read(&files, now: copied + 3).slides == half)
        #expect(read(&files, now: copied + 4).slides != half)
    }

    @Test func `pictures that are too large together are left out and said`() throws {
        for name in ["a.png", "b.png", "c.png", "d.png"] {
            try directory.write(Self.png + [UInt8](repeating: 0, count: (7 << 20) + name.utf8.count), to: name)
        }
        let folder = read()
        #expect(folder.slides.count == 3)
        #expect(problems(folder) == ["d.png: all pictures together have more than 24 MB; make them smaller"])
    }

    @Test func `more slides than can be shown are cut, and that is said`() throws {
        for number in 100..<165 { try write("# \(number)", to: "\(number).md") }
        let folder = read()
        #expect(folder.slides.count == 60 && problems(folder).count == 1)
        #expect(folder.problems.first?.contains("65 slides, of which the first 60 are shown") == true)
    }

    @Test func `a mirror's slides come among the originals, and before those of the same name`() throws {
        let mirror = try TestDirectory()
        try mirror.makeMirror()
        #expect(mkdir(directory.file("slides"), 0o755) == 0 && mkdir(mirror.file("slides"), 0o755) == 0)
        try write("# One", to: "slides/1.md")
        try write("# Two", to: "slides/2.md")
        try mirror.write(Array("# Other".utf8), to: "slides/2.md")
        try mirror.write(Array("# Three".utf8), to: "slides/3.md")
        let lookup = ResourceLookup(mirrors: [.init(name: "main", directory: mirror.path)], roots: [directory.path])
        var files = MosqueFiles()
        files.begin()
        let folder = SlideFolder(directory.file("slides"), mayBeMissing: false, &files, now: now, lookup: lookup)
        files.end()
        files.begin()
        let originals = SlideFolder(directory.file("slides"), mayBeMissing: false, &files, now: now).slides
        files.end()
        #expect(folder.slides.count == 3 && folder.problems.isEmpty && originals.count == 2)
        #expect(folder.slides.first == originals.first)
        #expect(folder.slides.dropFirst().first != originals.last)
    }
}

extension SlideFolder {
    /// What is wrong, in sentences.
    fileprivate var problems: [String] { found.sentences }
}

/// What `check-config` says of the mosque's own files.
@Suite struct MosqueFilesCheckTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func problems(_ toml: String) throws -> [String] {
        let table = ConfigTable("", [try TOMLNode.parse(Array(toml.utf8), file: "config.toml")])
        let files = DisplayConfiguration(table.table("display"), beside: directory.file("config.toml")).files
        return MosqueFilesCheck.problems(files, .none, now: 2_000_000_000)
    }

    @Test func `a logo that is no picture is named, and a missing one is left to the config`() throws {
        let logo = try directory.write(Array("no picture".utf8), to: "logo.png")
        #expect(
            try problems("[display]\nlogo = \"\(logo)\"\n") == [
                "\(logo): this is no PNG, JPEG, WebP or SVG picture; save it as one of these"
            ]
        )
        #expect(try problems("[display]\nlogo = \"\(directory.file("none.png"))\"\n") == [])
        try directory.write([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], to: "logo.png")
        #expect(try problems("[display]\nlogo = \"\(logo)\"\n") == [])
    }

    @Test func `a slide that is wrong is named with its line`() throws {
        #expect(mkdir(directory.file("slides"), 0o755) == 0)
        try directory.write(Array("# Hall\n\n<b>x</b>".utf8), to: "slides/a.md")
        #expect(
            try problems("[display]\n") == [
                "\(directory.file("slides"))/a.md:3: HTML is not shown; write the text in Markdown"
            ]
        )
    }
}
