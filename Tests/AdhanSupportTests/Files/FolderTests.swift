import AdhanSupport
import AdhanTestSupport
import Glibc
import Testing

@Suite struct FolderTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    @Test func `all names are listed, sorted, up to the limit, and one more is refused`() throws {
        for name in ["b", ".a", "c"] { try directory.write([], to: name) }
        #expect(try Folder.allNames(in: directory.path, limit: 3) == [".a", "b", "c"])
        let error = #expect(throws: FileFault.self) { try Folder.allNames(in: directory.path, limit: 2) }
        #expect(error?.reason == "it has more than 2 files, which is more than such a folder can need")
    }

    @Test func `no folder, and what is none, is said`() throws {
        let missing = #expect(throws: FileFault.self) { try Folder.allNames(in: directory.file("none"), limit: 9) }
        #expect(missing?.isMissing == true)
        let file = try directory.write([1], to: "file")
        let error = #expect(throws: FileFault.self) { try Folder.allNames(in: file, limit: 9) }
        #expect(error?.cause == .system(ENOTDIR))
    }

    @Test func `a file, a link, and a folder with its files are removed, and nothing behind a link`() throws {
        try directory.write([1], to: "kept")
        try directory.write([1], to: "file")
        #expect(symlink(directory.path, directory.file("link")) == 0)
        #expect(mkdir(directory.file("folder"), 0o755) == 0)
        try directory.write([1], to: "folder/a")
        for name in ["file", "link", "folder", "gone"] { Folder.remove(directory.file(name)) }
        #expect(try Folder.allNames(in: directory.path, limit: 9) == ["kept"])
    }

    @Test func `a folder exists where a link leads to it, and no file is one`() throws {
        try directory.write([1], to: "file")
        #expect(symlink(directory.path, directory.file("link")) == 0)
        #expect(Folder.exists(directory.file("link")))
        #expect(!Folder.exists(directory.file("file")))
        #expect(!Folder.exists(directory.file("gone")))
    }

    @Test func `a temporary folder is this user's alone, and goes with its files`() throws {
        let folder = try TemporaryFolder()
        var status = stat()
        #expect(stat(folder.path, &status) == 0 && status.st_mode & 0o777 == 0o700)
        try AtomicFile.replace(folder.path + "/a", with: [1])
        folder.remove()
        #expect(!Folder.exists(folder.path))
    }
}
