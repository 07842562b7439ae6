import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport

/// The status of a box for which apt has a newer adhand, with a stand-in for apt-cache before apt's own in PATH.
@Suite struct NewerVersionTests {
    private let directory: TestDirectory

    init() throws {
        directory = try TestDirectory()
        #expect(mkdir(directory.file("bin"), 0o755) == 0)
        let answer = "#!/bin/sh\necho '  Installed: 0.1.0'\necho '  Candidate: 0.2.0'\n"
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
}
