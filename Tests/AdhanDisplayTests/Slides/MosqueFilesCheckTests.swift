import AdhanSupport
import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanDisplay

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
