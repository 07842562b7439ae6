import AdhanTestSupport
import Foundation
import Testing

/// What people are told to type, wherever it stands.
struct AdviceTests {
    @Test func `the journal is advised with sudo: without it, most people see none of it`() throws {
        let root = Binary.root
        for folder in ["Sources", "docs", "Resources", "debian", "systemd"] {
            let endings = [".swift", ".md", ".json", ".postinst", ".service"]
            let names = try FileManager.default.subpathsOfDirectory(atPath: "\(root)/\(folder)")
            for name in names where endings.contains(where: name.hasSuffix) {
                let text = String(decoding: TestDirectory.bytes(of: "\(root)/\(folder)/\(name)"), as: UTF8.self)
                let bare = text.matches(of: #/(?:^|[^ ]|[^o] )journalctl -/#).map { String($0.0) }
                #expect(bare.isEmpty, "\(folder)/\(name)")
            }
        }
    }
}
