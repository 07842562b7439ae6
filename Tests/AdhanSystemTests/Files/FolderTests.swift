import AdhanSystem
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
}
