import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport
@testable import adhand

@Suite struct HooksCheckTests {
    private func words(
        _ text: String,
        notify active: String,
        by findings: (Configuration, DaemonAnswer, UnitState) -> [Finding] = HooksCheck.findings,
        problems: [StatusReport.Problem] = []
    ) throws -> [String] {
        let directory = try TestDirectory()
        let locations = Locations(resources: Binary.root + "/Resources", daemon: true)
        let file = try Binary.config(QuietMorning.config + text, in: directory)
        return findings(
            try Configuration.load(file, locations),
            .success(StatusReport.example { $0.problems = problems }),
            .unit(load: "loaded", active: active, file: "static")
        ).map { $0.words + ($0.advice.map { "; \($0)" } ?? "") }
    }

    @Test func `a service that runs no program is reported with the command that starts it`() throws {
        let hooks = "[hooks]\nbefore = [\"true\"]\n"
        let failed = try words(hooks, notify: "failed").first
        #expect(failed?.hasPrefix("the service adhand-notify, which runs the programs of [hooks], is failed") == true)
        #expect(failed?.contains("sudo systemctl start adhand-notify") == true)
        #expect(try words(hooks, notify: "active") == ["the programs of [hooks] are there"])
        #expect(try words("", notify: "failed") == ["[hooks] names no program"])
        #expect(try words("[hooks]\nafter = [\"nowhere\"]\n", notify: "active").first?.contains("no program") == true)
    }

    @Test func `receivers that nobody tells, and a secret that everybody reads, are reported`() throws {
        let directory = try TestDirectory()
        let secret = try directory.write(Array("hunter2\n".utf8), to: "secret")
        chmod(secret, 0o644)
        let receiver = "[[notify]]\nname = \"hall\"\nto = \"webhook:https://example.org/\"\n"
        func words(_ text: String, notify active: String = "active") throws -> [String] {
            try self.words(text, notify: active, by: NotifyCheck.findings)
        }
        #expect(try words("") == ["[[notify]] names nobody who is told"])
        #expect(try words(receiver) == ["[[notify]] tells hall; to try it: sudo adhand notify test"])
        let idle = "the service adhand-notify, which tells the receivers of [[notify]], is failed; start it: "
        #expect(try words(receiver, notify: "failed").first?.hasPrefix(idle) == true)
        let open = try words(receiver + "secret = \"\(secret)\"\n")
        #expect(open.count == 1 && open.first?.contains("hall: \(secret) is readable for everybody") == true)
        #expect(open.first?.hasSuffix("; correct it, then try it: sudo adhand notify test") == true, "\(open)")
        #expect(!open.joined().contains("hunter2"))
    }

    @Test func `receivers that the daemon knows to fail are reported, and no other problem`() throws {
        let failing = StatusReport.Problem(.receiver, "hall", what: "messages to hall have failed", advice: "try it")
        let other = StatusReport.Problem(.mirror, "west", what: "the mirror fails", advice: "look")
        let found = try words(
            "[[notify]]\nname = \"hall\"\nto = \"webhook:https://example.org/\"\n",
            notify: "active",
            by: NotifyCheck.findings,
            problems: [other, failing]
        )
        #expect(found == ["messages to hall have failed; try it"])
    }
}
