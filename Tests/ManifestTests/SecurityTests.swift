import AdhanTestSupport
import Foundation
import Testing

/// The table of threats in SECURITY.md names tests that there are.
struct SecurityTests {
    @Test func `each threat names a test that there is`() throws {
        let text = try String(contentsOfFile: Binary.root + "/SECURITY.md", encoding: .utf8)
        let rows = text.matches(of: #/\| `([\w.\/]+)`: ([^|]+) \|\n/#)
        #expect(rows.count >= 20)
        let paths = FileManager.default.enumerator(atPath: Binary.root + "/Tests")?.compactMap { $0 as? String } ?? []
        for row in rows {
            let path = try #require(paths.first { ("/" + $0).hasSuffix("/\(row.1)") }, "\(row.1)")
            let tests = try String(contentsOfFile: Binary.root + "/Tests/" + path, encoding: .utf8)
            #expect(tests.contains(row.2), "\(row.1) has no test '\(row.2)'")
        }
    }
}
