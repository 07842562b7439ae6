import AdhanSupport
import AdhanTestSupport
import Testing

/// The marks' folder hangs (`Tests/Shims/hanging-files.c`), but the ledger does not.
@Suite struct HangingMarksTests {
    @Test func `the ledger is read, and the status names the folder`() throws {
        let directory = try TestDirectory()
        let shim = directory.file("hanging-files.so")
        let source = Binary.root + "/Tests/Shims/hanging-files.c"
        try ChildProcess.run(["cc", "-shared", "-fPIC", "-o", shim, source, "-ldl"])
        let folder = directory.file("run/marks")
        let daemon = try RunningDaemon(
            QuietMorning.config,
            in: directory,
            environment: ["LD_PRELOAD": shim, "ADHAND_HANGING": folder]
        )
        #expect(daemon.says("the marks in \(folder) have not answered for"), "\(daemon.running.text)")
        #expect(!daemon.running.text.contains("the ledger's disk has not answered"))
        #expect(eventually { (try? daemon.report().ledger.state) == "ok" })
        let problems = try daemon.report().problems.map(\.what)
        #expect(problems.contains { $0.contains(folder) }, "\(problems)")
        daemon.stop()
    }
}
