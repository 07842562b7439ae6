import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// The daemon and its commands, with the real socket, ALSA and disk.
@Suite(.serialized) struct DaemonTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    @Test func `a healthy daemon says so in words and as json, and status exits with 0`() throws {
        let server = try PulseServer()
        let daemon = try RunningDaemon(QuietMorning.config, in: directory, environment: server.environment)
        #expect(eventually { (try? daemon.report().audio.state) == "ok" })
        let text = try daemon.command("status", "--verbose")
        #expect(text.code == 0, "\(text.text)")
        for line in ["adhand is healthy", "place      Morning", "next       ", "audio      ok: default opens"] {
            #expect(text.output.contains(line), "\(line): \(text.output)")
        }
        let found = try daemon.report()
        #expect(found.health == .healthy)
        #expect(found.place.isSet)
        #expect(found.next?.source == "calculation")
        #expect(found.today.map(\.prayer) == ["fajr", "dhuhr", "asr", "maghrib", "isha"])
        #expect(found.problems.isEmpty)
        #expect(found.counts?.played == ["fajr": 0, "dhuhr": 0, "asr": 0, "maghrib": 0, "isha": 0])
        #expect(daemon.stop().code == 0)
        let gone = try daemon.command("status")
        #expect(gone.code == 3)
        #expect(gone.errors.contains("adhand is not running: no adhand answers on"))
    }

    @Test func `what needs attention is named with what to do, and status exits with 1`() throws {
        let daemon = try RunningDaemon(
            "[audio]\ndevices = [\"hw:CARD=Nowhere\"]\nadhan = \"/nowhere.mp3\"\n[clock]\ntrust = \"always\"\n",
            in: directory
        )
        #expect(eventually { (try? daemon.report().problems.count) == 3 })
        let outcome = try daemon.command("status")
        #expect(outcome.code == 1, "\(outcome.text)")
        for sentence in [
            "adhand needs attention", "!          no adhan sounds: place not set",
            "the sound card is missing (", "there is no file '/nowhere.mp3'",
            "→ put latitude, longitude and timezone into [place] of \(daemon.config)",
        ] {
            #expect(outcome.output.contains(sentence), "\(sentence): \(outcome.output)")
        }
        #expect(try daemon.report().next?.withheld == "place not set")
        daemon.stop()
        // A box without a config is set up first.
        let new = try RunningDaemon(nil, named: nil, in: directory)
        #expect(try new.command("status").output.contains("→ sudo adhand setup"))
        #expect(try !new.command("status", "-v").output.contains("[place] of"))
        new.stop()
    }

    @Test func `volume 0 is a problem in status, and a device that ALSA does not know is refused to play at once`()
        throws
    {
        let daemon = try RunningDaemon(
            QuietMorning.config + "[audio]\nvolume = 0\ndevices = [\"plughw:Foo\"]\n",
            in: directory
        )
        let sentence = "no adhan of the next 24 hours will sound: [audio] volume is 0"
        #expect(eventually { (try? daemon.report().problems.contains { $0.what.hasSuffix(sentence) }) == true })
        let start = BootClock.now()
        let outcome = try daemon.command("play")
        #expect(outcome.code == EX_UNAVAILABLE, "\(outcome.text)")
        #expect(outcome.errors.contains("no such device 'plughw:Foo'"), "\(outcome.text)")
        #expect(BootClock.now() - start < .seconds(10))
        #expect(try daemon.command("play", "/nowhere.mp3").code == EX_NOINPUT)
        daemon.stop()
    }

    @Test func `a timetable that has ended is a problem in status, with its replacement and what to do`() throws {
        let year = ZoneRules.utc.wall(at: Instant(seconds: Int64(Date().timeIntervalSince1970))).date.year - 1
        let day = "05:00,06:20,12:10,15:30,18:10,19:25"
        let path = try directory.write(
            Array("date,fajr,sunrise,dhuhr,asr,maghrib,isha\n\(year)-12-31,\(day)\n".utf8),
            to: "old.csv"
        )
        let daemon = try RunningDaemon(
            QuietMorning.config + "[timetable]\nfile = \"old.csv\"\ncheck = \"off\"\n[audio]\ndevices = [\"silent\"]\n",
            in: directory
        )
        #expect(eventually { (try? daemon.report().problems.isEmpty) == false })
        let found = try daemon.report()
        #expect(
            found.problems.map(\.what)
                == [
                    "\(path) ended on \(year)-12-31 and has no times for today; today's times come from the calculation"
                ]
        )
        #expect(
            found.problems.map(\.advice) == ["put this year's timetable in its place; it is read again within a minute"]
        )
        #expect(found.sources.first?.state == "faulty")
        #expect(daemon.says("\(path) ended on \(year)-12-31"))
        let text = try daemon.command("status")
        #expect(text.code == 1 && text.output.contains("! ") && text.output.contains("needs attention"), "\(text.text)")
        daemon.stop()
    }

    @Test func `a place that the config loses is remembered and used, and is a problem with what to do`() throws {
        let daemon = try RunningDaemon(QuietMorning.config, in: directory)
        let kept = directory.file("state/place.json")
        #expect(eventually { FileManager.default.fileExists(atPath: kept) })
        try daemon.write("[clock]\ntrust = \"always\"\n")
        #expect(try daemon.command("reload").code == 0)
        let sentence = "the config has no place, so the last known place is used, Morning (0.0, "
        #expect(daemon.says(sentence))
        #expect(eventually { (try? daemon.report().problems.contains { $0.what.hasPrefix(sentence) }) == true })
        let found = try daemon.report()
        #expect(found.place.name == "Morning" && found.place.isSet)
        #expect(found.next != nil && found.adhans?.contains { $0.cause == "source" } == false)
        let problem = try #require(found.problems.first { $0.what.hasPrefix(sentence) })
        #expect(
            problem.advice
                == "put its latitude, longitude and timezone into [place] of \(daemon.config), then: adhand reload"
        )
        let checked = try daemon.command("check-config", daemon.config)
        #expect(checked.code == 0 && checked.output.contains(sentence), "\(checked.text)")
        daemon.stop()
    }

    @Test func `a card that comes up after the daemon is found, and status says so`() throws {
        let server = try PulseServer(running: false)
        let daemon = try RunningDaemon(QuietMorning.config, in: directory, environment: server.environment)
        #expect(eventually { (try? daemon.report().audio.state) == "failing" })
        #expect(try daemon.command("status").output.contains("sudo dmesg | tail"))
        let silent = try daemon.report()
        #expect(
            silent.next?.withheld?.contains("the sound card does not work (default: ") == true
                && silent.nextSounding == nil
        )
        #expect(silent.today.last?.withheld == silent.next?.withheld)
        try server.start()
        #expect(daemon.says("default opens now", within: .seconds(60)))
        let found = try daemon.report()
        #expect(found.audio.state == "ok" && found.next != nil && found.next?.withheld == nil)
        daemon.stop()
    }

    @Test func `a card lost in mid-adhan is a problem until it is back`() throws {
        let server = try PulseServer()
        let sound = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 20, channels: 1), channels: 1, in: directory)
        let noon = try DayAtNoon(dhuhrIn: 6)
        try noon.write(in: directory)
        let daemon = try RunningDaemon(
            noon.config("[audio]\nadhan = \"\(sound)\"\n"),
            in: directory,
            environment: server.environment
        )
        #expect(daemon.says("began on default"), "\(daemon.running.text)")
        #expect(eventually { (try? daemon.report().audio.state) == "ok" })
        server.kill()
        #expect(eventually { (try? daemon.report().audio.state) == "failing" })
        try server.start()
        #expect(daemon.says("continues at"), "\(daemon.running.text)")
        #expect(try daemon.report().audio.state == "ok")
        daemon.stop()
    }

    @Test func `a device that hangs does not delay that of a new config`() throws {
        let server = try PulseServer()
        server.freeze()
        defer { server.thaw() }
        let daemon = try RunningDaemon(QuietMorning.config, in: directory, environment: server.environment)
        #expect(try daemon.report().audio.state == "untried")
        try daemon.write(QuietMorning.config + "[audio]\ndevices = [\"silent\"]\n")
        #expect(try daemon.command("reload").code == 0)
        #expect(eventually { (try? daemon.report().audio.state) == "silent" })
        #expect(!daemon.running.text.contains("default: opening"), "it waited for the answer of the old one")
        daemon.stop()
    }

    @Test func `refresh takes up a file that has just been changed`() throws {
        let noon = try DayAtNoon(dhuhrIn: 600)
        try noon.write(in: directory)
        let daemon = try RunningDaemon(noon.config("[audio]\ndevices = [\"silent\"]\n"), in: directory)
        #expect(eventually { (try? daemon.report().next?.prayer) == "dhuhr" })
        let before = try daemon.report().next?.at
        try noon.write(in: directory, later: 300)
        #expect(try daemon.command("refresh").code == 0)
        #expect(try daemon.report().next?.prayer == "dhuhr")
        #expect(try daemon.report().next?.at != before)
        daemon.stop()
    }

    @Test func `a mute outlives a restart, and can be taken back`() throws {
        var daemon = try RunningDaemon(QuietMorning.config, in: directory)
        let muted = try daemon.command("mute", "2d")
        #expect(muted.code == 0, "\(muted.text)")
        #expect(muted.output.hasPrefix("Muted until "))
        #expect(eventually { TestDirectory.size(of: directory.file("state/mute.json")) > 0 })
        daemon.running.process.signal(SIGKILL)
        daemon.running.process.wait()
        daemon = try RunningDaemon(QuietMorning.config, in: directory)
        #expect(try daemon.report().mutedBy == ControlCaller(uid: getuid()).name)
        #expect(try daemon.report().next?.withheld == "muted")
        #expect(try daemon.command("unmute").code == 0)
        #expect(try daemon.report().mutedUntil == nil)
        #expect(eventually { TestDirectory.size(of: directory.file("state/mute.json")) == 0 })
        daemon.stop()
    }

    @Test func `a setting outlives a restart, the ledger has who changed it, and it can be taken back`() throws {
        // A card that fails would be a reason, too.
        let config = QuietMorning.config + "[audio]\ndevices = [\"null\"]\n"
        var daemon = try RunningDaemon(config, in: directory)
        let name = ControlCaller(uid: getuid()).name
        #expect(try daemon.command("set", "adhan.dhuhr", "off").output.contains("adhan.dhuhr is off from now on"))
        #expect(eventually { TestDirectory.size(of: directory.file("state/settings.json")) > 0 })
        // The ledger is another file, and is written by another thread.
        #expect(eventually { (try? shownSettings(daemon).changes.count) == 1 })
        daemon.running.process.signal(SIGKILL)
        daemon.running.process.wait()
        daemon = try RunningDaemon(config, in: directory)
        #expect(try daemon.report().settings == ["adhan.dhuhr off by \(name)"])
        #expect(try daemon.report().next?.withheld == "switched off by \(name)")
        #expect(try daemon.command("set", "adhan.dhuhr", "default").code == 0)
        #expect(try daemon.report().next?.withheld == nil)
        let settings = try shownSettings(daemon)
        #expect(settings.settings.isEmpty && settings.problem == nil)
        #expect(
            settings.changes.map { [$0.key, $0.value, $0.who] } == [
                ["adhan.dhuhr", nil, name], ["adhan.dhuhr", "off", name],
            ]
        )
        let wrong = try daemon.command("set", "adhan.dhuhrr", "off")
        #expect(wrong.code == EX_USAGE && wrong.text.contains("did you mean 'adhan.dhuhr'?"), "\(wrong.text)")
        daemon.stop()
    }

    private func shownSettings(_ daemon: RunningDaemon) throws -> Settings {
        let shown = try daemon.command("settings", "--format", "json").output
        return try JSONDecoder().decode(Settings.self, from: Data(shown.utf8))
    }

    @Test(arguments: [
        ("mute until yesterday", EX_USAGE, "\"until yesterday\" is not understood"),
        ("stop", EX_UNAVAILABLE, "nothing sounds; to keep the next adhan silent: adhand mute next"),
        ("play /nowhere.mp3", EX_NOINPUT, "there is no file '/nowhere.mp3'"),
    ])
    func `a request that cannot be carried out gets a reason and an exit code`(
        words: String,
        code: Int32,
        sentence: String
    ) throws {
        let daemon = try RunningDaemon(QuietMorning.config, in: directory)
        let outcome = try Binary.run(
            words.split(separator: " ").map { String($0) },
            in: directory,
            output: "command"
        )
        #expect(outcome.code == code, "\(outcome.text)")
        #expect(outcome.text.contains(sentence), "\(outcome.text)")
        daemon.stop()
    }

    @Test func `without a daemon every command says that none runs`() throws {
        for order in ["stop", "mute", "unmute", "refresh", "reload"] {
            let outcome = try Binary.run([order], in: directory)
            #expect(outcome.code == EX_UNAVAILABLE, "\(order): \(outcome.text)")
            #expect(outcome.errors.contains("start it: sudo systemctl start adhand"), "\(outcome.text)")
        }
    }

    @Test func `a new config is taken up, a broken one is refused and the earlier one stays`() throws {
        let daemon = try RunningDaemon.box(QuietMorning.config, in: directory)
        try daemon.write(QuietMorning.config.replacing("Morning", with: "Lambeth"))
        let good = try daemon.command("reload")
        #expect(good.code == 0, "\(good.text)")
        #expect(good.output.contains("is in order, and taken up now"))
        #expect(eventually { (try? daemon.report().place.name) == "Lambeth" })

        // The same check as that of check-config, in the same words.
        let poor =
            "[audio]\nvolume = 0.8\ndevices = [\"plughw:Foo\", \"silent\"]\n[hooks]\nbefore = [\"/nowhere/on\"]\n"
        try daemon.write(QuietMorning.config.replacing("Morning", with: "Lambeth") + poor)
        let checked = try daemon.command("check-config")
        #expect(
            checked.code == 0 && checked.output.contains("[audio] devices: no such device 'plughw:Foo'"),
            "\(checked.text)"
        )
        let objections = checked.output.split(separator: "\n").dropLast()
        #expect(objections.count == 3, "\(checked.text)")
        let told = try daemon.command("reload")
        #expect(told.code == 0 && told.output.split(separator: "\n").dropLast() == objections, "\(told.text)")
        #expect(
            told.output.hasSuffix("can be used, but 3 things are wrong: see above; it is taken up now\n"),
            "\(told.text)"
        )

        try daemon.write(QuietMorning.config.replacing("latitude", with: "lattitude"))
        let bad = try daemon.command("reload")
        #expect(bad.code == EX_CONFIG)
        let sentence = "\(daemon.config):3: unknown key 'lattitude' in [place]; did you mean 'latitude'?"
        #expect(bad.errors.contains(sentence), "\(bad.text)")
        let refused = try daemon.report()
        #expect(refused.place.name == "Lambeth")
        #expect(refused.configuration.state == "refused")
        #expect(refused.problems.first?.what.contains(sentence) == true)

        // The same by signal, with a file in conf.d.
        try FileManager.default.createDirectory(atPath: directory.file("conf.d"), withIntermediateDirectories: true)
        try directory.write(Array("[place]\nname = \"Southwark\"\n".utf8), to: "conf.d/50-name.toml")
        try daemon.write(QuietMorning.config)
        daemon.running.process.signal(SIGHUP)
        #expect(eventually { (try? daemon.report().place.name) == "Southwark" })
        #expect(try daemon.report().configuration.state == "ok")
        try directory.write(Array("[audio]\nvolume = 200\n".utf8), to: "conf.d/60-loud.toml")
        daemon.running.process.signal(SIGHUP)
        #expect(daemon.says("conf.d/60-loud.toml:2: volume = 200 is not between 0 and 100"))
        #expect(try daemon.report().place.name == "Southwark")
        daemon.stop()
    }

    @Test func `a second daemon is refused before it can call anything`() throws {
        let daemon = try RunningDaemon(QuietMorning.config, in: directory)
        let second = try daemon.command("run", "--config", daemon.config)
        #expect(second.code == EX_CANTCREAT, "\(second.text)")
        #expect(second.errors.contains("only one may call the prayers: stop it first"))
        #expect(!daemon.running.process.hasEnded)
        daemon.stop()
    }

    @Test func `an adhan by the mosque's file sounds, is stopped by a person and stays in the ledger`() throws {
        let server = try PulseServer()
        let sound = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 30, channels: 1), channels: 1, in: directory)
        let noon = try DayAtNoon(dhuhrIn: 6)
        try noon.write(in: directory)
        let daemon = try RunningDaemon(
            noon.config("[audio]\nadhan = \"\(sound)\"\n"),
            in: directory,
            environment: server.environment
        )
        let watching = try daemon.follow("status", "--watch", "--format", "json")
        #expect(daemon.says("began on default"), "\(daemon.running.text)")
        #expect(try daemon.report().sounding == "\(noon.date) adhan-dhuhr")
        let trial = try daemon.command("play", sound)
        #expect(trial.code == EX_UNAVAILABLE)
        #expect(trial.errors.contains("not now: \(noon.date) adhan-dhuhr has the sound device"), "\(trial.text)")
        let stopped = try daemon.command("stop")
        #expect(stopped.code == 0, "\(stopped.text)")
        #expect(stopped.output == "\(noon.date) adhan-dhuhr is faded out\n")
        let me = ControlCaller(uid: getuid()).name
        #expect(daemon.says("stopped"))
        #expect(eventually { (try? daemon.report().today.first { $0.prayer == "dhuhr" }?.state) == "stopped" })
        // A watching client has seen it sound.
        #expect(eventually { watching.text.contains("\"sounding\":\"\(noon.date) adhan-dhuhr\"") })
        daemon.stop()
        #expect(eventually { watching.process.hasEnded })
        #expect(watching.finish().code == 3)
        let history = try Binary.run(
            ["history", "--config", daemon.config, "--format", "csv", "--from", "\(noon.date)"],
            in: directory,
            output: "command"
        )
        let rows = history.output.split(separator: "\n").filter { $0.contains("adhan-dhuhr") }
        #expect(rows.count == 1)
        #expect(rows.first?.hasPrefix("\(noon.date),adhan-dhuhr,stopped,") == true, "\(history.text)")
        #expect(rows.first?.contains(",file,") == true)
        #expect(rows.first?.contains(",\(me),") == true)
    }

    @Test func `a reload waits for what sounds`() throws {
        let server = try PulseServer()
        let sound = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 5, channels: 1), channels: 1, in: directory)
        let noon = try DayAtNoon(dhuhrIn: 6)
        try noon.write(in: directory)
        let config = noon.config("[audio]\nadhan = \"\(sound)\"\n")
        let daemon = try RunningDaemon(config, in: directory, environment: server.environment)
        #expect(daemon.says("began on default"), "\(daemon.running.text)")
        try daemon.write(config.replacing("Noon", with: "Later"))
        let answer = try daemon.command("reload")
        #expect(answer.output.contains("taken up when what sounds has ended"), "\(answer.text)")
        #expect(try daemon.report().place.name == "Noon")
        #expect(daemon.says("adhan-dhuhr completed"), "\(daemon.running.text)")
        #expect(eventually { (try? daemon.report().place.name) == "Later" })
        // The next process finds it in the ledger.
        #expect(try daemon.report().today.first { $0.prayer == "dhuhr" }?.state == "completed")
        daemon.stop()
    }

    @Test func `a config corrected within the grace calls the adhan that found no device`() throws {
        let server = try PulseServer()
        let sound = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 2, channels: 1), channels: 1, in: directory)
        let noon = try DayAtNoon(dhuhrIn: 5)
        try noon.write(in: directory)
        let mistyped = noon.config("[audio]\nadhan = \"\(sound)\"\ndevices = [\"hw:CARD=Nowhere\"]\n")
        let daemon = try RunningDaemon(mistyped, in: directory, environment: server.environment)
        #expect(daemon.says("has no sound device"), "\(daemon.running.text)")
        try daemon.write(mistyped.replacing("hw:CARD=Nowhere", with: "default"))
        let answer = try daemon.command("reload")
        #expect(answer.output.contains("taken up now"), "\(answer.text)")
        #expect(daemon.says("adhan-dhuhr completed"), "\(daemon.running.text)")
        daemon.stop()
    }

    @Test func `a second daemon with folders of its own on the same ledger is refused`() throws {
        let ledger = "[ledger]\nfile = \"\(directory.file("shared.sqlite"))\"\n"
        let daemon = try RunningDaemon(QuietMorning.config + ledger, in: directory)
        let second = try Binary.run(
            ["run", "--config", daemon.config],
            in: directory,
            environment: ["RUNTIME_DIRECTORY": directory.file("run2"), "STATE_DIRECTORY": directory.file("state2")],
            output: "second"
        )
        #expect(second.code == EX_CANTCREAT, "\(second.text)")
        #expect(second.errors.contains("shared.sqlite.lock' is held by another process"), "\(second.text)")
        daemon.stop()
    }

    @Test func `a trial through the daemon is heard whole`() throws {
        let server = try PulseServer()
        let sound = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: directory)
        let daemon = try RunningDaemon(QuietMorning.config, in: directory, environment: server.environment)
        let outcome = try daemon.command("play", sound)
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(outcome.output.contains("the daemon starts \(PathName.name(of: sound)); adhand stop ends it"))
        #expect(outcome.output.contains("heard whole: 1s on default"))
        daemon.stop()
    }

    @Test func `the daemon tells the sound devices to a process that has none`() throws {
        let server = try PulseServer()
        let daemon = try RunningDaemon(QuietMorning.config, in: directory, environment: server.environment)
        let told: SoundDevices = try ControlClient(path: directory.file("run/adhand.sock")).ask(.init(.devices))
        #expect(told.names.contains { $0.name == "default" }, "\(told)")
        daemon.stop()
    }

    @Test func `the clock is confirmed through the daemon, and its state is reported`() throws {
        let daemon = try RunningDaemon(
            QuietMorning.config.replacing("always", with: "auto"),
            in: directory,
            environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=/nowhere"]
        )
        let outcome = try daemon.command("clock", "confirm", "--config", daemon.config)
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(daemon.says("has confirmed the clock"))
        daemon.stop()
    }
}
