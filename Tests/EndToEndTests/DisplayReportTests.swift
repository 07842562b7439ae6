import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport

/// What the real daemon tells of the display.
@Suite(.serialized) struct DisplayReportTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    @Test func `the status has what the display says, until it says that it ends`() throws {
        let daemon = try RunningDaemon(QuietMorning.config, in: directory)
        let client = ControlClient(path: directory.file("run/adhand.sock"))
        #expect(try daemon.report().display == nil)
        let problems = ["a.md:1: HTML is not shown\u{1B}[2J", String(repeating: "x", count: 5000)]
        #expect(try client.ask(ControlRequest(.display, problems: problems), for: Done.self).words == "noted")
        let report = try daemon.report()
        #expect(report.display?.state == "faulty" && report.health == .degraded)
        let said = report.problems.map(\.what).filter { $0.hasPrefix("display: ") }
        #expect(said.count == 2 && said.allSatisfy { $0.utf8.count <= 310 }, "\(said)")
        let text = try daemon.command("status").output
        #expect(text.contains("\ndisplay    faulty: it has found 2 problems\n"), "\(text)")
        #expect(text.contains("\n!          display: a.md:1: HTML is not shown\\u{1b}[2J\n"), "\(text)")
        // The journal has nothing of it.
        #expect(!daemon.running.text.contains("asks: display"))
        let _: Done = try client.ask(ControlRequest(.display))
        #expect(try daemon.report().display == nil)
        daemon.stop()
    }

    @Test func `a reload says what a changed address of the display needs`() throws {
        let daemon = try RunningDaemon(QuietMorning.config, in: directory)
        let note = "sudo systemctl restart adhand-display"
        #expect(try !daemon.command("reload").text.contains(note))
        try daemon.write(QuietMorning.config + "[display]\nlisten = \"127.0.0.1:8090\"\n")
        #expect(try daemon.command("reload").output.contains(note))
        daemon.stop()
    }
}
