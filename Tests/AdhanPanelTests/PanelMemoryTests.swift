import AdhanTestSupport
import Testing

@testable import AdhanPanel
@testable import AdhanWeb

/// The memory of the panel and its children, which its unit limits.
@Suite struct PanelMemoryTests {
    /// In bytes, as measured: the process at rest with the files of its pages, and a connection with TLS.
    private static let (atRest, connection) = (40 << 20, 48 << 10)
    /// The pictures of two previews, and the work of sixteen threads.
    private static let work = 64 << 20

    @Test func `the unit's limit has room for all that may be in use at once`() throws {
        let bytes = TestDirectory.bytes(of: Binary.root + "/systemd/adhand-panel.service")
        let unit = String(decoding: bytes, as: UTF8.self)
        let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("MemoryMax=") && $0.hasSuffix("M") })
        let limit = try #require(Int(line.dropFirst("MemoryMax=".count).dropLast())) << 20
        let connections = WebServer.mostConnections * (WebServer.memory + WebPots.tiny + Self.connection)
        let children = RecordingCheck.Limits().memory + TimesDesk.childMemory
        let hashing = try PasswordHashing.usual().memory
        let sum = Self.atRest + Self.work + connections + WebPots.sum + hashing + children
        #expect(sum <= limit, "\(sum >> 20) of \(limit >> 20) MB")
    }
}
