import AdhanCore
import Testing

@testable import AdhanConfig
@testable import AdhanControl
@testable import AdhanDoctor

@Suite struct SourcesCheckTests {
    private func timetable(_ text: String) throws -> TimetableConfiguration {
        let node = try TOMLNode.parse(Array(text.utf8), file: "config.toml")
        return TimetableConfiguration(ConfigTable("", [node]).table("timetable"))
    }

    private func daemon(_ sources: StatusReport.Source...) -> Result<StatusReport, ControlFault> {
        .success(StatusReport.example { $0.sources = sources })
    }

    private let aladhan = "[timetable]\nsources = [\"aladhan\"]\n"

    @Test func `a mosque without a network source is in order`() throws {
        let findings = SourcesCheck.findings(try timetable("[timetable]\n"), .failure(.notRunning(path: "/run/x")))
        #expect(findings.map(\.isGood) == [true])
    }

    @Test func `each source is shown as the daemon reports it`() throws {
        let timetable = try timetable(aladhan)
        func findings(_ state: String, _ words: String) -> [Finding] {
            SourcesCheck.findings(timetable, daemon(.init(name: "aladhan", state: state, words: words)))
        }
        #expect(findings("ok", "2026-11 with 30 days").map(\.isGood) == [true])
        #expect(findings("failing", "aladhan: 429").map(\.words) == ["aladhan: 429"])
        #expect(findings("failing", "aladhan: 429").first?.advice?.contains("adhand refresh --now") == true)
        #expect(findings("unasked", "").map(\.isGood) == [false])
    }

    @Test func `a missing daemon, or one with another config, is reported`() throws {
        let timetable = try timetable(aladhan)
        #expect(SourcesCheck.findings(timetable, .failure(.notRunning(path: "/run/x"))) == [.needs(.service)])
        #expect(SourcesCheck.findings(timetable, daemon()).first?.advice?.contains("adhand reload") == true)
    }
}
