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
        #expect(symlink(directory.path, directory.file("link")) == 0 && mkdir(directory.file("folder"), 0o755) == 0)
        try directory.write([1], to: "folder/a")
        for name in ["file", "link", "folder", "gone"] { Folder.remove(directory.file(name)) }
        #expect(try Folder.allNames(in: directory.path, limit: 9) == ["kept"])
    }

    @Test func `a folder exists where a link leads to it, and no file is one`() throws {
        try directory.write([1], to: "file")
        #expect(symlink(directory.path, directory.file("link")) == 0)
        #expect(["link", "file", "gone"].map { Folder.exists(directory.file($0)) } == [true, false, false])
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives a folder away"))
    func `root makes a folder for the owner of the folder above, also where a killed process has begun one`() throws {
        let service: uid_t = 12_345
        #expect(chown(directory.path, service, service) == 0 && mkdir(directory.file("marks.new"), 0o700) == 0)
        for _ in 1...2 {
            #expect(Folder.make(directory.file("marks/a")) == 0)
            for name in ["marks", "marks/a"] {
                var status = stat()
                #expect(stat(directory.file(name), &status) == 0 && status.st_uid == service, "\(name)")
            }
            #expect(try Folder.allNames(in: directory.path, limit: 9) == ["marks"])
        }
        try directory.write([1], to: "file")
        #expect(Folder.make(directory.file("file/a")) == ENOTDIR)
    }

    @Test(.enabled(if: geteuid() == 0, "only root gives a file away"))
    func `root makes a file for the owner of its folder, and leaves the target of a link alone`() throws {
        let service: uid_t = 12_345
        let other = try TestDirectory()
        try other.write([1], to: "root's")
        #expect(chown(directory.path, service, service) == 0)
        #expect(symlink(other.file("root's"), directory.file("a.new")) == 0)
        #expect(Folder.makeFile(directory.file("a"), mode: 0o600) && Folder.makeFile(directory.file("a")))
        var status = stat()
        #expect(lstat(directory.file("a"), &status) == 0)
        #expect(status.st_uid == service && status.st_mode == S_IFREG | 0o600 && status.st_nlink == 1)
        #expect(stat(other.file("root's"), &status) == 0 && status.st_uid == 0 && status.st_size == 1)
        #expect(try Folder.allNames(in: directory.path, limit: 9) == ["a"])
        #expect(!Folder.makeFile(directory.file("none/a")))
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

@Suite struct PathNameTests {
    @Test func `a path from the root has no dots and no doubled slashes`() throws {
        for (path, absolute) in [
            ("/", "/"), ("/a/", "/a"), ("//a//b", "/a/b"), ("/a/./b/../c", "/a/c"), ("/../a", "/a"),
        ] { #expect(PathName.absolute(path) == absolute) }
        let here = try #require(PathName.currentFolder)
        #expect(PathName.absolute("") == here && PathName.absolute("./a/../b") == here + "/b")
        #expect(PathName.absolute("..") == PathName.folder(of: here))
    }

    @Test func `a file has a folder and a name`() throws {
        for (path, folder, name) in [
            ("/a/b.toml", "/a", "b.toml"), ("/a/b/", "/a", "b"), ("/a", "/", "a"), ("/", "/", ""),
            // The kernel follows a link before the dots.
            ("/link/../c", "/link/..", "c"),
            // A combining mark and the slash before it are one character to Swift.
            ("/a/\u{301}b", "/a", "\u{301}b"),
        ] { #expect(PathName.folder(of: path) == folder && PathName.name(of: path) == name) }
        let here = try #require(PathName.currentFolder)
        #expect(PathName.folder(of: "a") == here && PathName.folder(of: "../a") == PathName.folder(of: here))
    }

    @Test func `links are followed as far as the path exists`() throws {
        let directory = try TestDirectory()
        let real = PathName.withoutLinks(directory.path)
        #expect(mkdir(directory.file("folder"), 0o755) == 0 && symlink("folder", directory.file("link")) == 0)
        #expect(PathName.withoutLinks(directory.file("link")) == real + "/folder")
        #expect(PathName.withoutLinks(directory.file("link/gone/../file")) == real + "/folder/file")
        #expect(PathName.withoutLinks("/nowhere/../a") == "/a")
    }
}
