import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Testing

@testable import AdhanPanel

/// The view *Now*.
@Suite struct PanelNowTests {
    private let rig: PanelRig
    private let login: PanelRig.Answer

    init() throws {
        rig = try PanelRig()
        login = try rig.enter("Amina", .caretaker)
    }

    private func problems() throws -> [[String: String]] {
        let problems = try #require(try rig.get("/api/now", as: login).json["problems"] as? [[String: Any]])
        return problems.map { ["what": $0["what"] as? String ?? "", "advice": $0["advice"] as? String ?? ""] }
    }

    @Test func `the view has the next adhan, today and what is wrong, and says when the daemon is away`() throws {
        let facts = try rig.get("/api/now", as: login)
        #expect(facts.json["mosque"] as? String == "Central Mosque" && facts.headers["cache-control"] == "no-store")
        #expect((facts.json["today"] as? [[String: String]])?.first?["prayer"] == "dhuhr")
        let before = try problems()
        #expect(before.first?["advice"] == "adhand set volume default")
        // A call that is silent by choice is told with its reason and the way back.
        #expect(before.last == ["what": "Fajr will NOT sound: off in the config", "advice": "sudo adhand config edit"])
        #expect(try rig.post("/api/stop", as: login).json["words"] as? String == "nothing sounds")
        // A config that became wrong is told before the daemon reads it.
        try rig.write("[iqama]\nfajr = 5\n")
        let after = try problems()
        #expect(after.dropLast() == before[...])
        #expect(after.last?["what"]?.contains("config.toml:2") == true, "\(after)")
        #expect(after.last?["advice"] == "sudo adhand check-config")
        try rig.write("")
        rig.daemon.stop()
        let away = try rig.get("/api/now", as: login)
        #expect(away.status == 200 && (away.json["away"] as? String)?.isEmpty == false)
        #expect(try rig.post("/api/unmute", as: login).error == "away")
    }

    @Test func `where a sound is not stopped, the page does not say that nothing sounds`() throws {
        let server = try rig.replaceDaemon { request, replier in
            var report = StatusReport.sample
            report.sounding = "2026-11-21 adhan-dhuhr"
            request.command == .stop ? replier.refuse(ControlFailure("too many requests")) : replier.answer(report)
        }
        defer { server.stop() }
        #expect(try rig.post("/api/stop", as: login).error == "refused")
    }

    @Test func `the page names the placeholder, what only starts, and what was before the first start`() throws {
        let server = try rig.replaceDaemon { _, replier in
            var report = StatusReport.sample
            report.starting = "amina tries tone.mp3"
            report.today[0].isBeforeFirstStart = true
            report.adhans?[0].recording = RecordingName.placeholder
            report.adhans?[0].isPlaceholder = true
            replier.answer(report)
        }
        defer { server.stop() }
        let now = try rig.get("/api/now", as: login).json
        let next = try #require(now["next"] as? [String: Any])
        #expect(next["isPlaceholder"] as? Bool == true && next["file"] as? String == RecordingName.placeholder)
        #expect(now["sounding"] == nil && now["starting"] as? String == "amina tries tone.mp3")
        #expect((now["today"] as? [[String: Any]])?.first?["state"] as? String == "before")
    }
}
