import AdhanSupport
import AdhanTestSupport
import Glibc
import Testing

@Suite struct PathNameTests {
    @Test func `a path from the root has no dots and no doubled slashes`() throws {
        for (path, absolute) in [
            ("/", "/"), ("/a/", "/a"), ("//a//b", "/a/b"), ("/a/./b/../c", "/a/c"), ("/../a", "/a"),
        ] {
            #expect(PathName.absolute(path) == absolute)
        }
        let here = try #require(PathName.currentFolder)
        #expect(PathName.absolute("") == here)
        #expect(PathName.absolute("./a/../b") == here + "/b")
        #expect(PathName.absolute("..") == PathName.folder(of: here))
    }

    @Test func `a file has a folder and a name`() throws {
        for (path, folder, name) in [
            ("/a/b.toml", "/a", "b.toml"), ("/a/b/", "/a", "b"), ("/a", "/", "a"), ("/", "/", ""),
            // The kernel follows a link before the dots.
            ("/link/../c", "/link/..", "c"),
            // A combining mark and the slash before it are one character to Swift.
            ("/a/\u{301}b", "/a", "\u{301}b"),
        ] {
            #expect(PathName.folder(of: path) == folder)
            #expect(PathName.name(of: path) == name)
        }
        let here = try #require(PathName.currentFolder)
        #expect(PathName.folder(of: "a") == here)
        #expect(PathName.folder(of: "../a") == PathName.folder(of: here))
    }

    @Test func `links are followed as far as the path exists`() throws {
        let directory = try TestDirectory()
        let real = PathName.withoutLinks(directory.path)
        #expect(mkdir(directory.file("folder"), 0o755) == 0)
        #expect(symlink("folder", directory.file("link")) == 0)
        #expect(PathName.withoutLinks(directory.file("link")) == real + "/folder")
        #expect(PathName.withoutLinks(directory.file("link/gone/../file")) == real + "/folder/file")
        #expect(PathName.withoutLinks("/nowhere/../a") == "/a")
    }
}
