import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport
/// A config that becomes broken or is removed while the daemon runs, and the power cut after it.
@Suite(.serialized) struct KeptConfigTests {
    private let directory: TestDirectory

    init() throws {
        directory = try TestDirectory()
        for folder in ["etc", "other"] {
            try FileManager.default.createDirectory(atPath: directory.file(folder), withIntermediateDirectories: false)
        }
    }

    private static let broken = QuietMorning.config.replacing("latitude", with: "lattitude")
    private var kept: String { directory.file("state/config.json") }

    /// A daemon that has taken this config, saved it, and was killed.
    private func powerCut(_ config: String = QuietMorning.config) throws {
        let daemon = try RunningDaemon(config, in: directory)
        #expect(eventually { TestDirectory.bytes(of: kept).contains("Morning".utf8) }, "\(daemon.running.text)")
        daemon.running.process.signal(SIGKILL)
        daemon.running.process.wait()
    }

    @Test func `after a power cut a broken config does not silence the mosque`() throws {
        try powerCut()
        let daemon = try RunningDaemon.box(Self.broken, in: directory)
        let sentence = "\(daemon.config):3: unknown key 'lattitude' in [place]; did you mean 'latitude'?"
        #expect(daemon.running.text.contains("error"), "\(daemon.running.text)")
        #expect(daemon.running.text.contains(sentence), "\(daemon.running.text)")
        let found = try daemon.report()
        #expect(found.place.name == "Morning" && found.place.isSet)
        #expect(found.health == .degraded)
        #expect(found.configuration.state == "refused")
        let problem = try #require(found.problems.first { $0.what.contains(sentence) })
        #expect(problem.advice == "correct it, then: adhand reload")
        // The commands judge the real file.
        let checked = try daemon.command("check-config")
        #expect(checked.code == EX_CONFIG && checked.errors.contains(sentence), "\(checked.text)")
        let doctor = try daemon.command("doctor")
        #expect(doctor.output.contains("!!  config       \(sentence)"), "\(doctor.text)")
        let line = "the daemon runs with the last config that it accepted, and the checks below use that one"
        #expect(doctor.output.contains(line) && doctor.output.contains("OK  zone "), "\(doctor.text)")

        try daemon.write(QuietMorning.config.replacing("Morning", with: "Lambeth"))
        #expect(try daemon.command("doctor").output.contains("adhand reload"))
        #expect(try daemon.command("reload").code == 0)
        #expect(eventually { (try? daemon.report().place.name) == "Lambeth" })
        #expect(try daemon.report().configuration.state == "ok")
        #expect(eventually { TestDirectory.bytes(of: kept).contains("Lambeth".utf8) })
        daemon.stop()
    }

    @Test(arguments: [
        ("[future]\nport = 1\n", "1: unknown key 'future'"), ("[display]\nlisten = \"all\"\n", "2: listen"),
        ("[hooks]\nafter = \"a b\"\n", "2: after"), ("[schedule]\ngrace = \"9d\"\n", "2: grace"),
        ("[iqama]\nfajr = \"soon\"\n", "2: fajr"),
    ]) func `what another version has accepted and this one refuses silences nobody`(
        _ lines: String,
        _ fault: String
    ) throws {
        try powerCut()
        let text = String(decoding: TestDirectory.bytes(of: kept), as: UTF8.self)
        let json = lines.replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        let other = text.replacing(#""text" : ""#, with: #""text" : "\#(json)"#)
        #expect(other != text)
        try directory.write(Array(other.utf8), to: "state/config.json")
        let daemon = try RunningDaemon.box(lines + QuietMorning.config, in: directory)
        let found = try daemon.report()
        #expect(found.place.name == "Morning" && found.configuration.state == "refused")
        let sentence = "\(daemon.config):\(fault)"
        #expect(
            found.problems.contains { $0.what.contains(sentence) && $0.advice.contains("adhand reload") },
            "\(found.problems)"
        )
        let times = try daemon.command("times")
        #expect(times.code == 0 && times.errors.contains("the config that the daemon last accepted"), "\(times.text)")
        daemon.stop()
    }

    @Test func `a value for the times that this version refuses is not guessed`() throws {
        try powerCut()
        let text = String(decoding: TestDirectory.bytes(of: kept), as: UTF8.self)
        let json = #"[adhan]\nfajr = \"soon\"\n"#
        try directory.write(
            Array(text.replacing(#""text" : ""#, with: #""text" : "\#(json)"#).utf8),
            to: "state/config.json"
        )
        let config = try Binary.config("[adhan]\nfajr = \"soon\"\n" + QuietMorning.config, in: directory)
        let outcome = try Binary.run(["run", "--config", config], in: directory)
        #expect(outcome.code == EX_CONFIG && outcome.errors.contains("fajr"), "\(outcome.text)")
    }

    @Test func `without the file the commands use the kept config, and say so in a line`() throws {
        let mine = QuietMorning.config + "[calculation]\nmethod = \"mwl\"\n[audio]\ndevices = [\"silent\"]\n"
        let config = try directory.write(Array(mine.utf8), to: "etc/config.toml")
        let daemon = try RunningDaemon(nil, named: nil, in: directory)
        #expect(eventually { FileManager.default.fileExists(atPath: kept) })
        daemon.stop()
        let wanted = try Binary.run(["times"], in: directory).output
        for text in [nil, mine.replacing("method", with: "methud")] {
            if let text { try directory.write(Array(text.utf8), to: "etc/config.toml") } else { unlink(config) }
            let fault =
                text == nil ? "\(config): the file is gone: put it back" : "\(config):9: unknown key 'methud'"
            let note = "; this command uses the config that the daemon last accepted\n"
            let times = try Binary.run(["times"], in: directory)
            #expect(times.code == 0 && times.output == wanted, "\(times.text)")
            #expect(times.errors.contains(fault) && times.errors.hasSuffix(note), "\(times.text)")
            #expect(times.errors.count { $0 == "\n" } == 1, "\(times.text)")
            let clock = try Binary.run(["clock"], in: directory)
            #expect(
                clock.errors.hasSuffix(note) && clock.output.contains("[clock] trust = \"always\""),
                "\(clock.text)"
            )
            let check = try Binary.run(["check-config"], in: directory)
            #expect(check.code == EX_CONFIG && check.errors.contains(fault) && check.output.isEmpty, "\(check.text)")
            let doctor = try Binary.run(["doctor"], in: directory)
            #expect(doctor.code == 1 && doctor.output.contains("!!  config  "), "\(doctor.text)")
            #expect(doctor.output.contains("and the checks below use that one"), "\(doctor.text)")
            #expect(doctor.output.contains("OK  card         nothing is heard, because"), "\(doctor.text)")
            #expect(!doctor.output.contains("not looked at, since that needs the config"), "\(doctor.text)")
        }
    }

    @Test func `an unreadable kept config is reported, and the defaults are not taken for the daemon's`() throws {
        try FileManager.default.createDirectory(atPath: directory.file("state"), withIntermediateDirectories: true)
        try directory.write(Array("{".utf8), to: "state/config.json")
        let doubt =
            "the daemon may use an earlier config, which cannot be read: \(kept): this is not the JSON of a config"
        let times = try Binary.run(["times"], in: directory)
        #expect(times.errors.contains("adhand: there is no config file; \(doubt)\n"), "\(times.text)")
        let check = try Binary.run(["check-config"], in: directory)
        #expect(check.code == EX_CONFIG && check.errors.contains(doubt) && check.output.isEmpty, "\(check.text)")
        let doctor = try Binary.run(["doctor"], in: directory)
        #expect(doctor.output.hasPrefix("!!  config   there is no config file; \(doubt)"), "\(doctor.text)")
        #expect(doctor.output.contains("\n!!  others   zone, card, "), "\(doctor.text)")
    }

    @Test func `a user who may not read the kept config is told so, and what to do`() throws {
        try FileManager.default.createDirectory(atPath: directory.file("state"), withIntermediateDirectories: true)
        try directory.write(Array("{}".utf8), to: "state/config.json")
        #expect(chmod(directory.file("state"), 0) == 0)
        let nobody = Binary.withoutOverride
        defer { chmod(directory.file("state"), 0o700) }
        let doubt =
            "the daemon may use an earlier config, which cannot be read: \(kept): Permission denied; "
            + "\(Account.howToRead)\n"
        let check = try Binary.run(["check-config"], in: directory, prefix: nobody)
        #expect(check.code == EX_NOPERM && check.errors.hasSuffix(doubt), "\(check.text)")
        #expect(try Binary.run(["times"], in: directory, prefix: nobody).errors.contains(doubt))
        let broken = try directory.write(Array(Self.broken.utf8), to: "etc/config.toml")
        let times = try Binary.run(["times"], in: directory, prefix: nobody)
        #expect(
            times.code == EX_NOPERM && times.errors.contains(doubt) && times.errors.contains(broken),
            "\(times.text)"
        )
        // A broken config that they may read is still reported as broken.
        let own = try directory.write(Array(Self.broken.utf8), to: "own.toml")
        #expect(try Binary.run(["times", "--config", own], in: directory, prefix: nobody).code == EX_CONFIG)
        chmod(broken, 0)
        for command in [["times"], ["check-config"]] {
            let denied = try Binary.run(command, in: directory, prefix: nobody)
            #expect(
                denied.code == EX_NOPERM && denied.errors.contains("\(broken): Permission denied"),
                "\(denied.text)"
            )
        }
        unlink(broken)
        let doctor = try Binary.run(["doctor"], in: directory, prefix: nobody)
        #expect(
            doctor.output.contains(
                "!!  config   there is no config file; the daemon may use an earlier config, which cannot be read"
            ),
            "\(doctor.text)"
        )
    }

    @Test func `where the kept config is broken, too, the file's fault counts, and both are reported`() throws {
        let config = try directory.write(Array(Self.broken.utf8), to: "etc/config.toml")
        try FileManager.default.createDirectory(atPath: directory.file("state"), withIntermediateDirectories: true)
        let row = "{\"file\":\"\(config)\",\"text\":\"[place]\\ntimezone = 'UTC'\",\"additions\":[]}"
        try directory.write(Array(row.utf8), to: "state/config.json")
        let times = try Binary.run(["times"], in: directory)
        #expect(
            times.code == EX_CONFIG && times.errors.contains("\(config):3: unknown key 'lattitude'"),
            "\(times.text)"
        )
        #expect(
            times.errors.contains(
                "the config that the daemon last accepted cannot be used either: \(config):2: timezone 'UTC'"
            )
        )
    }

    @Test func `a first start with a broken config exits with 78`() throws {
        let config = try Binary.config(Self.broken, in: directory)
        let outcome = try Binary.run(["run", "--config", config], in: directory)
        #expect(outcome.code == EX_CONFIG, "\(outcome.text)")
        #expect(outcome.errors.contains("\(config):3: unknown key 'lattitude'"))
        #expect(!FileManager.default.fileExists(atPath: kept))
    }

    @Test func `a broken file in conf d, and a folder in the place of the config, are treated the same`() throws {
        try powerCut()
        try FileManager.default.createDirectory(atPath: directory.file("conf.d"), withIntermediateDirectories: true)
        try directory.write(Array("[audio]\nvolume = 200\n".utf8), to: "conf.d/60-loud.toml")
        var daemon = try RunningDaemon.box(QuietMorning.config, in: directory)
        #expect(daemon.says("conf.d/60-loud.toml:2: volume = 200 is not between 0 and 100"))
        #expect(try daemon.report().configuration.state == "refused")
        daemon.stop()
        try FileManager.default.removeItem(atPath: directory.file("conf.d"))
        try FileManager.default.removeItem(atPath: daemon.config)
        try FileManager.default.createDirectory(atPath: daemon.config, withIntermediateDirectories: false)
        daemon = try RunningDaemon(nil, in: directory)
        #expect(daemon.says("\(daemon.config): it is not an ordinary file"))
        #expect(try daemon.report().place.name == "Morning")
        daemon.stop()
    }

    @Test func `an unknown timezone is a broken config, too`() throws {
        try powerCut()
        let daemon = try RunningDaemon(
            QuietMorning.config.replacing(#/timezone = ".*"/#, with: "timezone = \"Nowhere/Here\""),
            in: directory
        )
        #expect(daemon.says("Nowhere/"), "\(daemon.running.text)")
        #expect(try daemon.report().place.name == "Morning")
        daemon.stop()
    }

    @Test func `the kept config of one file does not replace that of another`() throws {
        try powerCut()
        let other = try directory.write(Array(Self.broken.utf8), to: "other/config.toml")
        let outcome = try Binary.run(["run", "--config", other], in: directory)
        #expect(outcome.code == EX_CONFIG, "\(outcome.text)")
        #expect(outcome.errors.contains("\(other):3: unknown key 'lattitude'"))
        #expect(outcome.errors.contains("is that of \(directory.file("config.toml"))"), "\(outcome.text)")
        // The same file by another name counts as the same.
        let same = directory.file("other/../config.toml")
        let daemon = try RunningDaemon(Self.broken, named: same, in: directory)
        #expect(try daemon.report().place.name == "Morning")
        daemon.stop()
    }

    @Test(arguments: ["", "\n", "\u{FEFF}"])
    func `a file that a power cut has emptied does not mean the defaults, at a start and at a reload`(
        text: String
    ) throws {
        try powerCut()
        let daemon = try RunningDaemon.box(text, in: directory)
        let sentence =
            "\(daemon.config): the file has lost its text, as after a power cut. Put it back; it is in \(kept)"
        #expect(daemon.says(sentence), "\(daemon.running.text)")
        let found = try daemon.report()
        #expect(found.place.name == "Morning" && found.configuration.state == "refused")
        let times = try daemon.command("times")
        #expect(times.code == 0 && times.errors.contains(sentence), "\(times.text)")
        let check = try daemon.command("check-config")
        #expect(check.code == EX_CONFIG && check.errors.contains(sentence), "\(check.text)")
        let reload = try daemon.command("reload")
        #expect(reload.code == EX_CONFIG && reload.errors.contains(sentence), "\(reload.text)")
        #expect(TestDirectory.bytes(of: kept).contains("Morning".utf8))
        // A comment is a person's wish.
        try daemon.write("# the defaults\n")
        #expect(try daemon.command("reload").code == 0)
        #expect(eventually { !TestDirectory.bytes(of: kept).contains("Morning".utf8) })
        daemon.stop()
    }

    @Test func `a file of conf d that a power cut has emptied keeps its settings`() throws {
        let config = QuietMorning.config + "[audio]\ndevices = [\"null\"]\n"
        #expect(mkdir(directory.file("conf.d"), 0o700) == 0)
        let part = try directory.write(Array("[adhan]\nasr = \"off\"\n".utf8), to: "conf.d/50-more.toml")
        var daemon = try RunningDaemon.box(config, in: directory)
        func asr() throws -> String? { try daemon.report().today.first { $0.prayer == "asr" }?.withheld }
        #expect(eventually { (try? asr()) == "off in [adhan]" })
        #expect(eventually { TestDirectory.bytes(of: kept).contains("50-more".utf8) })
        daemon.running.process.signal(SIGKILL)
        daemon.running.process.wait()
        try directory.write([], to: "conf.d/50-more.toml")
        daemon = try RunningDaemon.box(config, in: directory)
        #expect(daemon.says("\(part): the file has lost its text"), "\(daemon.running.text)")
        #expect(eventually { (try? asr()) == "off in [adhan]" })
        #expect(try daemon.report().configuration.state == "refused")
        daemon.stop()
    }

    @Test func `a missing config does not mean the defaults, one with a comment does`() throws {
        let config = try directory.write(Array(QuietMorning.config.utf8), to: "etc/config.toml")
        var daemon = try RunningDaemon(nil, named: nil, in: directory)
        #expect(try daemon.report().place.name == "Morning")
        #expect(eventually { FileManager.default.fileExists(atPath: kept) })
        try FileManager.default.removeItem(atPath: config)
        let sentence = "\(config): the file is gone: put it back. If the defaults are meant, make one with a comment"
        let refused = try daemon.command("reload")
        #expect(refused.code == EX_CONFIG && refused.errors.contains(sentence), "\(refused.text)")
        #expect(daemon.stop().code == 0)

        daemon = try RunningDaemon(nil, named: nil, in: directory)
        #expect(daemon.says(sentence), "\(daemon.running.text)")
        let found = try daemon.report()
        #expect(found.configuration.state == "refused" && found.problems.contains { $0.what.contains(sentence) })
        // The whole config stays, not only the place.
        #expect(!found.problems.contains { $0.what.contains("the config has no place") })

        try directory.write(Array("# defaults\n".utf8), to: "etc/config.toml")
        #expect(try daemon.command("reload").code == 0)
        #expect(eventually { (try? daemon.report().configuration.state) == "ok" })
        #expect(eventually { !TestDirectory.bytes(of: kept).contains("Morning".utf8) })
        daemon.stop()
    }

    @Test func `passwords in the kept config are not readable by others`() throws {
        try powerCut(QuietMorning.config + "# a password\n")
        var status = stat()
        #expect(stat(kept, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o640)
        #expect(TestDirectory.bytes(of: kept).contains("# a password".utf8))
    }

    @Test func `a damaged kept config is reported, and does not keep a good one from being used`() throws {
        try powerCut()
        try directory.write(Array("{".utf8), to: "state/config.json")
        let config = try Binary.config(Self.broken, in: directory)
        let outcome = try Binary.run(["run", "--config", config], in: directory)
        #expect(outcome.code == EX_CONFIG, "\(outcome.text)")
        #expect(outcome.errors.contains(kept), "\(outcome.text)")
        try powerCut()
    }
}
