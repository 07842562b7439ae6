@testable import AdhanCaller
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// A reload with a config on a disk that hangs (`Tests/Shims/hanging-files.c`).
@Suite struct HangingReloadTests {
    private let directory: TestDirectory
    private let daemon: RunningDaemon
    private let systemd: NotifySocket

    init() throws {
        directory = try TestDirectory()
        systemd = try NotifySocket(in: directory)
        daemon = try RunningDaemon(
            QuietMorning.config,
            in: directory,
            environment: try HangingDisk.environment(in: directory).merging(["NOTIFY_SOCKET": systemd.path]) { $1 }
        )
    }

    private func place() throws -> String {
        let outcome = try daemon.command("status", "--format", "json")
        return try JSONDecoder().decode(StatusReport.self, from: Data(outcome.output.utf8)).place.name
    }

    @Test func `the daemon goes on without a ledger on a disk that hangs, and takes up the next config`() throws {
        #expect(eventually { systemd.messages().contains { $0.hasPrefix("READY=1") } })
        try daemon.write(
            QuietMorning.config.replacing("Morning", with: "Hung") + "[ledger]\nfile = \"gone/ledger.db\"\n"
        )
        let hung = try daemon.command("reload")
        #expect(hung.code == 0, "\(hung.text)")
        #expect(eventually { (try? place()) == "Hung" })
        #expect(daemon.running.text.contains("gone/ledger.db is not locked"), "\(daemon.running.text)")
        try daemon.write(QuietMorning.config.replacing("Morning", with: "Mended"))
        let mended = try daemon.command("reload")
        #expect(mended.code == 0, "\(mended.text)")
        #expect(eventually { (try? place()) == "Mended" })
        // Each reload is over for systemd, too.
        let said = systemd.messages().compactMap { $0.split(separator: "=").first }.filter { $0 != "STATUS" }
        #expect(said == ["RELOADING", "READY", "RELOADING", "READY"], "\(said)")
        daemon.running.process.signal(SIGKILL)
    }

    @Test func `a config whose timetable has not been read is not said to be in order`() throws {
        let file = directory.file("gone/times.csv")
        try daemon.write(QuietMorning.config + "[timetable]\nfile = \"\(file)\"\n")
        let outcome = try daemon.command("reload")
        #expect(outcome.code == 0 && outcome.output.contains("\(file) has not been read yet"), "\(outcome.text)")
        #expect(!outcome.output.contains("in order"), "\(outcome.text)")
        daemon.running.process.signal(SIGKILL)
    }

    @Test func `recordings elsewhere are checked while those of the earlier config hang`() throws {
        func config(_ file: String) -> String { QuietMorning.config + "[audio]\nadhan = \"\(file)\"\n" }
        let good = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: directory)
        try daemon.write(config("gone/adhan.mp3"))
        #expect(try daemon.command("reload").code == 0)
        try daemon.write(config(good))
        #expect(try daemon.command("reload").code == 0)
        #expect(daemon.says("sound \(good): "), "\(daemon.running.text)")
        try directory.write([0], to: "adhan.mp3")
        func problems() throws -> [String] {
            let outcome = try daemon.command("status", "--format", "json")
            return try JSONDecoder().decode(StatusReport.self, from: Data(outcome.output.utf8)).problems.map(\.what)
        }
        #expect(
            eventually(within: .seconds(30)) { (try? problems().contains { $0.contains(good) }) == true },
            "\(daemon.running.text)"
        )
        daemon.running.process.signal(SIGKILL)
    }

    @Test func `a trial of one recording does not wait for another whose disk hangs`() throws {
        let directory = try TestDirectory()
        let good = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: directory)
        let files = "adhan_fajr = \"gone/fajr.mp3\"\nadhan = \"\(good)\"\n"
        let daemon = try RunningDaemon(
            QuietMorning.config + "[audio]\ndevices = [\"null\"]\n" + files,
            in: directory,
            environment: try HangingDisk.environment(in: directory)
        )
        #expect(daemon.says("the ledger is read"))
        let played = try daemon.command("play", "dhuhr")
        #expect(played.code == 0, "\(played.text)")
        daemon.running.process.signal(SIGKILL)
    }
}

/// The folder `gone`, or another, on a disk that hangs.
private enum HangingDisk {
    /// The environment for a daemon that sees it so.
    static func environment(in directory: TestDirectory, _ name: String = "gone") throws -> [String: String] {
        let source = Binary.root + "/Tests/Shims/hanging-files.c"
        let shim = directory.file("hanging-files.so")
        try ChildProcess.run(["cc", "-shared", "-fPIC", "-o", shim, source, "-ldl"])
        return ["LD_PRELOAD": shim, "ADHAND_HANGING": directory.file(name)]
    }
}

/// Every disk hangs, also that of the runtime folder.
@Suite struct HangingRuntimeFolderTests {
    @Test func `a stop during a reload takes no longer than systemd waits`() throws {
        let directory = try TestDirectory()
        var environment = try HangingDisk.environment(in: directory, "")
        environment["ADHAND_HANGING_ONCE"] = directory.file("hangs")
        let daemon = try RunningDaemon(QuietMorning.config, in: directory, environment: environment)
        try directory.write([], to: "hangs")
        daemon.running.process.signal(SIGHUP)
        let start = BootClock.now()
        let outcome = daemon.stop()
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(BootClock.now() - start < Daemon.longestStop)
    }

    @Test func `a stop while nothing runs closes no ledger on the loop's thread`() throws {
        let directory = try TestDirectory()
        var environment = try HangingDisk.environment(in: directory, "state")
        environment["ADHAND_HANGING_ONCE"] = directory.file("hangs")
        let daemon = try RunningDaemon(QuietMorning.config, in: directory, environment: environment)
        #expect(daemon.says("the ledger is read") && daemon.says("self-test"), "\(daemon.running.text)")
        try directory.write([], to: "hangs")
        let start = BootClock.now()
        #expect(daemon.stop().code == 0)
        #expect(BootClock.now() - start < Daemon.longestStop)
    }

    @Test func `a start goes on without its socket, and has it once the disk answers`() throws {
        let directory = try TestDirectory()
        var environment = try HangingDisk.environment(in: directory, "run")
        environment["ADHAND_HANGING_UNTIL"] = "\(Int(Date().timeIntervalSince1970) + 12)"
        let file = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: directory)
        let config = QuietMorning.config + "[audio]\ndevices = [\"null\"]\n"
        let daemon = try RunningDaemon(config, in: directory, environment: environment)
        let name = "the control socket (\(directory.file("run/adhand.sock"))): the disk has"
        for words in ["\(name) not answered within 5.0 s", "\(name) answered late", "the ledger is read"] {
            #expect(daemon.says(words), "\(daemon.running.text)")
        }
        // A command gets the result.
        let played = try daemon.command("play", file)
        #expect(played.code == 0, "\(played.text)")
        #expect(daemon.stop().code == 0)
        #expect(!FileManager.default.fileExists(atPath: directory.file("run/adhand.sock")))
    }
}

/// A reload while the only sound device hangs.
@Suite struct HangingDeviceReloadTests {
    @Test func `the answer says how long the device is waited for, and then the prayer is called on the other`() throws
    {
        let (directory, day) = (try TestDirectory(), try DayAtNoon(dhuhrIn: 9))
        let gone = directory.file("gone/sound")
        let pcm = "pcm.hung { type file slave.pcm null file \"\(gone)\" format raw truncate false }\n"
        try directory.write(Array(pcm.utf8), to: ".asoundrc")
        try day.write(in: directory)
        func config(_ device: String) -> String { day.config("[audio]\ndevices = [\"\(device)\"]\n") }
        let environment = try HangingDisk.environment(in: directory)
        let daemon = try RunningDaemon(config("hung"), in: directory, environment: environment)
        // From then on it waits for the device: the prayer's second is near.
        #expect(daemon.says("the ledger is read"))
        try daemon.write(config("null"))
        let outcome = try daemon.command("reload")
        #expect(outcome.code == 0 && outcome.output.contains("as soon as the sound device fails"), "\(outcome.text)")
        #expect(daemon.running.text.contains("fails, which takes up to 10s"), "\(daemon.running.text)")
        #expect(daemon.says("began on null"), "\(daemon.running.text)")
        daemon.stop()
    }
}

/// A reload while the mosque's own timetable cannot be read: the days read before are still called.
@Suite struct UnreadTimetableReloadTests {
    private let directory: TestDirectory
    private let day: DayAtNoon
    private let file: String
    private let config: String

    init() throws {
        (directory, day) = (try TestDirectory(), try DayAtNoon(dhuhrIn: 3000))
        mkdir(directory.file("gone"), 0o700)
        file = directory.file("gone/timetable.json")
        try day.write(in: directory)
        try #require(rename(directory.file("timetable.json"), file) == 0)
        config = day.config().replacing("timetable.json", with: "gone/timetable.json")
    }

    /// A daemon that has read the times; the disk hangs from `hang` on.
    private func daemon() throws -> RunningDaemon {
        var environment = try HangingDisk.environment(in: directory)
        environment["ADHAND_HANGING_ONCE"] = directory.file("hangs")
        let daemon = try RunningDaemon(config, in: directory, environment: environment)
        try #require(eventually { (try? daemon.report().next) != nil }, "\(daemon.running.text)")
        return daemon
    }

    private func hang() throws { try directory.write([], to: "hangs") }

    private func reload(_ daemon: RunningDaemon, as name: String) throws {
        try daemon.write(config.replacing("Noon", with: name))
        let outcome = try daemon.command("reload")
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(eventually { (try? daemon.report().place.name) == name })
    }

    @Test func `on a disk that hangs its times stay over every reload, and status says so`() throws {
        let daemon = try daemon()
        let before = try daemon.report()
        #expect(before.next?.source == "file", "\(daemon.running.text)")
        try hang()
        for name in ["Once", "Twice"] {
            try reload(daemon, as: name)
            let after = try daemon.report()
            #expect(after.next?.source == "file" && after.next?.at == before.next?.at, "\(daemon.running.text)")
            // A self-test that has ended meanwhile may add why a prayer will not be heard.
            #expect(after.today.map(\.at) == before.today.map(\.at))
            #expect(
                after.problems.map(\.what).contains("\(file) has not answered; the days read before are still used")
            )
        }
        daemon.running.process.signal(SIGKILL)
    }

    @Test func `a disk that begins to hang, and answers again, is one journal line each`() throws {
        let daemon = try daemon()
        try hang()
        // Asked for at once; otherwise it is read each twenty seconds.
        _ = try daemon.command("refresh")
        let words =
            "\(file) has not answered for 10s; the days read before are still used. It is read once its disk or server answers"
        #expect(eventually(within: .seconds(45)) { daemon.says(words) }, "\(daemon.running.text)")
        #expect(daemon.says("if you replace that: sudo systemctl restart adhand"))
        #expect(!daemon.running.text.contains("answers again"))
        unlink(directory.file("hangs"))
        #expect(eventually(within: .seconds(15)) { daemon.says("\(file) answers again") }, "\(daemon.running.text)")
        #expect(daemon.running.text.components(separatedBy: words).count == 2)
        #expect(try daemon.report().next?.source == "file")
        daemon.stop()
    }

    @Test func `one that is broken at a reload is named, and its times stay until it is whole`() throws {
        let daemon = try daemon()
        let before = try daemon.report()
        let bytes = TestDirectory.bytes(of: file)
        try directory.write(Array(bytes.dropLast(20)), to: "gone/timetable.json")
        try reload(daemon, as: "Broken")
        let after = try daemon.report()
        #expect(after.next?.source == "file" && after.next?.at == before.next?.at, "\(daemon.running.text)")
        let problem = try #require(after.problems.map(\.what).first { $0.hasPrefix(file) })
        #expect(problem.hasSuffix("; the days read before are still used"), "\(problem)")
        try directory.write(bytes, to: "gone/timetable.json")
        #expect(try daemon.command("refresh").code == 0)
        #expect(eventually { (try? daemon.report().problems.contains { $0.what == problem }) == false })
        #expect(try daemon.report().next?.at == before.next?.at)
        daemon.stop()
    }

    @Test func `a bundled one that hangs does not keep another from being read at a reload`() throws {
        try directory.write(TestDirectory.bytes(of: file), to: "good.json")
        let bundled = config.replacing("file = \"gone/", with: "bundle = \"gone/")
        try hang()
        var environment = try HangingDisk.environment(in: directory)
        environment["ADHAND_HANGING_ONCE"] = directory.file("hangs")
        let daemon = try RunningDaemon(bundled, in: directory, environment: environment)
        #expect(eventually { (try? daemon.report().next?.source) == "calculation" }, "\(daemon.running.text)")
        try daemon.write(bundled.replacing("gone/timetable", with: "good"))
        #expect(try daemon.command("reload").code == 0)
        #expect(eventually { (try? daemon.report().next?.source) == "bundle" }, "\(daemon.running.text)")
        let said = daemon.running.text.ranges(of: "the bundled timetable has not answered within")
        #expect(said.count == 1, "\(daemon.running.text)")
        daemon.running.process.signal(SIGKILL)
    }

    @Test func `a daemon that starts with the timetable on a disk that hangs says where its times come from`() throws {
        try hang()
        let daemon = try daemon()
        let found = try daemon.report()
        #expect(found.health == .degraded)
        let problem = "\(file) has not answered; today's times come from the calculation"
        #expect(found.problems.map(\.what).contains(problem), "\(found.problems)")
        daemon.running.process.signal(SIGKILL)
    }
}

/// A reminder's recording on a disk that hangs.
@Suite struct HangingReminderTests {
    @Test func `it is told once, and the adhan is on time`() throws {
        // The reminder is armed 70 seconds before the adhan. The player gives up a read after ten.
        let (directory, day) = (try TestDirectory(), try DayAtNoon(dhuhrIn: 80))
        let adhan = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: directory)
        try day.write(in: directory)
        let config = day.config(
            """
            [audio]
            adhan = "\(adhan)"
            devices = ["null"]
            [reminders]
            adhan-dhuhr = "1m"
            file = "gone/reminder.mp3"
            """
        )
        let daemon = try RunningDaemon(config, in: directory, environment: HangingDisk.environment(in: directory))
        #expect(daemon.says("adhan-dhuhr completed", within: .seconds(120)), "\(daemon.running.text)")
        let text = daemon.running.text
        let words = "cannot read '\(directory.file("gone/reminder.mp3"))': its disk or server has not answered"
        #expect(
            text.ranges(of: "cannot sound: the disk with the recording reminder.mp3 does not work (\(words))").count
                == 1,
            "\(text)"
        )
        #expect(text.ranges(of: "cannot sound").count == 1, "\(text)")
        let late = try #require(text.firstMatch(of: /adhan-dhuhr completed.* began (\d+) ms/), "\(text)").1
        #expect(try #require(Int(late)) < 200)
        daemon.running.process.signal(SIGKILL)
    }
}

/// Reloads while a recording's disk hangs.
@Suite struct HangingRecordingReloadTests {
    @Test func `status and journal report it over every reload, and that it answers again`() throws {
        let directory = try TestDirectory()
        #expect(mkdir(directory.file("gone"), 0o700) == 0)
        let made = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: directory)
        let file = directory.file("gone/adhan.mp3")
        try #require(rename(made, file) == 0)
        try directory.write([], to: "hangs")
        var environment = try HangingDisk.environment(in: directory)
        environment["ADHAND_HANGING_ONCE"] = directory.file("hangs")
        let config = QuietMorning.config + "[audio]\nadhan = \"\(file)\"\ndevices = [\"null\"]\n"
        let daemon = try RunningDaemon(config, in: directory, environment: environment)
        let words = "\(file) has not answered for a minute"
        func isSaid(_ report: StatusReport) -> Bool {
            report.health == .degraded && report.problems.map(\.what).contains(words)
                && report.selfTest.state == "failing"
        }
        #expect(eventually(within: .seconds(90)) { (try? isSaid(daemon.report())) == true })
        #expect(daemon.says("\(words); what was read of it before still sounds"))
        for name in ["Once", "Twice", "Thrice"] {
            try daemon.write(config.replacing("Morning", with: name))
            #expect(try daemon.command("reload").code == 0)
            #expect(eventually { (try? daemon.report().place.name) == name })
            let report = try daemon.report()
            #expect(isSaid(report), "\(report.problems) \(report.selfTest)")
        }
        unlink(directory.file("hangs"))
        #expect(daemon.says("\(file) answers again", within: .seconds(30)), "\(daemon.running.text)")
        #expect(eventually(within: .seconds(30)) { (try? daemon.report().selfTest.state) == "ok" })
        #expect(try daemon.report().problems.isEmpty)
        for sentence in ["\(words); what", "\(file) answers again"] {
            #expect(daemon.running.text.ranges(of: sentence).count == 1, "\(daemon.running.text)")
        }
        daemon.stop()
    }
}
