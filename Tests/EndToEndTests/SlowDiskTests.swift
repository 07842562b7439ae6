import AdhanAudio
import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport
@testable import AdhanCaller

/// A state disk that answers only after the start has gone on without it (`Tests/Shims/hanging-files.c`).
@Suite(.serialized) struct SlowDiskTests {
    private let directory: TestDirectory
    private let environment: [String: String]

    init() throws {
        directory = try TestDirectory()
        let source = Binary.root + "/Tests/Shims/hanging-files.c"
        let shim = directory.file("hanging-files.so")
        try ChildProcess.run(["cc", "-shared", "-fPIC", "-o", shim, source, "-ldl"])
        #expect(mkdir(directory.file("state"), 0o700) == 0)
        environment = [
            "LD_PRELOAD": shim, "ADHAND_HANGING": directory.file("state"),
            "ADHAND_HANGING_UNTIL": "\(Int(Date().timeIntervalSince1970) + 18)",
        ]
    }

    private func report() throws -> StatusReport {
        try ControlClient(path: directory.file("run/adhand.sock")).ask(ControlRequest(.status), for: StatusReport.self)
    }

    @Test func `a mute from a late disk is taken up then`() throws {
        let now = LinuxClock().wall()
        try MuteStore(file: directory.file("state/mute.json"))
            .save(Mute(from: now, until: now + .hours(5), who: "amina"))
        let daemon = try RunningDaemon(QuietMorning.config, in: directory, environment: environment)
        #expect(try report().mutedUntil == nil)
        #expect(daemon.says("the mute is taken up late", within: .seconds(40)), "\(daemon.running.text)")
        #expect(eventually { (try? report().mutedBy) == "amina" })
        daemon.stop()
    }

    @Test func `a mute that was set meanwhile stays`() throws {
        let now = LinuxClock().wall()
        try MuteStore(file: directory.file("state/mute.json"))
            .save(Mute(from: now, until: now + .hours(5), who: "amina"))
        let daemon = try RunningDaemon(QuietMorning.config, in: directory, environment: environment)
        try ControlClient(path: directory.file("run/adhand.sock")).ask(ControlRequest(.unmute))
        #expect(
            daemon.says(
                "the mute (\(directory.file("state/mute.json"))): the disk has answered late",
                within: .seconds(40)
            )
        )
        #expect(try report().mutedUntil == nil)
        daemon.stop()
    }

    @Test func `settings from a late disk are taken up then, and what was set meanwhile counts before them`() throws {
        let (now, file) = (LinuxClock().wall(), directory.file("state/settings.json"))
        let changes = [("volume.fajr", "20"), ("volume.asr", "30")]
        try PreferenceStore(file: file)
            .save(Preferences(try changes.map { try .init($0.0, $0.1, who: "amina", at: now) }))
        let daemon = try RunningDaemon(QuietMorning.config, in: directory, environment: environment)
        #expect(try report().settings?.isEmpty ?? true)
        let socket = ControlClient(path: directory.file("run/adhand.sock"))
        let done = try socket.ask(ControlRequest(.set, key: "volume.asr", value: "90"), for: Done.self)
        #expect(done.notes.first?.words.contains("has not answered since the start") == true, "\(done)")
        #expect(daemon.says("the settings are taken up late", within: .seconds(40)), "\(daemon.running.text)")
        let name = ControlCaller(uid: getuid()).name
        let expected = ["volume.fajr 20 by amina", "volume.asr 90 by \(name)"]
        #expect(try report().settings == expected)
        #expect(eventually { (try? PreferenceStore(file: file).load()?.inForce.map(\.who)) == ["amina", name] })
        daemon.stop()
    }

    @Test func `a setting is in force although the disk hangs, and is saved when it answers`() throws {
        let hanging = directory.file("hanging")
        let environment = environment.merging(["ADHAND_HANGING_ONCE": hanging, "ADHAND_HANGING_UNTIL": "9999999999"]) {
            $1
        }
        let daemon = try RunningDaemon(QuietMorning.config, in: directory, environment: environment)
        let file = directory.file("state/settings.json")
        try directory.write([], to: "hanging")
        let socket = ControlClient(path: directory.file("run/adhand.sock"))
        let done = try socket.ask(ControlRequest(.set, key: "volume.asr", value: "90"), for: Done.self)
        let words = "the disk of \(file) has not answered for 2s; until it does, a restart forgets the change"
        #expect(done.words == "volume.asr is 90 from now on" && done.notes == [ConfigNote(words)])
        #expect(try report().problems.contains { $0.what == words })
        unlink(hanging)
        #expect(eventually { (try? report().problems.contains { $0.what == words }) == false })
        #expect(try PreferenceStore(file: file).load()?.inForce.count == 1)
        daemon.stop()
    }

    @Test func `a lock that is found held late is reported, also in the status`() throws {
        let lock = try LockFile(directory.file("state/ledger.sqlite.lock"))
        let daemon = try RunningDaemon(QuietMorning.config, in: directory, environment: environment)
        #expect(daemon.says("two daemons may call each prayer", within: .seconds(40)), "\(daemon.running.text)")
        let problems = try report().problems.map(\.what)
        #expect(problems.contains { $0.contains("is held by another process") }, "\(problems)")
        withExtendedLifetime(lock) {}
        daemon.stop()
    }
}
