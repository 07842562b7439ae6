import AdhanTestSupport
import Foundation
import Testing

/// What people are told, wherever it stands.
struct SecurityTests {
    /// The table of threats in SECURITY.md.
    @Test func `each threat names a test that there is`() throws {
        let rows = try Manifest.text("SECURITY.md").matches(of: #/\| `([\w.\/]+)`: ([^|]+) \|\n/#)
        #expect(rows.count >= 20)
        let paths = FileManager.default.enumerator(atPath: Binary.root + "/Tests")?.compactMap { $0 as? String } ?? []
        for row in rows {
            let path = try #require(paths.first { ("/" + $0).hasSuffix("/\(row.1)") }, "\(row.1)")
            #expect(try Manifest.text("Tests/" + path).contains(row.2), "\(row.1) has no test '\(row.2)'")
        }
    }

    @Test func `the journal is advised with sudo: without it, most people see none of it`() throws {
        for folder in ["Sources", "docs", "Resources", "debian", "systemd"] {
            for file in try Manifest.files(folder, ".swift", ".md", ".json", ".postinst", ".service") {
                let text = String(decoding: TestDirectory.bytes(of: Binary.root + "/" + file), as: UTF8.self)
                let bare = text.matches(of: #/(?:^|[^ ]|[^o] )journalctl -/#).map { String($0.0) }
                #expect(bare.isEmpty, "\(file)")
            }
        }
    }
}
