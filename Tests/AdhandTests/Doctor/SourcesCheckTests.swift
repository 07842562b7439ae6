import AdhanCore
import Testing

@testable import AdhanSupport
@testable import adhand

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
        let findings = SourcesCheck.findings(
            try timetable("[timetable]\n"),
            .failure(.notRunning(path: "/run/x")),
            sync: .noSystemd
        )
        #expect(findings.map(\.isGood) == [true])
    }

    @Test func `each source is shown as the daemon reports it`() throws {
        let timetable = try timetable(aladhan)
        func findings(_ state: String, _ words: String) -> [Finding] {
            SourcesCheck.findings(
                timetable,
                daemon(.init(name: "aladhan", state: state, words: words)),
                sync: .noSystemd
            )
        }
        #expect(findings("ok", "2026-11 with 30 days").map(\.isGood) == [true])
        #expect(findings("failing", "aladhan: 429").map(\.words) == ["aladhan: 429"])
        #expect(findings("failing", "aladhan: 429").first?.advice?.contains("adhand refresh --now") == true)
        #expect(findings("unasked", "").map(\.isGood) == [false])
    }

    @Test func `a service that fetches nothing is reported with the command that starts it`() throws {
        func words(_ text: String, _ active: String) throws -> [String] {
            let found = daemon(.init(name: "aladhan", state: "ok", words: "2026-11 with 30 days"))
            let sync = UnitState.unit(load: "loaded", active: active, file: "static")
            return SourcesCheck.findings(try timetable(text), found, sync: sync).map { $0.words + ($0.advice ?? "") }
        }
        let failed = try words(aladhan, "failed").first
        #expect(failed?.hasPrefix("the service adhand-sync, which fetches the timetables, is failed") == true)
        #expect(failed?.contains("sudo systemctl start adhand-sync") == true)
        #expect(try words(aladhan, "active") == ["aladhan has answered: 2026-11 with 30 days"])
        #expect(try words("[timetable]\n", "failed") == ["[timetable] names no source on the network"])
    }

    @Test func `a missing daemon, or one with another config, is reported`() throws {
        let timetable = try timetable(aladhan)
        #expect(
            SourcesCheck.findings(timetable, .failure(.notRunning(path: "/run/x")), sync: .noSystemd) == [
                .needs("service")
            ]
        )
        #expect(
            SourcesCheck.findings(timetable, daemon(), sync: .noSystemd).first?.advice?.contains("adhand reload")
                == true
        )
    }
}
