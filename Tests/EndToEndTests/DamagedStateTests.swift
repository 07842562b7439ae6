import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// A start with files of an earlier process that are damaged or not to be believed.
@Suite struct DamagedStateTests {
    private let directory: TestDirectory
    private let silent = QuietMorning.config + "[audio]\ndevices = [\"silent\"]\n"

    init() throws {
        directory = try TestDirectory()
        try FileManager.default.createDirectory(atPath: directory.file("state"), withIntermediateDirectories: false)
    }

    private func problem(_ daemon: RunningDaemon, _ file: String) -> StatusReport.Problem? {
        (try? daemon.report())?.problems.first { $0.what.hasPrefix(directory.file(file)) }
    }

    @Test func `status names a damaged mute until it is mended`() throws {
        try directory.write(Array("{".utf8), to: "state/mute.json")
        let daemon = try RunningDaemon(silent, in: directory)
        #expect(eventually { problem(daemon, "state/mute.json") != nil }, "\(daemon.running.text)")
        let found = try #require(problem(daemon, "state/mute.json"))
        #expect(found.what.hasSuffix(": it cannot be understood, so a start takes no mute from it"), "\(found)")
        #expect(found.advice == "mute again, or end the mute: adhand unmute")
        #expect(try daemon.report().health == .degraded)
        #expect(try daemon.command("reload").code == 0)
        #expect(problem(daemon, "state/mute.json") != nil, "a reload mends nothing")
        #expect(try daemon.command("unmute").code == 0)
        #expect(eventually { problem(daemon, "state/mute.json") == nil })
        #expect(eventually { (try? daemon.report().health) == .healthy })
        daemon.stop()
    }

    @Test func `status names damaged settings until they are set again`() throws {
        try directory.write(Array("[{".utf8), to: "state/settings.json")
        let daemon = try RunningDaemon(silent, in: directory)
        #expect(eventually { problem(daemon, "state/settings.json") != nil }, "\(daemon.running.text)")
        let found = try #require(problem(daemon, "state/settings.json"))
        #expect(found.what.hasSuffix(": it cannot be understood, so a start takes only the config"), "\(found)")
        #expect(try daemon.command("set", "volume.asr", "80").code == 0)
        #expect(eventually { problem(daemon, "state/settings.json") == nil })
        #expect(try String(contentsOfFile: directory.file("state/settings.json.damaged"), encoding: .utf8) == "[{")
        daemon.stop()
    }

    @Test func `status says what a damaged mark of the hooks means for the amplifier`() throws {
        let mark = try directory.write(Array("{".utf8), to: "state/hook.json")
        let daemon = try RunningDaemon(silent + "[hooks]\nafter = [\"/bin/true\"]\n", in: directory)
        #expect(eventually { problem(daemon, "state/hook.json") != nil }, "\(daemon.running.text)")
        let found = try #require(problem(daemon, "state/hook.json"))
        #expect(
            found.what.hasSuffix(
                "; an after hook may be owed, and what it switches off, such as an amplifier, may be on"
            ),
            "\(found)"
        )
        #expect(found.advice == "run both hooks: adhand play; or switch it off by hand, then: sudo rm \(mark)")
        unlink(mark)
        #expect(eventually { (try? daemon.report().health) == .healthy })
        daemon.stop()
    }

    @Test func `a saved mute that would last for years is cut to seven days, and the log says so`() throws {
        let begin = Int64(Date().timeIntervalSince1970) - 3600
        let row = #"{"from": \#(begin)000000, "until": 253402300799000000, "who": "amina"}"#
        try directory.write(Array(row.utf8), to: "state/mute.json")
        let daemon = try RunningDaemon(silent, in: directory)
        let report = try daemon.report()
        let end = try Date(#require(report.mutedUntil), strategy: .iso8601)
        #expect(Int64(end.timeIntervalSince1970) == begin + 7 * 86_400)
        #expect(daemon.says("mute.json: it mutes until 9999-12-31"), "\(daemon.running.text)")
        daemon.stop()
    }
}
