import AdhanCore
import AdhanSupport
import AdhanTestSupport
import AdhanWeb
import Foundation
import Testing

@testable import AdhanPanel

/// The certificate that openssl makes, and the server that speaks TLS with it; and the panel's folder.
@Suite struct PanelCertificateTests {
    private let directory: TestDirectory
    private let folder: PanelFolder

    init() throws {
        directory = try TestDirectory()
        folder = PanelFolder(directory.file("panel"))
        try folder.make(for: nil)
    }

    private func openssl(_ words: [String], input: String = "") throws -> String {
        let child = try AnsweringChild("/usr/bin/openssl", words, input: Array(input.utf8))
        return String(decoding: child.finish(within: .seconds(20), limit: 1 << 20).output, as: UTF8.self)
    }

    private func mode(_ path: String) throws -> Int {
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
        return try #require(mode as? Int)
    }

    @Test
    func `it holds ten years for the machine's names and addresses, is made once, and only its owner reads the key`()
        throws
    {
        // A folder that a hand has opened is told, and closed again.
        #expect(folder.wrongRights(panel: nil) == [])
        chmod(folder.secrets, 0o755)
        #expect(folder.wrongRights(panel: nil) == ["\(folder.secrets) has mode 755 instead of 700"])
        #expect(folder.wrongRights(panel: Account(name: "p", user: 65_000, groups: [])).count == 2)
        try folder.make(for: nil)
        #expect(try mode(folder.secrets) == 0o700)
        let (certificate, now) = (PanelCertificate(folder), LinuxClock().wall())
        #expect(throws: PanelFault.self) { try certificate.facts(wanted: [], now: now) }
        #expect(try certificate.make(names: ["box", "box.local"], addresses: ["192.168.1.20"]))
        #expect(try !certificate.make(names: ["other"], addresses: []))
        let text = try openssl(["x509", "-in", folder.certificate, "-noout", "-text", "-checkend", "\(3649 * 86_400)"])
        #expect(text.contains("CA:FALSE"))
        #expect(text.contains("DNS:box, DNS:box.local, IP Address:192.168.1.20") && text.contains("will not expire"))
        #expect(try certificate.fingerprint().count == 95)
        // Its end, and the addresses that it lacks.
        let wanted = ["192.168.1.20", "192.168.1.2", "BOX", "10.0.0.7"]
        let facts = try certificate.facts(wanted: wanted, now: now)
        #expect((3648...3650).contains(facts.daysLeft) && facts.isOwn)
        #expect(facts.missing == ["192.168.1.2", "10.0.0.7"])
        // openssl 3.0 and 3.5 print it so. A certificate of an authority is for its names alone.
        let foreign = "issuer=C = US, O = Authority\nnotAfter=2026-12-01 05:00:00Z\n    DNS:panel.example.org\n"
        let other = try PanelCertificate.facts(foreign, wanted: wanted, today: try CivilDate("2026-11-28"))
        #expect(other == .init(end: "2026-12-01", daysLeft: 3, isOwn: false, missing: []))
        #expect(try PanelCertificate.facts("issuer=CN = adhand\nnotAfter=2026-12-01", wanted: [], today: .first).isOwn)
        _ = try PanelStore(folder.accounts)
        #expect(try mode(folder.path) == 0o750 && mode(folder.secrets) == 0o700)
        #expect(try mode(folder.key) == 0o600 && mode(folder.accounts) == 0o600)
    }

    @Test func `a pipe in the certificate's place is refused, and not waited for`() throws {
        #expect(mkfifo(folder.certificate, 0o600) == 0)
        let fault = #expect(throws: PanelFault.self) { try PanelCertificate(folder).fingerprint() }
        // openssl, which waits for it, does not name it.
        #expect(fault?.description.contains(folder.certificate) == true)
    }

    @Test func `a link in the folder's place is not followed`() throws {
        let other = PanelFolder(directory.file("linked"))
        #expect(symlink(directory.path, other.path) == 0)
        #expect(throws: FileFault.self) { try other.make(for: nil) }
    }

    @Test func `the server speaks TLS with it, and answers from its threads`() throws {
        try PanelCertificate(folder).make(names: ["localhost"], addresses: ["127.0.0.1"])
        let pem = Array(try Data(contentsOf: URL(filePath: folder.certificate)))
        let key = Array(try Data(contentsOf: URL(filePath: folder.key)))
        let tasks = WebTasks(routes: { _, path in path == "/task" ? .init(limit: 100) : nil }) {
            .text(200, "task \($0.body.count)")
        }
        let server = try WebServer(
            try #require(ListenAddress("127.0.0.1:0")),
            AllowedHosts(more: []),
            WebServer.Names(table: "panel", executable: "adhand-panel"),
            certificate: WebServer.Certificate(pem, key: key),
            tasks: tasks
        ) { .text(200, "file \($0.path)") }
        func ask(_ request: String, _ options: [String] = []) throws -> String {
            let words = ["s_client", "-connect", "127.0.0.1:\(server.address.port)", "-servername", "localhost"]
            let checks = ["-CAfile", folder.certificate, "-verify_return_error", "-quiet", "-ign_eof"]
            return try openssl(words + checks + options, input: request)
        }
        let head = "HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        #expect(try ask("GET /page \(head)\r\n").hasSuffix("file /page\n"))
        #expect(try ask("POST /task \(head)Content-Length: 3\r\n\r\nabc").hasSuffix("task 3\n"))
        #expect(try ask("GET /page \(head)\r\n", ["-tls1_1"]) == "")
        // Without TLS there is no answer.
        let plain = try WebClient(server.address)
        plain.say("GET / \(head)\r\n")
        #expect(plain.read(until: "file") == nil)
    }

    @Test func `a damaged file of accounts is named, with what to do`() throws {
        try Data(repeating: 7, count: 8192).write(to: URL(filePath: folder.accounts))
        let fault = #expect(throws: PanelFault.self) { try PanelStore(folder.accounts) }
        #expect(fault?.description.contains("sudo adhand panel reset") == true)
    }

    @Test(arguments: [
        "PRAGMA user_version = 2", "PRAGMA user_version = 9", "DROP TABLE session",
        "ALTER TABLE setup DROP COLUMN boot", "ALTER TABLE account RENAME COLUMN hash TO secret",
    ])
    func `a file of accounts with other tables is named, with what to do`(change: String) throws {
        try PanelStore(folder.accounts).write { _ = try $0.count(change) }
        let fault = #expect(throws: PanelFault.self) { try PanelStore(folder.accounts) }
        #expect(fault?.description.hasPrefix("\(folder.accounts) is damaged, or another version's") == true)
    }
}
