import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// Links that a thief of the panel could put into its folder.
@Suite struct LinkFreeFoldersTests {
    private let directory: TestDirectory
    private let panel: String

    init() throws {
        directory = try TestDirectory()
        panel = directory.file("panel")
        for folder in ["panel", "panel/slides", "keys"] {
            try FileManager.default.createDirectory(atPath: directory.file(folder), withIntermediateDirectories: true)
        }
        for file in ["panel/timetable-1.csv", "panel/slides/a.md", "keys/s3.keys"] {
            try directory.write(Array("text".utf8), to: file)
        }
    }

    private func cause(_ path: String) -> FileFault.Cause? {
        do {
            _ = try BoundedFile.read(path, limit: 100)
            return nil
        } catch {
            return error.cause
        }
    }

    @Test func `what the panel's settings name is opened without links, at any level`() throws {
        #expect(symlink(directory.file("keys/s3.keys"), panel + "/timetable-2.csv") == 0)
        #expect(symlink(directory.file("keys"), panel + "/pictures") == 0)
        #expect(symlink(panel, directory.file("elsewhere")) == 0)
        #expect(cause(panel + "/timetable-2.csv") == nil, "before the panel's settings are read")
        try directory.write(Array("[timetable]\nfile = \"timetable-2.csv\"\n".utf8), to: "panel/config.toml")
        let source = try ConfigSource(
            reading: directory.file("config.toml"),
            panel: try ConfigSource.panelFile(panel + "/config.toml"),
            mayBeNew: true
        )
        let locations = Locations(resources: Binary.root + "/Resources", daemon: false, environment: [:])
        let named = try #require(try Configuration.parse(source, locations).timetable.file)
        #expect(named == panel + "/timetable-2.csv" && cause(named) == .system(ELOOP))
        #expect(cause(panel + "/pictures/s3.keys") == .system(ENOTDIR))
        #expect(throws: FileFault.self) { try Folder.allNames(in: panel + "/pictures", limit: 10) }
        // The files themselves, those of a folder, and those of other folders are opened as before.
        #expect(cause(panel + "/timetable-1.csv") == nil && cause(panel + "/./slides//a.md") == nil)
        #expect(try Folder.allNames(in: panel + "/slides", limit: 10) == ["a.md"])
        #expect(cause(panel + "/../keys/s3.keys") == nil && cause(directory.file("elsewhere/timetable-1.csv")) == nil)
        #expect(cause(panel + "/timetable-3.csv") == .system(ENOENT))
    }

    @Test func `the panel's settings themselves are no link`() throws {
        #expect(symlink(directory.file("keys/s3.keys"), panel + "/config.toml") == 0)
        let fault = #expect(throws: FileFault.self) { try ConfigSource.panelFile(panel + "/config.toml") }
        #expect(fault?.cause == .system(ELOOP))
    }
}
