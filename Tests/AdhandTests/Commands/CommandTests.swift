import AdhanAudio
import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport

/// The commands with the real binary, with wrong input too.
@Suite struct CommandTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    @Test func `times from options alone prints csv with local minutes`() throws {
        let outcome = try Binary.run(
            [
                "times", "--latitude", "21.427009", "--longitude", "39.828685", "--timezone", "Asia/Riyadh", "--method",
                "umm-al-qura", "--date", "2016-01-05", "--format", "csv",
            ],
            in: directory
        )
        #expect(outcome.code == 0)
        #expect(
            outcome.output
                == "date,fajr,sunrise,dhuhr,asr,maghrib,isha,source\n2016-01-05,05:39,06:59,12:26,15:32,17:53,19:23,calculation\n"
        )
    }

    @Test func `western and southern places can be typed`() throws {
        let outcome = try Binary.run(
            [
                "times", "--latitude", "-33.9", "--longitude", "-70.6", "--timezone", "America/Santiago", "--format",
                "csv",
            ],
            in: directory
        )
        #expect(outcome.code == 0, "\(outcome.text)")
    }

    @Test func `times as json has the times beside the six, the hijri date, the qibla and why a time is an estimate`()
        throws
    {
        struct Document: Decodable {
            struct Place: Decodable { let qibla: Double }
            struct Day: Decodable {
                let hijri, fajr, imsak, ishraq, duha, zawal, midnight, last_third: String
                let estimated: [String: String]
            }
            let place: Place
            let days: [Day]
        }
        let outcome = try Binary.run(
            [
                "times", "--latitude", "59.9", "--longitude", "10.7", "--timezone", "Europe/Oslo", "--method", "3",
                "--high-latitude", "nearest-latitude", "--date", "2026-06-21", "--format", "json",
            ],
            in: directory
        )
        let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
        let day = try #require(document.days.first)
        #expect(document.days.count == 1)
        #expect(document.place.qibla == 139)
        #expect(day.hijri == "1448-01-06")
        #expect(day.estimated == ["fajr": "nearest-latitude", "isha": "nearest-latitude"])
        #expect(day.fajr == "2026-06-21T01:53:00+02:00")
        #expect(day.imsak == "2026-06-21T01:43:00+02:00")
        #expect(day.midnight.hasPrefix("2026-06-22T00:1"))
    }

    @Test func `methods lists every method with its parameters and source, and finds it by AlAdhan's number`() throws {
        struct Row: Decodable {
            let name, authority, source: String
            let id: Int?
            let fajr_angle: Double
            let isha_angle: Double?
            let isha_minutes: Int?
            let margins: [String: Int]
            let rounding: String
        }
        let json = try Binary.run(["methods", "--format", "json"], in: directory)
        let rows = try JSONDecoder().decode([Row].self, from: Data(json.output.utf8))
        #expect(rows.map(\.name) == CalculationMethod.all.map(\.name))
        let kemenag = try #require(rows.first { $0.name == "kemenag" })
        #expect(kemenag.id == 20)
        #expect((kemenag.fajr_angle, kemenag.isha_angle) == (20, 18))
        #expect(kemenag.margins["sunrise"] == -2 && kemenag.rounding == "nearest")
        #expect(rows.allSatisfy { !$0.source.isEmpty && !$0.authority.isEmpty })
        #expect(rows.allSatisfy { ($0.isha_angle == nil) != ($0.isha_minutes == nil) })
        let table = try Binary.run(["methods"], in: directory).output
        for method in CalculationMethod.all { #expect(table.contains("\n\(method.name) "), "\(method.name)") }
        #expect(table.contains("90 min (+30 in Ramadan)"))
        #expect(table.contains("up, dhuhr +1\n") && table.contains("\nnone\n    the angle alone; "))
        #expect(!table.contains(" \n"))
        let place = [
            "times", "--latitude", "1", "--longitude", "103", "--timezone", "Asia/Singapore", "--date", "2026-01-01",
        ]
        let byNumber = try Binary.run(place + ["--method", "11"], in: directory).output
        #expect(try Binary.run(place + ["--method", "singapore"], in: directory).output == byNumber)
    }

    @Test func `methods suggest shows the customary settings with reasons, and can be pasted into a config`() throws {
        let place = ["--latitude", "53.6", "--longitude", "-2.15", "--timezone", "Europe/London"]
        let outcome = try Binary.run(["methods", "suggest"] + place, in: directory)
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(outcome.output.contains("Only a suggestion"))
        #expect(outcome.output.contains("method = \"moonsighting\"\nmadhab = \"hanafi\"\n"))
        let config = try Binary.config(outcome.output, in: directory)
        #expect(try Binary.run(["check-config", config], in: directory).code == 0)
        let nowhere = try Binary.run(["methods", "suggest"], in: directory)
        #expect(nowhere.code == EX_USAGE)
        #expect(nowhere.errors.contains("no place is set in the config"))
    }

    @Test func `times as json has instants with their offset`() throws {
        struct Document: Decodable {
            struct Place: Decodable { let timezone: String }
            let place: Place
            let days: [[String: String]]
        }
        let outcome = try Binary.run(
            [
                "times", "--latitude", "51.5", "--longitude", "0", "--timezone", "Europe/London", "--year", "2026",
                "--format", "json",
            ],
            in: directory
        )
        let document = try JSONDecoder().decode(Document.self, from: Data(outcome.output.utf8))
        #expect(document.place.timezone == "Europe/London")
        #expect(document.days.count == 365)
        #expect(document.days.first?["date"] == "2026-01-01")
        #expect(document.days[180]["dhuhr"]?.hasSuffix("+01:00") == true)
        #expect(document.days[0]["source"] == "calculation")
    }

    @Test(arguments: [
        (["times", "--latitude", "51.5"], EX_USAGE, "--longitude is missing"),
        (
            ["times", "--latitude", "91", "--longitude", "0", "--timezone", "Africa/Abidjan"], EX_USAGE,
            "91.0 is not a latitude"
        ),
        (
            ["times", "--latitude", "51.5", "--longitude", "0", "--timezone", "UTC"], EX_CONFIG,
            "timezone 'UTC': that is not the full name of a place's zone; write the mosque's Area/Place"
        ),
        (
            ["times", "--latitude", "1", "--longitude", "0", "--timezone", "Europe/Nowhere"], EX_CONFIG,
            "Europe/Nowhere"
        ),
        (
            ["times", "--latitude", "51.5", "--longitude", "0", "--timezone", "BST"], EX_CONFIG,
            "timezone 'BST': that is not the full name of a place's zone; did you mean \"Europe/London\"?"
        ),
        (
            ["methods", "suggest", "--latitude", "51.5", "--longitude", "0", "--timezone", "GMT+1"], EX_CONFIG,
            "timezone 'GMT+1': that is not the full name of a place's zone; write the mosque's Area/Place"
        ),
        (
            ["times", "--latitude", "1", "--longitude", "0", "--timezone", "../../etc/passwd"], EX_CONFIG,
            "not the name of a time zone"
        ),
        (["times", "--date", "2026-02-30"], EX_USAGE, "2026 has no 30 February"),
        (["times", "--days", "0"], EX_USAGE, "--days 0 is not between"),
        (["times", "--method", "mlw"], EX_USAGE, "mlw"),
        (["history", "--from", "2026-02-02", "--to", "2026-02-01"], EX_USAGE, "is before"),
        (["history"], EX_NOINPUT, "there is no ledger yet"),
        (["rehearse", "sunrise"], EX_USAGE, "sunrise"),
        (["rehearse", "--in", "5"], EX_USAGE, "'5' is not a length of time"),
        (["rehearse", "--in", "2h"], EX_USAGE, "is not between 1s and 1h"),
        (["run", "--config", "/nowhere/config.toml"], EX_NOINPUT, "/nowhere/config.toml: No such file or directory"),
        (["play", "/nowhere.mp3"], EX_NOINPUT, "there is no file '/nowhere.mp3'"),
        (["play", "fjar"], EX_NOINPUT, "there is no file 'fjar'; did you mean 'fajr'?"),
        (["times", "--year", "26"], EX_USAGE, "--year 26 is not between 1900 and 2200; did you mean 2026?"),
        (["times", "--date", "0026-01-01"], EX_USAGE, "--date 0026-01-01 is not of the years 1900 to 2200"),
        (
            ["times", "--latitude", "91", "--longitude", "0", "--timezone", "Africa/Accra"], EX_USAGE,
            "Usage: adhand times "
        ),
        (["hijri", "1447-13-01"], EX_USAGE, "Usage: adhand hijri "),
        (["methods", "suggest"], EX_USAGE, "Usage: adhand methods suggest "),
        (["play", "zuhr"], EX_NOINPUT, "there is no file 'zuhr'; did you mean 'dhuhr'?"),
        (["staus"], EX_USAGE, "there is no command 'staus'; did you mean 'status'?"),
        (["timetable", "chek", "x.csv"], EX_USAGE, "there is no command 'chek'; did you mean 'check'?"),
        (["timetable", "chek", "x.csv"], EX_USAGE, "See 'adhand timetable --help' for all of them."),
        (["help", "bogus"], EX_USAGE, "there is no command 'bogus'"),
        (["help", "timetable", "dif"], EX_USAGE, "there is no command 'dif'; did you mean 'diff'?"),
        (["times", "--madhab", "hanbali"], EX_USAGE, "the hanbali Asr is the same as shafi: write 'shafi'"),
        (["times", "--madhab", "x"], EX_USAGE, "it is shafi or hanafi"),
        (["times", "--madhab", "hanbli"], EX_USAGE, "the hanbali Asr is the same as shafi: write 'shafi'"),
        (["times", "--latitude", "53,6"], EX_USAGE, "'53,6' is no number: write 53.6"),
        (["mute", "-1h"], EX_USAGE, "'-1h' is neither an option nor a value: a time span is not negative, as in 1h"),
        (["rehearse", "--in", "-1h30m"], EX_USAGE, "'-1h30m' is neither an option nor a value"),
    ])
    func `wrong input gets a sentence and an exit code`(arguments: [String], code: Int32, sentence: String) throws {
        let outcome = try Binary.run(arguments, in: directory)
        #expect(outcome.code == code, "\(outcome.text)")
        #expect(outcome.errors.contains(sentence), "\(outcome.text)")
    }

    @Test func `where no daemon has run, the service's socket is named, and not one that it never uses`() throws {
        let nowhere = ["RUNTIME_DIRECTORY": "", "XDG_RUNTIME_DIR": directory.file("nowhere")]
        for (words, code) in [("status", Int32(3)), ("stop", EX_UNAVAILABLE)] {
            unlink(directory.file("etc/config.toml"))
            // A box without a config is set up first.
            let new = try Binary.run([words], in: directory, environment: nowhere)
            #expect(new.code == code && new.errors.hasSuffix("not set up yet: sudo adhand setup\n"), "\(new.text)")
            mkdir(directory.file("etc"), 0o755)
            try directory.write(Array("# defaults\n".utf8), to: "etc/config.toml")
            let outcome = try Binary.run([words], in: directory, environment: nowhere)
            #expect(outcome.code == code, "\(outcome.text)")
            #expect(outcome.errors.contains("'/run/adhand/adhand.sock'"), "\(outcome.text)")
        }
    }

    @Test func `a wrong config names file, line and the nearest key, and the daemon does not start`() throws {
        let config = try Binary.config("[place]\nlattitude = 51.5\n", in: directory)
        let outcome = try Binary.run(["run", "--config", config], in: directory)
        #expect(outcome.code == EX_CONFIG)
        #expect(outcome.errors.contains("\(config):2: unknown key 'lattitude' in [place]; did you mean 'latitude'?"))
    }

    @Test func `check-config reports every fault of every file, or that all is in order`() throws {
        try FileManager.default.createDirectory(atPath: directory.file("conf.d"), withIntermediateDirectories: true)
        let config = try Binary.config("[place]\nlattitude = 51.5\n[audio]\nvolume = 200\n", in: directory)
        let addition = try directory.write(Array("[schedule]\ngrace = \"5\"\n".utf8), to: "conf.d/10-grace.toml")
        let box = ["CONFIGURATION_DIRECTORY": directory.path]
        let bad = try Binary.run(["check-config"], in: directory, environment: box)
        #expect(bad.code == EX_CONFIG)
        for sentence in [
            "\(config):2: unknown key 'lattitude'", "\(config):4: volume = 200 is not between",
            "\(addition):2: grace: '5' is not a length of time",
        ] {
            #expect(bad.errors.contains(sentence), "\(bad.text)")
        }
        try FileManager.default.removeItem(atPath: addition)
        let timetable = try directory.write(Array("{\"year\": 2026}".utf8), to: "times.json")
        _ = try Binary.config("[timetable]\nfile = \"times.json\"\n", in: directory)
        let good = try Binary.run(["check-config", config], in: directory)
        #expect(good.code == 0, "\(good.text)")
        #expect(good.output.contains("\(config): no place is set, so no adhan sounds"))
        #expect(good.output.contains("\(timetable): "), "\(good.text)")
        #expect(!good.output.contains("there is no file"))
        #expect(good.output.hasSuffix("\(config) can be used, but 2 things are wrong: see above\n"), "\(good.text)")
        _ = try Binary.config("[place]\nlatitude = 51.5\nlongitude = 0\ntimezone = \"Europe/London\"\n", in: directory)
        #expect(try Binary.run(["check-config", config], in: directory).output == "\(config) is in order\n")
        _ = try Binary.config("[audio]\nadhan = \"/nowhere.mp3\"\n", in: directory)
        let mute = try Binary.run(["check-config", config], in: directory)
        #expect(mute.output.contains("there is no file '/nowhere.mp3'"), "\(mute.text)")
        #expect(try Binary.run(["check-config", "/nowhere.toml"], in: directory).code == EX_NOINPUT)
    }

    @Test func `the file of a bucket's keys that is not there, or for everybody, is said`() throws {
        let config = try Binary.config(
            "[place]\nlatitude = 51.5\nlongitude = 0\ntimezone = \"Europe/London\"\n"
                + "[timetable.s3]\nbucket = \"mosque\"\nregion = \"eu-west-2\"\ncredentials = \"keys\"\n",
            in: directory
        )
        let file = directory.file("keys")
        func says(_ sentence: String) throws {
            let check = try Binary.run(["check-config", config], in: directory)
            #expect(check.output.contains("\(config):8: \(sentence)"), "\(check.text)")
            #expect(check.output.contains("one thing is wrong"), "\(check.text)")
            let doctor = try Binary.run(["doctor", "--config", config], in: directory)
            #expect(doctor.output.contains("!!  sources      \(sentence)"), "\(doctor.text)")
        }
        try says("s3: the keys cannot be read: \(file): No such file or directory")
        try directory.write(Array("access_key_id = \"a\"\nsecret_access_key = \"b\"\n".utf8), to: "keys")
        #expect(chmod(file, 0o644) == 0)
        try says("s3: \(file) is readable for everybody; run chmod o-rw on it")
        #expect(chmod(file, 0o600) == 0)
        #expect(try Binary.run(["check-config", config], in: directory).output == "\(config) is in order\n")
        // A person who may not read them is told of no fault.
        #expect(chmod(file, 0) == 0)
        let outcome = try Binary.run(["check-config", config], in: directory, prefix: Binary.withoutOverride)
        #expect(outcome.output == "\(config) is in order\n", "\(outcome.text)")
    }

    @Test func `an invalid ledger path, and a card after silent, are objections`() throws {
        let place = "[place]\nlatitude = 51.5\nlongitude = 0\ntimezone = \"Europe/London\"\n"
        let letter = try directory.write(Array("root:x:0:0:root:/root:/bin/bash\n".utf8), to: "letter")
        let config = try Binary.config("\(place)[ledger]\nfile = \"letter\"\n", in: directory)
        let foreign = try Binary.run(["check-config", config], in: directory)
        #expect(foreign.output.contains("\(config):6: \(letter) is not a ledger"), "\(foreign.text)")
        let doctor = try Binary.run(["doctor", "--config", config], in: directory)
        #expect(doctor.output.contains("name another file in [ledger] of \(config)"), "\(doctor.text)")
        #expect(!doctor.output.contains("sudo mv"))

        let daemon = try RunningDaemon("\(place)[audio]\ndevices = [\"silent\", \"null\"]\n", in: directory)
        defer { daemon.stop() }
        let words = "\(config):6: [audio] devices: \"null\" comes after \"silent\", which needs no card"
        #expect(try daemon.report().problems.contains { $0.what.hasPrefix(words) })
        for command in [["check-config", config], ["doctor", "--config", config]] {
            let said = try Binary.run(command, in: directory, output: "said")
            #expect(said.output.contains(words), "\(said.text)")
        }
        let wish = try Binary.config("\(place)[audio]\ndevices = [\"null\", \"silent\"]\n", in: directory)
        #expect(try Binary.run(["check-config", wish], in: directory).output == "\(wish) is in order\n")
        let two = try Binary.config("[place]\nlattitude = 1\nname = 3\n", in: directory)
        let reload = try daemon.command("reload").errors
        #expect(reload.contains("; \(two):"), "\(reload)")
    }

    @Test func `a device unknown to ALSA is reported at once, with the nearest name, and nothing is played`() throws {
        let hint = "hint { show on description \"The hall\" }"
        let alsa = try directory.write(
            Array("</usr/share/alsa/alsa.conf>\npcm.speaker { type null \(hint) }\n".utf8),
            to: "alsa.conf"
        )
        for (device, sentence) in [
            ("speakr", "no such device 'speakr'; did you mean 'speaker'?"),
            ("plughw:Foo", "no such device 'plughw:Foo'; adhand audio devices lists the names there are"),
        ] {
            let config = try Binary.config("[audio]\ndevices = [\"\(device)\"]\n", in: directory)
            let start = BootClock.now()
            let environment = ["ALSA_CONFIG_PATH": alsa]
            let outcome = try Binary.run(["play", "--config", config], in: directory, environment: environment)
            #expect(outcome.code == EX_UNAVAILABLE && outcome.errors.contains(sentence), "\(outcome.text)")
            #expect(BootClock.now() - start < .seconds(10))
            let check = try Binary.run(["check-config", config], in: directory, environment: environment)
            #expect(check.output.contains("\(config):2: [audio] devices: \(sentence)"), "\(check.text)")
            let doctor = try Binary.run(["doctor", "--config", config], in: directory, environment: environment)
            #expect(doctor.output.contains("no such device '\(device)'"), "\(doctor.text)")
            #expect(!doctor.output.contains("aplay -l"))
        }
    }

    @Test func `help is at most 80 columns wide, and messages have one line each`() throws {
        for command in [["times"], ["methods", "suggest"], ["timetable", "convert"], ["status"], ["simulate"]] {
            let outcome = try Binary.run(command + ["--help"], in: directory)
            #expect(outcome.code == 0 && outcome.output.contains("USAGE: adhand \(command[0])"), "\(outcome.text)")
            for line in outcome.output.split(separator: "\n") { #expect(line.count <= 80, "\(line)") }
        }
        let wrong = try Binary.run(["hijri", "1447-13-01"], in: directory)
        #expect(wrong.errors.contains("\nUsage: adhand hijri [<date> ...]"), "\(wrong.text)")
        let confirmed = try Binary.run(["clock", "confirm"], in: directory)
        #expect(confirmed.output.contains(".\nThe clock is trusted until"), "\(confirmed.text)")
    }

    @Test func `play plays the whole file and ends with 0`() throws {
        let server = try PulseServer()
        let file = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: directory)
        let outcome = try Binary.run(["play", file], in: directory, environment: server.environment)
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(outcome.output.contains("heard whole: 1s on default"))
    }

    @Test func `history prints the ledger as table, csv and json`() throws {
        let state = directory.file("state")
        try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
        let key = OccasionKey(try CivilDate("2026-11-21"), .adhan(.fajr))
        var entry = LedgerEntry(
            ScheduledOccasion(key, at: try .utc("2026-11-21", 10, 29), source: .calculation),
            .stopped,
            file: "/a,b.mp3"
        )
        (entry.began, entry.ended) = (try .utc("2026-11-21", 10, 29), try .utc("2026-11-21", 10, 30))
        (entry.latenessMilliseconds, entry.heardMilliseconds, entry.gapMilliseconds) = (2, 60_000, 0)
        (entry.device, entry.sha256, entry.who) = ("default", String(repeating: "a", count: 64), "SIGTERM")
        let ledger = SQLiteLedger(file: state + "/ledger.sqlite")
        try ledger.record(entry)
        try ledger.record(LedgerOrigin(firstStart: try .utc("2026-11-21", 10)))
        let dates = ["--from", "2026-11-21", "--to", "2026-11-22"]

        let table = try Binary.run(["history"] + dates, in: directory)
        #expect(
            table.output.contains(
                "2026-11-21  adhan-fajr  stopped  05:29  2        60000     0       default  by SIGTERM"
            )
        )
        #expect(!table.text.contains("adhand first ran here"))
        let earlier = try Binary.run(["history", "--from", "2026-11-20"], in: directory)
        let start = "adhand: adhand first ran here on 2026-11-21; what was before that is not known"
        #expect(earlier.text.contains(start) && !earlier.output.contains(start), "on stderr: \(earlier.text)")
        let csv = try Binary.run(["history", "--format", "csv"] + dates, in: directory).output.split(separator: "\n")
        #expect(
            csv.first
                == "date,occasion,state,due_at,started_at,ended_at,lateness_ms,heard_ms,gap_ms,source,file,sha256,device,reason,who,recording"
        )
        #expect(
            csv.last
                == "2026-11-21,adhan-fajr,stopped,2026-11-21T05:29:00-05:00,2026-11-21T05:29:00-05:00,2026-11-21T05:30:00-05:00,2,60000,0,calculation,\"/a,b.mp3\",\(String(repeating: "a", count: 64)),default,,SIGTERM,\"a,b.mp3\""
        )
        let json = try Binary.run(["history", "--format", "json"] + dates, in: directory).output
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        #expect(rows.count == 1)
        #expect(rows.first?.keys.count == 16)
        #expect(rows.first?["who"] as? String == "SIGTERM")
        #expect(rows.first?["lateness_ms"] as? Int == 2)
        #expect(rows.first?["reason"] is NSNull)
        // The end is exclusive.
        let before = try Binary.run(["history", "--to", "2026-11-21", "--format", "json"], in: directory).output
        #expect(try JSONDecoder().decode([String].self, from: Data(before.utf8)).isEmpty)
    }

    @Test func `the daemon runs without a sound card, with an unreadable ledger and with a broken file`() throws {
        let letter = try directory.write(
            Array(String(repeating: "no ledger but a letter. ", count: 50).utf8),
            to: "letter"
        )
        let config = try Binary.config(
            "[audio]\nadhan = \"/nowhere.mp3\"\n[ledger]\nfile = \"\(letter)\"\n",
            in: directory
        )
        let running = try Binary.start(["run", "--config", config], in: directory)
        #expect(
            eventually { running.text.contains("timetable refreshed") && running.text.contains("there is no file") }
        )
        #expect(running.text.contains("file is not a database"))
        #expect(running.text.contains("no place is set in the config"))
        #expect(!running.process.hasEnded)
        running.process.signal(SIGTERM)
        #expect(running.finish().code == 0)
    }
}
