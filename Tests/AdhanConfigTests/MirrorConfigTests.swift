import AdhanTestSupport
import Testing

@testable import AdhanConfig

/// `[mirror]`: above all, which folders a mirror may have.
struct MirrorConfigTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func load(_ directories: [String]) throws -> Configuration {
        let tables = directories.enumerated().map { index, folder in
            let place = folder.isEmpty ? "" : "\ndirectory = \"\(folder)\""
            return "[mirror.m\(index)]\nbucket = \"b\"\nregion = \"eu-west-2\"\(place)"
        }
        let locations = Locations(
            resources: "/usr/share/adhand",
            daemon: true,
            environment: [
                "STATE_DIRECTORY": "/var/lib/adhand", "CACHE_DIRECTORY": "/var/cache/adhand",
                "RUNTIME_DIRECTORY": "/run/adhand",
            ]
        )
        return try Configuration.load(Binary.config(tables.joined(separator: "\n"), in: directory), locations)
    }

    private func faults(_ directories: String...) throws -> [String] {
        let error = #expect(throws: ConfigError.self) { try load(directories) }
        return error?.faults.map(\.message) ?? []
    }

    @Test func `each mirror has a folder of its own, by default in the cache`() throws {
        let mirrors = try load(["", "/srv/a", "/srv/ab", "/var/lib/adhand/mirror"]).mirror.mirrors
        #expect(
            mirrors.map(\.directory) == ["/var/cache/adhand/mirrors/m0", "/srv/a", "/srv/ab", "/var/lib/adhand/mirror"]
        )
    }

    @Test(arguments: [["/srv/a", "/srv/a/"], ["/srv/a", "/srv/a/b/c"], ["/srv/a/b", "/srv//x/../a"]])
    func `no mirror lies in another`(_ directories: [String]) throws {
        let words = try faults(directories[0], directories[1])
        #expect(words.count == 1 && words.first?.contains("each needs one of its own") == true)
    }

    @Test(arguments: ["/", "/var/lib/adhand", "/var", "/run/adhand/", "/var/cache/adhand", "/usr/share", "."])
    func `what adhand itself needs lies in no mirror`(_ folder: String) throws {
        let folder = folder == "." ? directory.path : folder
        let words = try faults(folder)
        #expect(words.contains { $0.contains("a mirror removes what its bucket does not have") })
    }
}
