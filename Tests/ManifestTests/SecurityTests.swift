import AdhanTestSupport
import Foundation
import Testing

/// The table of threats in SECURITY.md names tests that there are.
struct SecurityTests {
    @Test func `each threat names a test that there is`() throws {
        let text = try String(contentsOfFile: Binary.root + "/SECURITY.md", encoding: .utf8)
        let rows = text.matches(of: #/\| `([\w.]+)`: ([^|]+) \|\n/#)
        #expect(rows.count >= 20)
        let tests = FileManager.default.enumerator(atPath: Binary.root + "/Tests")
        var files: [String: String] = [:]
        for case let path as String in tests ?? .init() {
            let name = path.split(separator: "/").last.map(String.init) ?? path
            guard rows.contains(where: { $0.1 == name }) else { continue }
            files[name] = try String(contentsOfFile: Binary.root + "/Tests/" + path, encoding: .utf8)
        }
        for row in rows {
            #expect(files[String(row.1)]?.contains(row.2) == true, "\(row.1) has no test '\(row.2)'")
        }
    }
}
