import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// `adhand display` with the real binary.
@Suite struct DisplayCommandTests {
    private let directory: TestDirectory

    init() throws {
        directory = try TestDirectory()
        mkdir(directory.file("etc"), 0o755)
    }

    private func write(_ text: String) throws { try directory.write(Array(text.utf8), to: "etc/config.toml") }

    private func start(_ notify: NotifySocket) throws -> Binary.Running {
        try Binary.start(["display"], in: directory, environment: ["NOTIFY_SOCKET": notify.path])
    }

    @Test func `as a service it waits for a config that can be used, and says why`() throws {
        try write("[display]\nlisten = \"127.0.0.1:0\"\nhours = 13\n")
        let notify = try NotifySocket(in: directory)
        let display = try start(notify)
        defer { display.process.signal(SIGKILL) }
        #expect(notify.waitFor("STATUS=waiting for a config: ")?.contains("config.toml:3: ") == true)
        #expect(!display.process.hasEnded)
        try write("[display]\nlisten = \"127.0.0.1:0\"\n")
        #expect(notify.waitFor("STATUS=the display is at http://127.0.0.1:") != nil)
        display.process.signal(SIGTERM)
        let outcome = display.finish()
        #expect(outcome.code == 0, "\(outcome.text)")
        // Each reason once, though it looked several times.
        #expect(outcome.errors.components(separatedBy: "config.toml:3:").count == 2, "\(outcome.errors)")
    }

    @Test func `it ends while it waits, and by hand it does not wait`() throws {
        try write("[display]\nhours = 13\n")
        let notify = try NotifySocket(in: directory)
        let display = try start(notify)
        #expect(notify.waitFor("STATUS=waiting for a config: ") != nil)
        display.process.signal(SIGTERM)
        #expect(display.finish().code == 0)
        #expect(try Binary.run(["display"], in: directory).code == EX_CONFIG)
    }
}
