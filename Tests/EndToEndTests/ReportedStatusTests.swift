import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// Reports of other processes for the daemon's status: a newer adhand that apt has, with a stand-in for apt-cache
/// before its own in PATH, and receivers that are not told.
@Suite struct ReportedStatusTests {
    private let directory: TestDirectory

    init() throws {
        directory = try TestDirectory()
        #expect(mkdir(directory.file("bin"), 0o755) == 0)
        let table = "  Installed: 0.1.0\n  Candidate: 0.2.0\n  Version table:\n     0.2.0 500\n *** 0.1.0 100\n"
        let answer = "#!/bin/sh\ncat <<'END'\n\(table)END\n"
        try directory.write(Array(answer.utf8), to: "bin/apt-cache")
        #expect(chmod(directory.file("bin/apt-cache"), 0o755) == 0)
    }

    private func daemon(_ updates: String) throws -> RunningDaemon {
        let path = "\(directory.file("bin")):/usr/bin:/bin"
        return try RunningDaemon(QuietMorning.config + updates, in: directory, environment: ["PATH": path])
    }

    @Test func `where the config asks for it, the status names the version and the command`() throws {
        let daemon = try daemon("[updates]\ntell = true\n")
        // As a service it always runs. The daemon itself starts it where a question to the network waits.
        let sync = try daemon.follow("sync", "--config", daemon.config)
        // A daemon that is too busy to answer is asked again.
        let isTold = eventually { (try? daemon.report().newer) == "0.2.0" }  // reason: see above
        #expect(isTold, "\(daemon.running.text)")
        let text = try daemon.command("status").output
        #expect(text.contains("\nnewer      apt has adhand 0.2.0; to install it: sudo apt install adhand\n"), "\(text)")
        #expect(try daemon.report().problems.allSatisfy { !$0.what.contains("0.2.0") })
        sync.process.signal(SIGTERM)
        #expect(sync.finish().code == 0)
        daemon.stop()
    }

    @Test func `without the config's word the status has none, whatever is told`() throws {
        let daemon = try daemon("")
        let client = ControlClient(path: directory.file("run/adhand.sock"))
        let _: Done = try client.ask(ControlRequest(.newerVersion, value: "0.3.0"))
        #expect(try daemon.report().newer == nil)
        try daemon.write(QuietMorning.config + "[updates]\ntell = true\n")
        #expect(try daemon.command("reload").code == 0)
        #expect(try daemon.report().newer == "0.3.0")
        daemon.stop()
    }

    @Test func `a second process that tells people is refused, and one that hangs at its start tells`() throws {
        let daemon = try daemon("")
        let first = try daemon.follow("notify", "--config", daemon.config)
        #expect(eventually { FileManager.default.fileExists(atPath: directory.file("state/notify/queue.sqlite")) })
        let second = try daemon.command("notify", "--config", daemon.config)
        #expect(second.code == EX_CANTCREAT && second.errors.contains("another adhand notify runs"), "\(second.text)")
        first.process.signal(SIGTERM)
        #expect(first.finish().code == 0)
        daemon.stop()
    }

    @Test func `a receiver that is not told is a problem of the status, where the config has receivers`() throws {
        let daemon = try daemon("")
        let client = ControlClient(path: directory.file("run/adhand.sock"))
        let said = "messages to mail have failed since 05:12 on 2026-11-21: its disk is full"
        func report() throws -> StatusReport.Problem? {
            let _: Done = try client.ask(ControlRequest(.notify, failing: [FailingReceiver("mail", said)]))
            return try daemon.report().problems.first { $0.what == said }
        }
        #expect(try report() == nil)
        try daemon.write(QuietMorning.config + "[[notify]]\nto = \"command:/bin/true\"\n")
        #expect(try daemon.command("reload").code == 0)
        // The daemon's own `adhand notify` reports as well, and may do so in between.
        var found: StatusReport.Problem?
        #expect(
            try eventually {
                found = try report()
                return found != nil
            }
        )
        let problem = try #require(found)
        #expect(
            problem.id == "receiver:mail" && problem.severity == .warning && problem.advice.contains("notify queue")
        )
        daemon.stop()
    }
}
