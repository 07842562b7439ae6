import AdhanAudio
import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Foundation
import Glibc
import Testing

@testable import AdhanSupport
@testable import adhand

/// The commands with the real binary.
struct CommandTests {
    private let box: Box

    init() throws { box = try Box() }

    @Test func `times from options alone prints CSV with local minutes, and JSON with a year's instants`() throws {
        let csv = try box.run(
            "times --latitude 21.427009 --longitude 39.828685 --timezone Asia/Riyadh --method umm-al-qura "
                + "--date 2016-01-05 --format csv"
        )
        #expect(
            csv.output
                == "date,fajr,sunrise,dhuhr,asr,maghrib,isha,source\n2016-01-05,05:39,06:59,12:26,15:32,17:53,19:23,calculation\n"
        )
        struct Document: Decodable {
            struct Place: Decodable { let timezone: String }
            let place: Place
            let days: [[String: String]]
        }
        // A place in the west and south can be typed.
        let place = "--latitude -33.9 --longitude -70.6 --timezone America/Santiago"
        let document = try box.run("times \(place) --year 2026 --format json").expect(0).decoded(Document.self)
        #expect(document.place.timezone == "America/Santiago" && document.days.count == 365)
        #expect(document.days[0]["date"] == "2026-01-01" && document.days[0]["source"] == "calculation")
        #expect(document.days[180]["dhuhr"]?.hasSuffix("-04:00") == true)
    }

    @Test func `times as JSON has the times beside the six, the Hijri date, the qibla and why a time is an estimate`()
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
        let document = try box.run(
            "times --latitude 59.9 --longitude 10.7 --timezone Europe/Oslo --method 3 "
                + "--high-latitude nearest-latitude --date 2026-06-21 --format json"
        ).decoded(Document.self)
        let day = try #require(document.days.first)
        #expect(document.days.count == 1 && document.place.qibla == 139 && day.hijri == "1448-01-06")
        #expect(day.estimated == ["fajr": "nearest-latitude", "isha": "nearest-latitude"])
        #expect(day.fajr == "2026-06-21T01:53:00+02:00" && day.imsak == "2026-06-21T01:43:00+02:00")
        #expect(day.midnight.hasPrefix("2026-06-22T00:1"))
    }

    @Test func `methods lists every method with its parameters and source`() throws {
        struct Row: Decodable {
            let name, authority, source, rounding: String
            let id, isha_minutes: Int?
            let fajr_angle: Double
            let isha_angle: Double?
            let margins: [String: Int]
        }
        let rows = try box.run("methods --format json").decoded([Row].self)
        #expect(rows.map(\.name) == CalculationMethod.all.map(\.name))
        let kemenag = try #require(rows.first { $0.name == "kemenag" })
        #expect(kemenag.id == 20 && kemenag.fajr_angle == 20 && kemenag.isha_angle == 18)
        #expect(kemenag.margins["sunrise"] == -2 && kemenag.rounding == "nearest")
        #expect(rows.allSatisfy { !$0.source.isEmpty && !$0.authority.isEmpty })
        #expect(rows.allSatisfy { ($0.isha_angle == nil) != ($0.isha_minutes == nil) })
        let table = try box.run("methods").expect(
            output: "90 min (+30 in Ramadan)",
            "up, dhuhr +1\n",
            "\nnone\n    the angle alone; ",
            not: " \n"
        )
        for method in CalculationMethod.all { table.expect(output: "\n\(method.name) ") }
    }

    @Test func `methods suggest shows the customary settings with reasons, and can be pasted into a config`() throws {
        let suggestion = try box.run("methods suggest --latitude 53.6 --longitude -2.15 --timezone Europe/London")
        suggestion.expect(0, output: "Only a suggestion", "method = \"moonsighting\"\nmadhab = \"hanafi\"\n")
        try box.write(suggestion.output)
        try box.run("check-config \(box.config)").expect(0)
    }

    @Test func `where no daemon has run, the service's socket is named, and not one that it never uses`() throws {
        let nowhere = ["RUNTIME_DIRECTORY": "", "XDG_RUNTIME_DIR": box.file("nowhere")]
        for (word, code) in [("status", Int32(3)), ("stop", EX_UNAVAILABLE)] {
            unlink(box.file("etc/config.toml"))
            // A box without a config is set up first.
            let new = try box.run(word, environment: nowhere)
            #expect(new.code == code && new.errors.hasSuffix("not set up yet: sudo adhand setup\n"), "\(new.text)")
            box.makeFolders("etc")
            try box.write("# defaults\n", "etc/config.toml")
            try box.run(word, environment: nowhere).expect(code, errors: "'/run/adhand/adhand.sock'")
        }
    }

    @Test func `the file of a bucket's keys that is not there, or for everybody, is named`() throws {
        let bucket = "[timetable.s3]\nbucket = \"mosque\"\nregion = \"eu-west-2\"\ncredentials = \"keys\"\n"
        try box.write(Box.london + bucket)
        let (file, check) = (box.file("keys"), "check-config \(box.config)")
        let missing = "s3: the keys cannot be read: \(file): No such file or directory"
        try box.run(check).expect(output: "\(box.config):8: \(missing)", "one thing is wrong")
        try box.write("access_key_id = \"a\"\nsecret_access_key = \"b\"\n", "keys")
        chmod(file, 0o644)
        let open = "s3: \(file) is readable for everybody; run chmod o-rw on it"
        try box.run(check).expect(output: "\(box.config):8: \(open)", "one thing is wrong")
        try box.runConfigured("doctor").expect(output: "!!  sources      \(open)")
        // A person who may not read them is told of no fault.
        chmod(file, 0)
        let denied = try box.run(check, prefix: Binary.withoutOverride)
        #expect(denied.output == "\(box.config) is in order\n", "\(denied.text)")
    }

    @Test func `a card after silent is an objection`() throws {
        let daemon = try RunningDaemon(
            "\(Box.london)[audio]\ndevices = [\"silent\", \"null\"]\n",
            in: box.directory
        )
        defer { daemon.stop() }
        let words = "\(box.config):6: [audio] devices: \"null\" comes after \"silent\", which needs no card"
        #expect(try daemon.report().problems.contains { $0.what.hasPrefix(words) })
        for line in ["check-config \(box.config)", "doctor --config \(box.config)"] {
            try box.run(line).expect(output: words)
        }
        try box.write("\(Box.london)[audio]\ndevices = [\"null\", \"silent\"]\n")
        #expect(try box.run("check-config \(box.config)").output == "\(box.config) is in order\n")
        try box.write("[place]\nlattitude = 1\nname = 3\n")
        try daemon.command("reload").expect(errors: "; \(box.config):")
    }

    @Test func `a device unknown to ALSA is reported at once, with the nearest name, and nothing is played`() throws {
        let hint = "hint { show on description \"The hall\" }"
        let alsa = try box.write("</usr/share/alsa/alsa.conf>\npcm.speaker { type null \(hint) }\n", "alsa.conf")
        func run(_ line: String) throws -> Binary.Outcome { try box.run(line, environment: ["ALSA_CONFIG_PATH": alsa]) }
        for (device, sentence) in [
            ("plughw:Foo", "no such device 'plughw:Foo'; adhand audio devices lists the names there are"),
            ("speakr", "no such device 'speakr'; did you mean 'speaker'?"),
        ] {
            try box.write("[audio]\ndevices = [\"\(device)\"]\n")
            let start = BootClock.now()
            try run("play --config \(box.config)").expect(EX_UNAVAILABLE, errors: sentence)
            #expect(BootClock.now() - start < .seconds(10))
        }
        let sentence = "[audio] devices: no such device 'speakr'; did you mean 'speaker'?"
        try run("check-config \(box.config)").expect(output: "\(box.config):2: \(sentence)")
        let doctor = try run("doctor --config \(box.config)").expect(output: "no such device 'speakr'")
        #expect(!doctor.output.contains("aplay -l"))
    }

    @Test func `help is at most 80 columns wide`() throws {
        for command in ["times", "methods suggest", "timetable convert", "status", "simulate"] {
            let help = try box.run("\(command) --help").expect(0, output: "USAGE: adhand \(command)")
            for line in help.lines { #expect(line.count <= 80, "\(line)") }
        }
    }

    @Test func `play plays the whole file and ends with 0`() throws {
        let server = try PulseServer()
        try box.run("play \(box.recording())", environment: server.environment).expect(
            0,
            output: "heard whole: 1s on default"
        )
    }

    @Test func `history prints the ledger as table, CSV and JSON`() throws {
        box.makeFolders("state")
        let key = OccasionKey(try CivilDate("2026-11-21"), .adhan(.fajr))
        var entry = LedgerEntry(
            ScheduledOccasion(key, at: try .utc("2026-11-21", 10, 29), source: .calculation),
            .stopped,
            file: "/a,b.mp3"
        )
        (entry.began, entry.ended) = (try .utc("2026-11-21", 10, 29), try .utc("2026-11-21", 10, 30))
        (entry.latenessMilliseconds, entry.heardMilliseconds, entry.gapMilliseconds) = (2, 60_000, 0)
        (entry.device, entry.sha256, entry.who) = ("default", String(repeating: "a", count: 64), "SIGTERM")
        let ledger = SQLiteLedger(file: box.file("state/ledger.sqlite"))
        try ledger.record(entry)
        try ledger.record(LedgerOrigin(firstStart: try .utc("2026-11-21", 10)))
        let history = "history --from 2026-11-21 --to 2026-11-22"

        try box.run(history).expect(
            output: "2026-11-21  adhan-fajr  stopped  05:29  2        60000     0       default  by SIGTERM",
            not: "adhand first ran here"
        )
        let earlier = try box.run("history --from 2026-11-20")
        let start = "adhand: adhand first ran here on 2026-11-21; what was before that is not known"
        #expect(earlier.errors.contains(start) && !earlier.output.contains(start), "\(earlier.text)")
        let csv = try box.run("\(history) --format csv").lines
        #expect(
            csv.first
                == "date,occasion,state,due_at,started_at,ended_at,lateness_ms,heard_ms,gap_ms,source,file,sha256,device,reason,who,recording"
        )
        #expect(
            csv.last
                == "2026-11-21,adhan-fajr,stopped,2026-11-21T05:29:00-05:00,2026-11-21T05:29:00-05:00,2026-11-21T05:30:00-05:00,2,60000,0,calculation,\"/a,b.mp3\",\(String(repeating: "a", count: 64)),default,,SIGTERM,\"a,b.mp3\""
        )
        let json = try box.run("\(history) --format json").output
        let rows = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
        #expect(rows.count == 1 && rows[0].keys.count == 16 && rows[0]["who"] as? String == "SIGTERM")
        #expect(rows[0]["lateness_ms"] as? Int == 2 && rows[0]["reason"] is NSNull)
    }

    @Test func `the daemon runs without a sound card, with an unreadable ledger and with a broken file`() throws {
        let letter = try box.write(String(repeating: "no ledger but a letter. ", count: 50), "letter")
        try box.write("[audio]\nadhan = \"/nowhere.mp3\"\n[ledger]\nfile = \"\(letter)\"\n")
        let running = try Binary.start(["run", "--config", box.config], in: box.directory)
        #expect(
            eventually { running.text.contains("timetable refreshed") && running.text.contains("there is no file") }
        )
        #expect(running.text.contains("file is not a database"))
        #expect(running.text.contains("no place is set in the config"))
        #expect(!running.process.hasEnded)
        running.process.signal(SIGTERM)
        #expect(running.finish().code == 0)
    }

    // MARK: the clock, whatever the state of the machine's

    /// Without a bus that could report otherwise.
    private func clock(_ line: String) throws -> Binary.Outcome {
        try box.run("clock \(line)", environment: ["DBUS_SYSTEM_BUS_ADDRESS": "unix:path=" + box.file("nowhere")])
    }

    @Test func `a clock that a person confirmed is trusted, with that reason`() throws {
        try clock("confirm").expect(0, output: box.file("run/clock-confirmed"), ".\nThe clock is trusted until")
        try clock("").expect(0, output: "(America/New_York)", "a person has confirmed the clock")
    }

    @Test func `the exit code shows the clock's state, and the config can make it always trusted`() throws {
        let shown = try clock("")
        #expect(shown.code == (shown.output.contains("state      untrusted") ? 1 : 0), "\(shown.text)")
        try box.write("[clock]\ntrust = \"always\"\ntrust_after = \"0s\"\n")
        try clock("--config \(box.config)").expect(0, output: "state      assumed")
    }

    @Test func `a confirmation that cannot be written, and a wrong key, are reported`() throws {
        try box.write("x", "run")
        let words =
            "the clock is not confirmed: the daemon's folder \(box.file("run")) is not there, and cannot be made"
        try clock("confirm").expect(EX_CANTCREAT, errors: words)
        try box.write("[clock]\ntrust_afer = \"1h\"\n")
        let key = ":2: unknown key 'trust_afer' in [clock]; did you mean 'trust_after'?"
        try clock("--config \(box.config)").expect(EX_CONFIG, errors: key)
    }

    // MARK: a terminal of 80 columns

    /// The lines on a terminal, each within 80 columns.
    private func lines(_ line: String) throws -> [Substring] {
        let terminal = #"script -qec "stty cols 80; $(printf '%q ' "$@")" /dev/null"#
        let outcome = try box.run(line, prefix: ["bash", "-c", terminal, "--"])
        let lines = outcome.output.split(whereSeparator: \.isNewline)
        #expect(!lines.isEmpty && lines.allSatisfy { $0.count <= 80 }, "\(outcome.text)")
        return lines
    }

    @Test func `audio devices fits a terminal`() throws {
        try box.write("[audio]\ndevices = [\"hw:CARD=Nowhere\", \"plughw:7\", \"silent\"]\n")
        _ = try lines("audio devices --config \(box.config)")
    }

    @Test(arguments: [
        "--latitude 51.5074 --longitude -0.1278 --timezone Europe/London",
        "--latitude 21.4225 --longitude 39.8262 --timezone Asia/Riyadh",
    ])
    func `methods suggest fits a terminal, and every line that is no setting is a comment`(place: String) throws {
        let lines = try lines("methods suggest \(place)")
        for line in lines {
            #expect(line.hasPrefix("# ") || line == "[calculation]" || line.contains(" = "), "\(line)")
        }
        #expect(try box.run("methods suggest \(place)").output.split(separator: "\n") == lines)
    }

    // MARK: commands that another executable runs

    @Test func `a long command line arrives whole`() throws {
        try box.write("[mirror]\nbucket = \"b\"\nregion = \"r\"\n")
        // More than Linux allows in one argument. A piece may end within a character.
        let files = (0..<400).map { "\($0)-" + String(repeating: "e\u{301}👨‍👩‍👧\r\n\"\\", count: 20) }
        let command = ProcessCommand.publish(
            BoxOptions(config: box.config, resources: Binary.root + "/Resources"),
            .init(files: files, folder: "", mirror: "main", isTimetable: false, isTrial: true)
        )
        let words = try command.program().words
        #expect(words.reduce(0) { $0 + $1.utf8.count } > 200_000)
        #expect(words.allSatisfy { $0.utf8.count < 128 << 10 })
        let arrived: ProcessCommand = try JSONText.decode(from: words.flatMap { Array($0.utf8) })
        guard case .publish(_, let publication) = arrived else {
            Issue.record("\(arrived)")
            return
        }
        #expect(publication.files == files)
        // The process reads all of it before it says which mirror it lacks.
        let outcome = try box.run("publish --dry-run --mirror other --config \(box.config)", files)
        #expect(outcome.code == EX_CONFIG, "\(outcome.text.prefix(2000))")
        #expect(outcome.errors.contains("the config names no mirror 'other'"), "\(outcome.text.prefix(2000))")
    }
}
