import AdhanCore
import AdhanAudio
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// Hooks around real playbacks, run by the real binary.
@Suite(.serialized) struct HooksTests {
    private let directory: TestDirectory
    private let server: PulseServer
    private let sound: String

    init() throws {
        directory = try TestDirectory()
        server = try PulseServer()
        sound = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 4, channels: 1), channels: 1, in: directory)
    }

    /// A program that writes a line when it begins and when it ends.
    private func recorder(_ name: String = "amplifier", then body: String = "") throws -> String {
        let log = directory.file("hooks.log")
        let text = """
            #!/bin/sh
            echo "$1 $ADHAN_OCCASION,$ADHAN_PRAYER,$ADHAN_DATE,$ADHAN_DUE,$ADHAN_SOURCE,${ADHAN_STATE-none}" >> \(log)
            \(body)
            echo "$1 ends" >> \(log)

            """
        let path = try directory.write(Array(text.utf8), to: name)
        chmod(path, 0o755)
        return path
    }

    private var lines: [String] {
        String(decoding: TestDirectory.bytes(of: directory.file("hooks.log")), as: UTF8.self).split(separator: "\n")
            .map { String($0) }
    }

    private func hooks(_ program: String, more: String = "") -> String {
        "[audio]\nadhan = \"\(sound)\"\n[hooks]\nbefore = [\"\(program)\", \"on\"]\nafter = [\"\(program)\", \"off\"]\n\(more)"
    }

    private func daemon(_ config: String) throws -> RunningDaemon {
        try RunningDaemon(config, in: directory, environment: server.environment)
    }

    private func status(_ daemon: RunningDaemon) throws -> StatusReport {
        let outcome = try daemon.command("status", "--format", "json")
        return try JSONDecoder().decode(StatusReport.self, from: Data(outcome.output.utf8))
    }

    private func doctor(_ daemon: RunningDaemon) throws -> String {
        try daemon.command("doctor", "--config", daemon.config).output
    }

    @Test func `an adhan runs its hooks in order, with their environment`() throws {
        let noon = try DayAtNoon(dhuhrIn: 14)
        try noon.write(in: directory)
        let daemon = try daemon(noon.config(hooks(recorder())))
        #expect(daemon.says("adhan-dhuhr completed", within: .seconds(60)), "\(daemon.running.text)")
        #expect(eventually { lines.count == 4 }, "\(lines)")
        let text = daemon.stop().text
        #expect(lines.count == 4, "\(lines)")
        let due = try #require(text.firstMatch(of: /due at (\S+T\S+)/)).1
        let told = "adhan-dhuhr,dhuhr,\(noon.date),\(due.trimmingCharacters(in: .punctuationCharacters)),file"
        #expect(lines.first == "on \(told),none", "\(lines)")
        #expect(lines.dropFirst() == ["on ends", "off \(told),completed", "off ends"])
        // When the device is armed, and not when it sounds.
        let (ran, began) = (text.firstRange(of: "[hooks] before of"), text.firstRange(of: "began on default"))
        #expect(try #require(ran).lowerBound < #require(began).lowerBound)
    }

    // Its end is also that of what it has forked. On a busy machine this may take a second, which is not what is tried where it exits.
    @Test(arguments: [
        ("exit 3", "20s", "it exited with code 3"), ("sleep 100", "1s", "and was killed"),
        ("sleep 100 & exit 4", "20s", "it exited with code 4"), ("exec yes", "1s", "and was killed"),
    ])
    func `one that fails, hangs, forks or floods stops no adhan, and is a problem`(
        body: String,
        limit: String,
        sentence: String
    ) throws {
        let noon = try DayAtNoon(dhuhrIn: 6)
        try noon.write(in: directory)
        let daemon = try daemon(noon.config(hooks(recorder(then: body), more: "timeout = \"\(limit)\"\n")))
        #expect(daemon.says("adhan-dhuhr completed", within: .seconds(60)), "\(daemon.running.text)")
        #expect(
            eventually { (try? status(daemon).problems.filter { $0.what.contains(sentence) }.count) == 2 },
            "\(daemon.running.text)"
        )
        #expect(lines.count == 2, "\(lines)")
        #expect(daemon.running.text.contains("[hooks] before of \(noon.date) adhan-dhuhr"))
        daemon.stop()
    }

    @Test func `one that hangs at a trial does not keep the amplifier off at the adhan`() throws {
        let noon = try DayAtNoon(dhuhrIn: 40)
        try noon.write(in: directory)
        let body = "[ $ADHAN_OCCASION != trial ] || exec sleep 1000"
        let daemon = try daemon(noon.config(hooks(recorder(then: body), more: "timeout = \"60s\"\n")))
        let trial = try daemon.follow("play")
        #expect(daemon.says(" tries "), "\(trial.text) \(daemon.running.text)")
        #expect(daemon.says("adhan-dhuhr completed", within: .seconds(80)), "\(daemon.running.text)")
        let text = daemon.running.text
        // It has run when the adhan begins.
        let ran = text.firstRange(of: "[hooks] before of \(noon.date) adhan-dhuhr")
        let began = text.firstRange(of: "adhan-dhuhr due at").flatMap { _ in text.firstRange(of: "began on default") }
        #expect(try #require(ran, "\(text)").lowerBound < #require(began).lowerBound, "\(text)")
        daemon.stop()
    }

    @Test func `one that is missing stops no adhan, and check-config warns of it`() throws {
        let noon = try DayAtNoon(dhuhrIn: 6)
        try noon.write(in: directory)
        let daemon = try daemon(noon.config(hooks("/nowhere/amplifier")))
        #expect(daemon.says("adhan-dhuhr completed", within: .seconds(60)), "\(daemon.running.text)")
        #expect(daemon.says("/nowhere/amplifier: it could not be started"))
        let checked = try daemon.command("check-config", daemon.config)
        #expect(checked.code == 0)
        #expect(
            checked.output.contains("[hooks] before: '/nowhere/amplifier': No such file or directory"),
            "\(checked.text)"
        )
        daemon.stop()
    }

    @Test func `one that cannot be run is reported by the self-test, hours before an adhan`() throws {
        let program = directory.file("amplifier")
        let daemon = try daemon(QuietMorning.config + hooks(program))
        #expect(daemon.says("self-test: [hooks] before: '\(program)': No such file"), "\(daemon.running.text)")
        #expect(try status(daemon).problems.map(\.what).count { $0.hasPrefix("[hooks] ") } == 2)
        #expect(try status(daemon).selfTest.state == "failing")
        #expect(try doctor(daemon).contains("!!  hooks        [hooks] before: '\(program)': No such"))
        _ = try recorder()
        // It does not run meanwhile.
        #expect(eventually { (try? status(daemon).problems.count) == 0 }, "\(daemon.running.text)")
        // The self-test is repeated half a minute after the last one, since its fault was mended.
        #expect(daemon.says("self-test: default plays", within: .seconds(60)), "\(daemon.running.text)")
        #expect(try doctor(daemon).contains("OK  hooks        the programs of [hooks] are there"))
        daemon.stop()
    }

    @Test func `a problem ends once the hook has succeeded`() throws {
        let program = try recorder(then: "test -e \(directory.file("fixed")) || exit 5")
        let daemon = try daemon(QuietMorning.config + hooks(program))
        #expect(try daemon.command("play", sound).code == 0)
        #expect(eventually { (try? status(daemon).problems.count) == 2 }, "\(daemon.running.text)")
        let problems = try status(daemon).problems
        #expect(problems.map(\.id) == ["hook:before", "hook:after"])
        #expect(problems.allSatisfy { $0.since != nil })
        // After a failed `before` the amplifier may be off.
        #expect(problems.map { $0.severity == .critical } == problems.map { $0.id == "hook:before" })
        try directory.write([], to: "fixed")
        #expect(try daemon.command("play", sound).code == 0)
        #expect(eventually { (try? status(daemon).problems.count) == 0 }, "\(daemon.running.text)")
        #expect(lines.first?.hasPrefix("on trial,,") == true)
        #expect(lines.last == "off ends")
        #expect(lines.contains { $0.hasPrefix("off trial,,") && $0.hasSuffix(",completed") })
        daemon.stop()
    }

    /// Kills a daemon whose adhan has begun, with its hook.
    ///
    /// - Returns: the day, and the config.
    private func crashInMidAdhan() throws -> (DayAtNoon, String) {
        let noon = try DayAtNoon(dhuhrIn: 6)
        try noon.write(in: directory)
        let config = noon.config(hooks(try recorder()))
        let first = try daemon(config)
        #expect(first.says("began on default"), "\(first.running.text)")
        first.running.process.signal(SIGKILL)
        first.running.process.wait()
        return (noon, config)
    }

    @Test func `after a crash in mid-adhan the next start runs one after`() throws {
        let (noon, config) = try crashInMidAdhan()
        #expect(lines.count == 2, "\(lines)")
        let second = try daemon(config)
        #expect(second.says("adhan-dhuhr interrupted"), "\(second.running.text)")
        #expect(eventually { lines.count == 4 }, "\(lines)")
        // The status of that day names it.
        let problems = try status(second).problems.map(\.what)
        #expect(problems.contains("\(noon.date) adhan-dhuhr was interrupted: the power or the process was lost"))
        second.stop()
        #expect(lines.count == 4 && lines[2].hasSuffix(",interrupted"), "\(lines)")
        // It does not run a second time.
        let third = try daemon(config)
        third.stop()
        #expect(lines.count == 4, "\(lines)")
    }

    @Test func `without the mark the ledger's row is enough`() throws {
        let (_, config) = try crashInMidAdhan()
        unlink(directory.file("state/hook.json"))
        let second = try daemon(config)
        #expect(eventually { lines.count == 4 }, "\(lines)")
        second.stop()
        #expect(lines.count == 4 && lines[2].hasSuffix(",interrupted"), "\(lines)")
    }

    @Test func `a stop of the daemon runs the after, and waits for one that hangs only up to its limit`() throws {
        let noon = try DayAtNoon(dhuhrIn: 6)
        try noon.write(in: directory)
        let daemon = try daemon(
            noon.config(hooks(recorder(then: "test $1 = on || sleep 100"), more: "timeout = \"60s\"\n"))
        )
        #expect(daemon.says("began on default"), "\(daemon.running.text)")
        daemon.running.process.signal(SIGTERM)
        #expect(eventually(within: .seconds(10)) { daemon.running.process.hasEnded })
        #expect(daemon.running.finish().code == 0)
        #expect(lines.count == 3 && lines[2].hasSuffix(",stopped"), "\(lines)")
        #expect(!FileManager.default.fileExists(atPath: directory.file("state/hook.json")))
    }

    @Test func `a rehearsal and a trial without a daemon run hooks, too`() throws {
        let config = try Binary.config(hooks(try recorder()), in: directory)
        let rehearsed = try Binary.run(
            ["rehearse", "asr", "--in", "3s", "--config", config],
            in: directory,
            environment: server.environment
        )
        #expect(rehearsed.code == 0, "\(rehearsed.text)")
        #expect(lines.count == 4, "\(lines)")
        #expect(lines.first?.hasPrefix("on rehearsal,asr,") == true)
        #expect(lines.dropFirst(2).first?.hasSuffix(",rehearsal,completed") == true)
        let played = try Binary.run(
            ["play", sound, "--config", config],
            in: directory,
            environment: server.environment
        )
        #expect(played.code == 0, "\(played.text)")
        #expect(lines.count == 8, "\(lines)")
        #expect(lines.dropFirst(4).first?.hasPrefix("on trial,,") == true)
        #expect(lines.dropFirst(6).first?.hasSuffix(",,completed") == true)
    }
}
