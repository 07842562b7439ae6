import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport
@testable import AdhanCore

/// What the daemon says about its sound while a file or a card is missing, and afterwards.
@Suite(.serialized) struct WhatStatusSaysTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    @Test func `a trial without a card is given up within seconds, not after a minute`() throws {
        let daemon = try RunningDaemon(QuietMorning.config, in: directory)
        let start = BootClock.now()
        let outcome = try daemon.command("play")
        #expect(BootClock.now() - start < .seconds(15))
        #expect(outcome.code == EX_UNAVAILABLE, "\(outcome.text)")
        #expect(outcome.text.contains("the sound card is missing ("), "\(outcome.text)")
        #expect(outcome.text.contains("no device was found within 5s, so nothing was heard"), "\(outcome.text)")
        #expect(try daemon.command("unmute").output == "nothing was muted\n")
        daemon.stop()
        let alone = try Binary.run(["play", "--config", daemon.config], in: directory)
        #expect(BootClock.now() - start < .seconds(30))
        #expect(alone.code == EX_UNAVAILABLE && alone.errors.contains("the sound card is missing ("), "\(alone.text)")
    }

    @Test func `a start after a power cut is reported, and one after a shutdown is not`() throws {
        let config = QuietMorning.config + "[audio]\ndevices = [\"null\"]\n"
        func cuts(_ daemon: RunningDaemon) throws -> [String] {
            try daemon.report().problems.filter { $0.id?.hasPrefix("power") == true }.map {
                "\($0.id ?? ""): \($0.what)"
            }
        }
        /// A reboot empties this folder.
        func reboot() throws { try FileManager.default.removeItem(atPath: directory.file("run")) }
        let first = try RunningDaemon(config, in: directory)
        first.running.process.signal(SIGKILL)
        _ = first.running.finish()
        let killed = try RunningDaemon(nil, in: directory)
        #expect(try cuts(killed) == [])
        killed.running.process.signal(SIGKILL)
        _ = killed.running.finish()
        try reboot()
        let second = try RunningDaemon(nil, in: directory)
        let found = try cuts(second)
        #expect(found.count == 1 && found.first?.hasPrefix("power:1: the box started on ") == true, "\(found)")
        #expect(second.stop().code == 0)
        let restarted = try RunningDaemon(nil, in: directory)
        #expect(try cuts(restarted) == found)
        restarted.stop()
        try reboot()
        let last = try RunningDaemon(nil, in: directory)
        #expect(try cuts(last) == [])
        last.stop()
    }

    @Test func `a slip in the list of devices is said although another one plays`() throws {
        let daemon = try RunningDaemon(QuietMorning.config + "[audio]\ndevices = [\"nope\", \"null\"]\n", in: directory)
        let sentence = "null plays, and the recording decodes whole; no such device 'nope'; "
        #expect(eventually { (try? daemon.report().selfTest.words.hasPrefix(sentence)) == true })
        let report = try daemon.report()
        #expect(report.health == .healthy && report.selfTest.state == "ok", "\(report.selfTest)")
        daemon.stop()
    }

    @Test func `a removed recording still sounds, and status says so; once it is back, nothing is reported as failing`()
        throws
    {
        let server = try PulseServer()
        let file = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: directory)
        let config = QuietMorning.config + "[audio]\nadhan = \"\(file)\"\n"
        let daemon = try RunningDaemon(config, in: directory, environment: server.environment)
        #expect(eventually { (try? daemon.report().selfTest.state) == "ok" }, "\(daemon.running.text)")
        let bytes = TestDirectory.bytes(of: file)
        try FileManager.default.removeItem(atPath: file)
        let sentence = "there is no file '\(file)'; the copy in memory still sounds, until the daemon is restarted"
        #expect(eventually { (try? daemon.report().problems.contains { $0.what == sentence }) == true })
        daemon.stop()

        let next = try RunningDaemon(nil, in: directory, environment: server.environment)
        #expect(eventually { (try? next.report().selfTest.state) == "failing" }, "\(next.running.text)")
        try bytes.withUnsafeBufferPointer { try Data($0).write(to: URL(filePath: file)) }
        #expect(eventually { (try? next.report().health) == .healthy })
        let found = try next.report()
        #expect(found.health == .healthy && found.selfTest.state != "failing", "\(found.selfTest)")
        next.stop()
    }

    @Test func `a recording and a WAV file that the daemon may not open are said as such, with what to do`() throws {
        let file = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: directory)
        #expect(chmod(file, 0) == 0)
        let closed = directory.file("closed")
        #expect(mkdir(closed, 0o555) == 0)
        let daemon = try RunningDaemon(
            QuietMorning.config + "[audio]\nadhan = \"\(file)\"\ndevices = [\"file:\(closed)/adhan.wav\"]\n",
            in: directory,
            prefix: Binary.withoutOverride
        )
        func problem(_ part: String) -> StatusReport.Problem? {
            (try? daemon.report())?.problems.first { $0.what.contains(part) }
        }
        #expect(eventually { problem("cannot read '\(file)': Permission denied") != nil }, "\(daemon.running.text)")
        #expect(problem("cannot read '\(file)'")?.remedy.contains("sudo adhand check-config") == true)
        #expect(eventually { problem("/adhan.wav: Permission denied") != nil })
        let report = try daemon.report()
        #expect(report.selfTest.state == "failing" && report.audio.state == "failing", "\(report.audio)")
        daemon.stop()
        let doctor = try Binary.run(
            ["doctor", "--config", daemon.config],
            in: directory,
            prefix: Binary.withoutOverride
        )
        #expect(doctor.output.contains("/adhan.wav: Permission denied"), "\(doctor.text)")
        #expect(!doctor.output.contains("aplay") && doctor.output.contains("!!  card "), "\(doctor.text)")
    }

    @Test func `the Hijri date is said, and the next of each kind, also where it is months away`() throws {
        let more = """
            [jumuah]
            times = ["13:00"]
            [eid]
            fitr = ["08:00"]
            adha = ["08:00"]
            """
        let daemon = try RunningDaemon(QuietMorning.config + more, in: directory)
        // It answers before it has loaded its timetable.
        #expect(eventually { (try? daemon.report().hijri) != nil })
        let report = try daemon.report()
        #expect(Set(report.upcoming.map(\.occasion)).isSuperset(of: ["jumuah-1", "imsak", "iftar", "eid-1"]))
        #expect(report.upcoming.map(\.at) == report.upcoming.map(\.at).sorted())
        let today = try #require(report.hijri)
        let words = try HijriDate(today).words
        #expect(try daemon.command("status").output.contains(", \(words)\n"))
        #expect(try daemon.command("hijri").output.contains("  \(today)  \(words)\n"))
        daemon.stop()
    }
}
