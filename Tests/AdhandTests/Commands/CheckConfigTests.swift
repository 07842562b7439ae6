import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// `adhand check-config` with the real binary: what it says, and where it says the fault is.
struct CheckConfigTests {
    private let box: Box
    private let place = "[place]\nlatitude = 51.5\nlongitude = 0\ntimezone = \"Europe/London\"\n"

    init() throws { box = try Box() }

    private func check(_ config: String) throws -> Binary.Outcome {
        try box.write(config)
        return try box.run("check-config \(box.config)")
    }

    @Test func `every fault of every file is reported, and the daemon does not start`() throws {
        try box.write("[place]\nlattitude = 51.5\n[audio]\nvolume = 200\n")
        box.makeFolders("conf.d")
        let addition = try box.write("[schedule]\ngrace = \"5\"\n", "conf.d/10-grace.toml")
        let key = "\(box.config):2: unknown key 'lattitude' in [place]; did you mean 'latitude'?"
        try box.run("check-config", environment: box.asService).expect(
            EX_CONFIG,
            errors: key,
            "\(box.config):4: volume = 200 is not between",
            "\(addition):2: grace: '5' is not a length of time"
        )
        try box.runConfigured("run").expect(EX_CONFIG, errors: key)
    }

    @Test func `a fault in a file of conf d is that file's, with its line, and a file with another ending is named`()
        throws
    {
        try box.write(place + "[schedule]\ngrace = \"5m\"\n")
        box.makeFolders("conf.d")
        let part = try box.write(
            """

            [audio]
            devices = ["nope"]
            adhan = "/nowhere.mp3"
            dua = "/no/dua.mp3"
            [hooks]
            before = ["/nowhere"]
            [timetable]
            sources = ["aladhan"]
            file = "/nowhere.json"
            [timetable.aladhan]
            base_url = "http://times.example"
            allow_http = true
            [ledger]
            file = "letter"

            """,
            "conf.d/10-mosque.toml"
        )
        try box.write(String(repeating: "no ledger but a letter. ", count: 50), "letter")
        for name in ["mosque.toml.txt", "y.TOML", "z.conf", "kept~", ".hidden.txt", "read.toml"] {
            try box.write("", "conf.d/\(name)")
        }
        let outcome = try box.run("check-config", environment: box.asService).expect(
            output: "\(part):3: [audio] devices: no such device 'nope'",
            "\(part):4: there is no file '/nowhere.mp3'",
            "\(part):7: [hooks] before: '/nowhere'",
            "\(part):12: [timetable.aladhan] is asked without encryption",
            "\(part):15: \(box.file("letter")) is not a ledger"
        )
        #expect(!outcome.output.contains("\(box.config):"), "\(outcome.text)")
        let unread = outcome.lines.filter { $0.contains("it is not read, since its name") }
        let folder = box.file("conf.d")
        #expect(
            unread.map { $0.prefix { $0 != ":" } }
                == ["mosque.toml.txt", "y.TOML", "z.conf"].map { "\(folder)/\($0)" },
            "\(outcome.text)"
        )
    }

    /// - Parameters:
    ///   - nights: whether nights are counted in which twilight does not end and no rule applies.
    ///   - rounding: whether a rounding takes the place of the method's own, for which its offsets were chosen.
    @Test(arguments: [
        ("53.6", "high_latitude = \"none\"\nmethod = \"singapore\"\nrounding = \"nearest\"", true, true),
        ("53.6", "high_latitude = \"diyanet\"\nhigh_latitude_limit = 55\nmethod = \"singapore\"", true, false),
        (
            "53.6",
            "high_latitude = \"diyanet\"\nmethod = \"custom\"\nrounding = \"down\"\n[calculation.custom]\nfajr = 18\nisha = 17",
            false, false
        ),
        ("53.6", "", false, false), ("40", "high_latitude = \"none\"", false, false),
    ])
    func `a calculation without a rule for twilight, or with another rounding, is named with its line`(
        latitude: String,
        lines: String,
        nights: Bool,
        rounding: Bool
    ) throws {
        let outcome = try check("\(place.replacing("51.5", with: latitude))[calculation]\n\(lines)\n").expect(0)
        let (output, text) = (outcome.output, "\(outcome.text)")
        #expect(output.contains("config.toml:6: no rule for high latitudes applies here. On ") == nights, "\(text)")
        #expect(output.contains("The calculation then puts it at the middle of the night") == nights)
        let line = "config.toml:8: [calculation] rounding = \"nearest\" takes the place of singapore's own, \"up\": "
        #expect(output.contains(line) == rounding && output.contains("rounding = ") == rounding, "\(text)")
    }

    @Test func `settings of the page that the daemon would refuse are a fault`() throws {
        box.makeFolders("etc", "state", "state/panel")
        try box.write(place, "etc/config.toml")
        #expect(try box.run("check-config").code == 0)
        let panel = box.file("state/panel/config.toml")
        let kinds: [(String) -> Int32] = [{ mkfifo($0, 0o600) }, { mkdir($0, 0o700) }, { symlink("/dev/null", $0) }]
        for make in kinds {
            #expect(make(panel) == 0)
            let words = "what the committee's page has set cannot be read, and is left out: \(panel): "
            try box.run("check-config").expect(EX_CONFIG, errors: words, not: "is in order")
            remove(panel)
        }
        // Only root may read them: nobody else can know whether the config is in order.
        chmod(try box.write("", "state/panel/config.toml"), 0)
        try box.run("check-config", prefix: Binary.withoutOverride).expect(
            EX_NOPERM,
            errors: "look as root, with sudo"
        )
    }

    @Test func `a timetable that does not exist is named with its whole path, and what to do`() throws {
        let outcome = try check(place + "[timetable]\nfile = \"times/none.csv\"\n")
        let says =
            "\(box.config):6: [timetable] file: \(box.file("times/none.csv")): No such file or directory: put the timetable there, or "
            + "correct file in [timetable] of the config; a path that does not begin with / is looked for in the config's folder\n"
        #expect(outcome.output.hasPrefix(says), "\(outcome.text)")
        // The daemon runs despite it, as --help says.
        outcome.expect(0, output: "one thing is wrong")
        let help = try box.run("check-config --help").output
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("66 if the config file does not exist;"), "\(help)")
        #expect(words.contains("a timetable that does not exist, are reported too, but do not change the exit code"))
        try box.run("check-config \(box.file("none.toml"))").expect(66)
    }

    @Test func `where remarks follow, the verdict says which lines are wrong`() throws {
        let quiet = "[[audio.quiet]]\nfrom = \"11:00\"\nto = \"14:30\"\nvolume = 0\n"
        let outcome = try check("\(place)[audio]\nvolume = 4\n\(quiet)")
        let verdict = "can be used, but one thing is wrong: see the first line above; read the others, too\n"
        #expect(outcome.output.hasSuffix(verdict), "\(outcome.text)")
        #expect(outcome.lines.first?.contains("which nobody hears") == true, "\(outcome.text)")
    }

    @Test func `a slip in a device's name gets the right one, and a card that is not there is told as silence`() throws
    {
        try check("\(place)[audio]\ndevices = [\"defualt\", \"slient\"]\n[timetable]\nfile = \"~/times.csv\"\n").expect(
            output: "\(box.config):6: [audio] devices: no such device 'defualt'; did you mean 'default'?\n",
            "\(box.config):6: [audio] devices: no such device 'slient'; did you mean 'silent'?\n",
            "no adhan of the next 24 hours will sound: the sound card is missing (there is no device of [audio] devices)\n",
            "[timetable] file = \"~/times.csv\": ~ is not expanded",
            not: "is in order\n"
        )
    }

    @Test func `check-config and doctor tell the same silence, by the times of the mosque's file`() throws {
        // The calculation has Asr half an hour earlier.
        let day = try DayAtNoon(dhuhrIn: 600)
        try day.write(in: box.directory)
        let quiet = "[[audio.quiet]]\nfrom = \"15:55\"\nto = \"16:05\"\nvolume = 0\n"
        let words = "Asr will NOT sound: [[audio.quiet]] has volume = 0 from 15:55 to 16:05"
        try check(day.config("[audio]\ndevices = [\"silent\"]\n" + quiet)).expect(output: words)
        try box.runConfigured("doctor").expect(output: words)
    }

    @Test func `a logo that is no picture, and a recording that differs in capital letters, are named`() throws {
        let logo = try box.write("no picture", "logo.png")
        try box.write("sound", "fajr.mp3")
        try box.write("\(place)[audio]\nadhan_fajr = \"Fajr.mp3\"\n[display]\nlogo = \"\(logo)\"\n")
        // Also beside a config that is named without a folder.
        try box.run("check-config config.toml").expect(0, output: "display: \(logo): this is no PNG", "fajr.mp3")
    }

    @Test func `a file without settings is told from one that names no place`() throws {
        #expect(
            try check("# to come\n").output
                == """
                \(box.config): it has no settings, so the defaults apply and no place is set; no adhan sounds: \
                put latitude, longitude and timezone into [place]
                \(box.config) can be used, but one thing is wrong: see above

                """
        )
        let timetable = try box.write("{\"year\": 2026}", "times.json")
        let outcome = try check("[timetable]\nfile = \"times.json\"\n").expect(0, output: "\(timetable): ")
        let words = "\(box.config): no place is set, so no adhan sounds: put latitude,"
        let verdict = "\(box.config) can be used, but 2 things are wrong: see above\n"
        #expect(outcome.output.hasPrefix(words) && outcome.output.hasSuffix(verdict), "\(outcome.text)")
        #expect(!outcome.output.contains("there is no file"), "\(outcome.text)")
        let none = try box.run("check-config")
        let setUp = "there is no config file, so the defaults apply and no place is set: sudo adhand setup\n"
        #expect(none.output == setUp, "\(none.text)")
    }

    @Test func `rules that do nothing, or something else, are named with their lines, and the config can be used`()
        throws
    {
        let outcome = try check(
            place + """
                [audio]
                devices = ["silent"]
                [adhan]
                fajr = "iqama-15m"
                [jumuah]
                first_adhan = "20m"
                [reminders]
                eid-1 = "10m"

                """
        )
        #expect(
            outcome.lines.map { $0.replacing(box.config, with: "F") } == [
                "no adhan of the next 24 hours will sound: nothing is heard, because [audio] devices names \"silent\"",
                "F:8: the adhan of fajr counts from the iqama, and no iqama of fajr is known on every day; then it is called when the prayer begins; see [iqama]",
                "F:10: [jumuah] first_adhan does nothing, for no Friday has a khutbah: write when it begins, as in times = [\"13:15\"]",
                "F:12: [reminders] eid-1 does nothing: there is no eid-1 in the coming year",
                "F is in order, but not every adhan is heard: see above",
            ]
        )
    }

    @Test func `at most twenty of such lines are told, and how many there are`() throws {
        let names = (1...4).flatMap { ["jumuah-\($0)", "eid-\($0)"] } + Prayer.called.map { "iqama-\($0.rawValue)" }
        let exceptions = String(repeating: "[[adhan.when]]\nseason = \"summer\"\nfajr = \"off\"\n", count: 10)
        let reminders = "[reminders]\n" + names.map { "\($0) = \"10m\"\n" }.joined()
        let config = place.replacing("Europe/London", with: "Africa/Accra") + exceptions + reminders
        try check(config).expect(output: "\nand 3 more remarks on the mosque's day\n")
    }

    @Test(.enabled(if: geteuid() == 0, "only root changes a folder's owner"))
    func `a file that only root may read is reported for the service's user, also when root looks`() throws {
        box.makeFolders("etc", "state")
        chmod(box.directory.path, 0o755)
        #expect(chown(box.file("state"), 64_000, 64_000) == 0)
        let sound = try box.recording()
        let keys = try box.write("access_key_id = \"a\"\nsecret_access_key = \"b\"\n", "keys")
        let mirrorKeys = try box.write(box.text("keys"), "mirror-keys")
        let program = try box.write("#!/bin/sh\n", "amplifier")
        let config = try box.write(
            place + """
                [audio]
                adhan = "\(sound)"
                [hooks]
                after = ["\(program)"]
                [timetable.s3]
                bucket = "mosque"
                region = "eu-west-2"
                credentials = "\(keys)"
                [mirror]
                bucket = "mosque"
                region = "eu-west-2"
                credentials = "\(mirrorKeys)"

                """,
            "etc/config.toml"
        )
        for file in [sound, keys, mirrorKeys] { chmod(file, 0o600) }
        chmod(config, 0o644)
        chmod(program, 0o700)
        try box.run("check-config").expect(
            0,
            output: "\(config):6: \(sound): the user 64000 may not read it: sudo chgrp 64000 ",
            "\(config):8: \(program): the user 64000 may not run it: sudo chmod 755 ",
            "\(config):12: \(keys): the user 64000 may not read it: ",
            "\(config):16: \(mirrorKeys): the user 64000 may not read it: "
        )
        chmod(sound, 0o644)
        chmod(program, 0o755)
        for file in [keys, mirrorKeys] { chown(file, 64_000, 64_000) }
        #expect(try box.run("check-config").output == "\(config) is in order\n")
    }
}
