import AdhanTestSupport
import Testing

@testable import AdhanPanel

/// The faults in the view *Now*.
@Suite struct PanelNowTests {
    private let rig: PanelRig
    private let cookie: String

    init() throws {
        rig = try PanelRig()
        try rig.add("Amina", .caretaker)
        cookie = try rig.logIn("Amina").cookie
    }

    private func problems() throws -> [[String: String]] {
        let problems = try #require(try rig.get("/api/now", cookie: cookie).json["problems"] as? [[String: Any]])
        return problems.map { ["what": $0["what"] as? String ?? "", "advice": $0["advice"] as? String ?? ""] }
    }

    @Test func `a call that is silent by choice is told with its reason and the way back`() throws {
        let last = try #require(try problems().last)
        #expect(last == ["what": "Fajr will NOT sound: off in the config", "advice": "sudo adhand config edit"])
    }

    @Test func `a config that became wrong is told before the daemon reads it`() throws {
        let before = try problems()
        try rig.directory.write(Array("[iqama]\nfajr = 5\n".utf8), to: "config.toml")
        let after = try problems()
        #expect(after.dropLast() == before[...])
        #expect(after.last?["what"]?.contains("config.toml:2") == true, "\(after)")
        #expect(after.last?["advice"] == "sudo adhand check-config")
    }
}
