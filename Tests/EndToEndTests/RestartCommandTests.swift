import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// A new version is taken up without cutting an adhan. In systemctl's place a program writes down when it was run.
struct RestartCommandTests {
    private let directory: TestDirectory

    init() throws {
        directory = try TestDirectory()
        mkdir(directory.file("bin"), 0o755)
        let script = "#!/bin/sh\necho \"$@\" >\"\(directory.file("restarted"))\"\n"
        try directory.write(Array(script.utf8), to: "bin/systemctl")
        chmod(directory.file("bin/systemctl"), 0o755)
    }

    private var path: [String: String] { ["PATH": directory.file("bin") + ":/usr/bin:/bin"] }
    private var restarted: String {
        String(decoding: TestDirectory.bytes(of: directory.file("restarted")), as: UTF8.self)
    }
    private static let units =
        "try-restart adhand.service adhand-sync.service adhand-notify.service adhand-mirror.service adhand-display.service adhand-panel.service\n"

    /// A daemon whose Dhuhr is due in so many seconds.
    private func daemon(dhuhrIn seconds: Int, more: String = "") throws -> RunningDaemon {
        let day = try DayAtNoon(dhuhrIn: seconds)
        try day.write(in: directory)
        let config = day.config("[audio]\ndevices = [\"silent\"]\n\(more)")
        let box = path.merging(["CONFIGURATION_DIRECTORY": directory.path]) { $1 }
        return try RunningDaemon(config, named: nil, in: directory, environment: box)
    }

    @Test func `a restart waits for the end of an adhan, and of the program after it`() throws {
        let hooks = "[hooks]\nafter = [\"sh\", \"-c\", \"sleep 4; echo off > \(directory.file("amplifier"))\"]\n"
        let daemon = try daemon(dhuhrIn: 5, more: hooks)
        let restart = try daemon.follow("restart", "--when-quiet", "--within", "1m")
        #expect(eventually { restart.text.contains("adhan-dhuhr sounds") }, "\(restart.text)")
        #expect(restarted.isEmpty)
        #expect(restart.finish().code == 0, "\(restart.text)")
        #expect(restarted == Self.units)
        #expect(TestDirectory.bytes(of: directory.file("amplifier")) == Array("off\n".utf8), "\(restart.text)")
        #expect(restart.text.contains("the after of adhan-dhuhr runs"), "\(restart.text)")
        let history = try daemon.command("history", "--format", "csv", "--config", daemon.config)
        #expect(history.output.contains("adhan-dhuhr,completed"), "\(history.text)")
        daemon.stop()
    }

    @Test func `a box that is not quiet within the limit is left as it is`() throws {
        let daemon = try daemon(dhuhrIn: 400)
        #expect(daemon.says("timetable refreshed"), "\(daemon.running.text)")
        let refused = try daemon.command("restart", "--when-quiet", "--within", "1s")
        #expect(refused.code == EX_TEMPFAIL && refused.errors.contains("is not restarted"), "\(refused.text)")
        #expect(restarted.isEmpty)
        daemon.stop()
        // Nothing runs that could be cut.
        let stopped = try daemon.command("restart", "--when-quiet")
        #expect(stopped.code == 0 && restarted == Self.units, "\(stopped.text)")
        #expect(stopped.output.contains("restarting those of adhand's services that run. "), "\(stopped.text)")
    }

    @Test func `a daemon that runs is not restarted into a config that it would refuse`() throws {
        let daemon = try daemon(dhuhrIn: 3600)
        #expect(daemon.says("timetable refreshed"), "\(daemon.running.text)")
        let config = try String(contentsOfFile: daemon.config, encoding: .utf8)
        // A newer version that refuses a value refuses it in the last accepted config, too.
        let refused = config + "[schedule]\ngrace = \"9d\"\n"
        try Data(refused.utf8).write(to: URL(filePath: daemon.config))
        let kept = directory.file("state/config.json")
        #expect(unlink(kept) == 0)
        let answer = try daemon.command("restart")
        #expect(answer.code == EX_CONFIG && answer.errors.contains("grace"), "\(answer.text)")
        #expect(restarted.isEmpty)
        daemon.stop()
        // Nothing would fall silent.
        let stopped = try daemon.command("restart")
        #expect(stopped.code == 0 && restarted == Self.units, "\(stopped.text)")
    }

    @Test func `a restart with a wrong config says that the last accepted one counts`() throws {
        let daemon = try daemon(dhuhrIn: 3600)
        let kept = directory.file("state/config.json")
        #expect(eventually { access(kept, F_OK) == 0 }, "\(daemon.running.text)")
        let config = try String(contentsOfFile: daemon.config, encoding: .utf8)
        try Data("\(config)\n[place".utf8).write(to: URL(filePath: daemon.config))
        let answer = try daemon.command("restart")
        #expect(answer.code == 0 && restarted == Self.units, "\(answer.text)")
        let words = "; adhand starts with the config that it last accepted\n"
        #expect(answer.errors.contains(daemon.config) && answer.errors.hasSuffix(words), "\(answer.text)")
        daemon.stop()
    }

    @Test func `a daemon that is just starting is waited for`() throws {
        let first = try daemon(dhuhrIn: 3600)
        first.stop()
        let restart = try first.follow("restart", "--when-quiet", "--within", "30s", "--config", first.config)
        #expect(eventually { restart.text.contains("perhaps it is just starting") }, "\(restart.text)")
        let daemon = try daemon(dhuhrIn: 300)
        #expect(eventually { restart.text.contains("the adhan of dhuhr is due") }, "\(restart.text)")
        #expect(restarted.isEmpty)
        restart.process.signal(SIGTERM)
        _ = restart.finish()
        daemon.stop()
    }

    @Test func `a late adhan that is still tried is waited for`() throws {
        try directory.write(Array("no recording".utf8), to: "adhan.mp3")
        let daemon = try daemon(dhuhrIn: 3, more: "adhan = \"adhan.mp3\"\n")
        #expect(daemon.says("tried again each second"), "\(daemon.running.text)")
        #expect(eventually { (try? daemon.report().next?.prayer) == "asr" })
        let refused = try daemon.command("restart", "--when-quiet", "--within", "1s")
        #expect(refused.code == EX_TEMPFAIL && refused.errors.contains("adhan-dhuhr is due"), "\(refused.text)")
        #expect(restarted.isEmpty)
        daemon.stop()
    }

    @Test func `a limit without a wait is refused, since nothing is waited for`() throws {
        let outcome = try Binary.run(["restart", "--within", "5m"], in: directory, environment: path)
        #expect(outcome.code == EX_USAGE && outcome.errors.contains("--when-quiet"), "\(outcome.text)")
        #expect(restarted.isEmpty)
    }

    @Test func `a daemon whose kept config has a value that this version refuses is not restarted`() throws {
        let daemon = try daemon(dhuhrIn: 3600)
        #expect(daemon.says("timetable refreshed"), "\(daemon.running.text)")
        // The version before has accepted it.
        let kept = directory.file("state/config.json")
        #expect(eventually { access(kept, F_OK) == 0 }, "\(daemon.running.text)")
        let text = String(decoding: TestDirectory.bytes(of: kept), as: UTF8.self)
        let other = text.replacing(#""text" : ""#, with: #""text" : "[display]\nlisten = \"all\"\n"#)
        #expect(other != text)
        try Data(other.utf8).write(to: URL(filePath: kept))
        let config = try String(contentsOfFile: daemon.config, encoding: .utf8)
        try Data(("[display]\nlisten = \"all\"\n" + config).utf8).write(to: URL(filePath: daemon.config))
        let answer = try daemon.command("restart")
        #expect(answer.code == EX_CONFIG && answer.errors.contains("listen"), "\(answer.text)")
        #expect(restarted.isEmpty)
        daemon.stop()
    }
}
