import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Testing

@testable import AdhanPanel

/// The files that nobody has confirmed yet.
@Suite struct UploadFolderTests {
    private let directory: TestDirectory
    private let folder: UploadFolder
    private let now: Int64 = 1_800_000_000

    init() throws {
        directory = try TestDirectory()
        folder = UploadFolder(directory.file("uploads"))
    }

    private func names() -> [String] {
        Folder.names(in: directory.file("uploads"), limit: 100).filter { ![".", ".."].contains($0) }.sorted()
    }

    @Test func `an upload is had back until it is dropped`() throws {
        var upload = try folder.keep([1, 2, 3], name: "a.csv", by: "Bilal", now: now)
        #expect(try folder.load(upload.id)?.bytes == [1, 2, 3])
        (upload.year, upload.columns) = (2027, ["fajr": "3"])
        try folder.note(upload)
        #expect(folder.all() == [upload])
        folder.drop(upload.id)
        #expect(try folder.load(upload.id) == nil)
        #expect(names().isEmpty)
    }

    @Test func `the oldest of the person with most makes room`() throws {
        let old = try folder.keep([255], name: "Amina's", by: "Amina", now: now - 1)
        for index in 0..<UploadFolder.most + 3 {
            _ = try folder.keep([UInt8(index)], name: "\(index)", by: "Bilal", now: now + Int64(index))
        }
        let kept = folder.all().map(\.name)
        #expect(kept == (4..<UploadFolder.most + 3).reversed().map { "\($0)" } + ["Amina's"])
        #expect(names().count == 2 * UploadFolder.most)
        #expect(try folder.load(old.id)?.bytes == [255])
    }

    @Test func `what a crash has left is removed`() throws {
        let upload = try folder.keep([1], name: "a", by: "Bilal", now: now)
        for name in ["0123456789abcdef.table", "fedcba9876543210.json", "other", ".hidden"] {
            _ = try directory.write([0x7B], to: "uploads/\(name)")
        }
        #expect(folder.all() == [upload])
        #expect(names() == ["\(upload.id).json", "\(upload.id).table"])
    }

    @Test(arguments: ["", "..", "../../etc/passwd", "0123456789ABCDEF", "0123456789abcdef0", "0123456789abcde/"])
    func `an id that is none leads nowhere`(id: String) throws {
        #expect(try folder.load(id) == nil)
        folder.drop(id)
    }

    @Test(arguments: [
        ("times.xlsx", "times.xlsx"), ("../../etc/shadow", "shadow"), ("C:\\fakepath\\times.csv", "times.csv"),
        ("", "?"), ("/", "?"), ("a\nb", "a b"), ("مواقيت.xlsx", "مواقيت.xlsx"),
    ])
    func `a name is shown without folders, on one line`(given: String, name: String) {
        #expect(UploadFolder.name(given) == name)
        #expect(UploadFolder.name(String(repeating: "ä", count: 4000)).utf8.count <= 120)
    }
}
