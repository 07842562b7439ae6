import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// The stored copy of the config that the daemon last accepted.
@Suite struct ConfigStoreTests {
    private let rig: ConfigRig
    private var directory: TestDirectory { rig.directory }
    private var locations: Locations { rig.locations }
    private var store: ConfigStore { ConfigStore(locations) }

    init() throws {
        rig = try ConfigRig()
        for folder in ["etc", "etc/conf.d"] { mkdir(rig.directory.file(folder), 0o700) }
    }

    private func texts(_ main: String, _ additions: [String: String] = [:]) throws -> ConfigSource {
        for (name, text) in additions { try directory.write(Array(text.utf8), to: "etc/conf.d/\(name)") }
        return try ConfigSource(reading: try directory.write(Array(main.utf8), to: "etc/config.toml"))
    }

    @Test func `the stored config is identical to the byte, and relative paths keep their meaning`() throws {
        let taken = try texts(
            "\u{FEFF}# a \"password\" \\ /\r\n[audio]\r\nadhan = \"sounds/adhan.mp3\"\t\n# \u{2028}Dôme\u{301} 🕌",
            ["50-fajr.toml": "[audio]\nadhan_fajr = \"fajr.mp3\"\n", "10-place.toml": "", "ignored.txt": "?"]
        )
        try store.keep(taken)
        let kept = try #require(try store.load())
        #expect(kept == taken && kept.additions.map(\.name) == ["10-place.toml", "50-fajr.toml"])
        // The files themselves have been deleted.
        try FileManager.default.removeItem(atPath: directory.file("etc"))
        let audio = try Configuration.parse(kept, locations).audio
        #expect(Set(audio.files) == [directory.file("etc/sounds/adhan.mp3"), directory.file("etc/fajr.mp3")])
    }

    @Test func `it is written only if it has changed, and only its owner and its group may read it`() throws {
        func number() -> UInt64 {
            var status = stat()
            #expect(stat(store.file, &status) == 0 && status.st_mode & 0o777 == 0o640)
            return UInt64(status.st_ino)
        }
        try store.keep(try texts("[place]\n"))
        let first = number()
        try store.keep(try texts("[place]\n"))
        #expect(number() == first)
        try store.keep(try texts("[place]\n", ["1.toml": "[audio]\n"]))
        #expect(number() != first)
        let relative = ConfigSource(file: "c.toml", main: [], additions: [])
        try store.keep(relative)
        #expect(try store.load()?.file == FileManager.default.currentDirectoryPath + "/c.toml")
    }

    @Test(arguments: [
        "", "{", "[]", "{}", "{\"file\": 1, \"text\": \"\", \"additions\": []}",
        "{\"file\": \"/a\", \"text\": \"secret\"}",
    ])
    func `a stored file that is no config is a fault that does not quote it, and is replaced`(_ text: String) throws {
        try FileManager.default.createDirectory(atPath: locations.state, withIntermediateDirectories: false)
        try directory.write(Array(text.utf8), to: "state/config.json")
        let fault = #expect(throws: FileFault.self) { try store.load() }
        #expect(fault?.description == "\(store.file): this is not the JSON of a config")
        let taken = try texts("[place]\n")
        try store.keep(taken)
        #expect(try store.load() == taken)
    }

    @Test func `a missing file is no fault, a failing disk is one`() throws {
        #expect(try store.load() == nil)
        // A file instead of the folder.
        try directory.write([], to: "state")
        #expect(throws: AtomicFile.Fault.self) { try store.keep(try texts("")) }
    }

    @Test func `the largest config can be stored, and a larger one is refused`() throws {
        let large = String(repeating: "# \"\"\"\"\"\"\n", count: (1 << 20) / 10)
        let additions = Dictionary(uniqueKeysWithValues: (1...3).map { ("\($0).toml", large) })
        let taken = try texts(large, additions)
        try store.keep(taken)
        #expect(try store.load() == taken)
        let fault = #expect(throws: FileFault.self) { try texts(large, ["4.toml": large]) }
        #expect(fault?.description.contains("have more than 4194304 bytes together") == true)
    }
}
