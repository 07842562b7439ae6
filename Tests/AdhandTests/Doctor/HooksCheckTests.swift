import AdhanTestSupport
import Testing

@testable import AdhanSupport
@testable import adhand

@Suite struct HooksCheckTests {
    private func words(_ text: String, notify active: String) throws -> [String] {
        let directory = try TestDirectory()
        let locations = Locations(resources: Binary.root + "/Resources", daemon: true)
        let file = try Binary.config(QuietMorning.config + text, in: directory)
        return HooksCheck.findings(
            try Configuration.load(file, locations),
            .success(StatusReport.example { _ in }),
            notify: .unit(load: "loaded", active: active, file: "static")
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
}
