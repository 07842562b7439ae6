import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// The settings of the panel, at a daemon that runs and at its next start.
@Suite struct PanelLayerDaemonTests {
    private let directory: TestDirectory
    private let environment: [String: String]

    init() throws {
        directory = try TestDirectory()
        for folder in ["etc", "state", "state/panel"] {
            try FileManager.default.createDirectory(atPath: directory.file(folder), withIntermediateDirectories: false)
        }
        environment = ["CONFIGURATION_DIRECTORY": directory.file("etc")]
        try directory.write(Array(QuietMorning.config.utf8), to: "etc/config.toml")
    }

    private func start() throws -> RunningDaemon {
        try RunningDaemon(nil, named: nil, in: directory, environment: environment)
    }

    private func set(_ text: String) throws { try directory.write(Array(text.utf8), to: "state/panel/config.toml") }

    /// The iqama of Isha today, as `adhand times` has it.
    private func iqama(_ daemon: RunningDaemon) throws -> String {
        let outcome = try daemon.command("times", "--format", "csv")
        let rows = outcome.output.split(separator: "\n").map {
            $0.split(separator: ",", omittingEmptySubsequences: false)
        }
        guard let column = rows.first?.firstIndex(of: "isha_iqama"), let row = rows.dropFirst().first else { return "" }
        return String(row[column])
    }

    @Test func `it counts at the start, and after a reload, in what commands say, too`() throws {
        try set("[iqama]\nisha = \"23:10\"\n")
        let daemon = try start()
        #expect(try iqama(daemon) == "23:10", "\(daemon.running.text)")
        try set("[iqama]\nisha = \"23:20\"\n")
        #expect(try daemon.command("reload").code == 0)
        #expect(eventually { (try? iqama(daemon)) == "23:20" }, "\(daemon.running.text)")
        daemon.stop()
    }

    @Test func `without a kept config the mosque's own one counts where only the panel's file is wrong`() throws {
        for text in ["[hooks]\nbefore = \"x\"\n", "no TOML"] {
            try set(text)
            unlink(directory.file("state/config.json"))
            let daemon = try start()
            #expect(daemon.says("what the committee's page has set is refused, and left out: "))
            #expect(try daemon.report().place.name == "Morning")
            #expect(try daemon.report().configuration.state == "refused")
            daemon.stop()
        }
    }

    @Test func `what it may not set is refused, and what was accepted stays, over a power cut, too`() throws {
        try set("[iqama]\nisha = \"23:10\"\n")
        let daemon = try start()
        let kept = directory.file("state/config.json")
        #expect(eventually { TestDirectory.bytes(of: kept).contains("23:10".utf8) }, "\(daemon.running.text)")
        try set("[iqama]\nisha = \"23:20\"\n[hooks]\nbefore = \"/tmp/anything\"\n")
        let refused = try daemon.command("reload")
        let sentence = "\(directory.file("state/panel/config.toml")):3: the panel may not set 'hooks'"
        #expect(refused.code == EX_CONFIG && refused.text.contains(sentence), "\(refused.text)")
        let problem = try #require(try daemon.report().problems.first { $0.what.contains(sentence) })
        #expect(problem.advice == "correct it, then: adhand reload")
        daemon.running.process.signal(SIGKILL)
        daemon.running.process.wait()
        let next = try start()
        #expect(next.says("the panel may not set 'hooks'"))
        #expect(try next.report().configuration.state == "refused")
        #expect(try iqama(next) == "23:10")
        next.stop()
    }
}
