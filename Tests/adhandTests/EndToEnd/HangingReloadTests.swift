import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import adhand

/// A config that leads the running daemon to a disk that does not answer. `Tests/Shims/hanging-files.c` is that disk.
@Suite struct HangingReloadTests {
    private let directory: TestDirectory
    private let daemon: RunningDaemon
    private let systemd: NotifySocket

    init() throws {
        directory = try TestDirectory()
        systemd = try NotifySocket(in: directory)
        let source = Binary.root + "/Tests/Shims/hanging-files.c"
        let shim = directory.file("hanging-files.so")
        try ChildProcess.run(["cc", "-shared", "-fPIC", "-o", shim, source, "-ldl"])
        daemon = try RunningDaemon(
            QuietMorning.config,
            in: directory,
            environment: [
                "LD_PRELOAD": shim, "ADHAND_HANGING": directory.file("gone"), "NOTIFY_SOCKET": systemd.path,
            ]
        )
    }

    private func place() throws -> String {
        let outcome = try daemon.command("status", "--format", "json")
        return try JSONDecoder().decode(StatusReport.self, from: Data(outcome.output.utf8)).place.name
    }

    @Test func `a ledger on a disk that hangs is gone without, and the next config is taken up`() throws {
        #expect(eventually { systemd.messages().contains { $0.hasPrefix("READY=1") } })
        try daemon.write(
            QuietMorning.config.replacing("Morning", with: "Hung") + "[ledger]\nfile = \"gone/ledger.db\"\n"
        )
        let hung = try daemon.command("reload")
        #expect(hung.code == 0, "\(hung.text)")
        #expect(eventually { (try? place()) == "Hung" })
        #expect(daemon.running.text.contains("gone/ledger.db is not locked"), "\(daemon.running.text)")
        try daemon.write(QuietMorning.config.replacing("Morning", with: "Mended"))
        let mended = try daemon.command("reload")
        #expect(mended.code == 0, "\(mended.text)")
        #expect(eventually { (try? place()) == "Mended" })
        // Each reload is over for systemd, too.
        let said = systemd.messages().compactMap { $0.split(separator: "=").first }.filter { $0 != "STATUS" }
        #expect(said == ["RELOADING", "READY", "RELOADING", "READY"], "\(said)")
        daemon.running.process.signal(SIGKILL)
    }
}
