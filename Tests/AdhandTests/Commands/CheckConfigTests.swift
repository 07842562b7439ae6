import AdhanCore
import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// `adhand check-config` with the real binary: what it says, and where it says the fault is.
@Suite struct CheckConfigTests {
    private let directory: TestDirectory
    private let place = "[place]\nlatitude = 51.5\nlongitude = 0\ntimezone = \"Europe/London\"\n"

    init() throws { directory = try TestDirectory() }

    private func check(_ config: String) throws -> Binary.Outcome {
        try Binary.run(["check-config", config], in: directory)
    }

    /// Checks the box's config, with `conf.d` beside it.
    private func checkBox() throws -> Binary.Outcome {
        try Binary.run(["check-config"], in: directory, environment: ["CONFIGURATION_DIRECTORY": directory.path])
    }

    @Test func `a fault in a file of conf d is that file's, with its line`() throws {
        let config = try Binary.config(place + "[schedule]\ngrace = \"5m\"\n", in: directory)
        #expect(mkdir(directory.file("conf.d"), 0o700) == 0)
        let part = try directory.write(
            Array(
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

                """.utf8
            ),
            to: "conf.d/10-mosque.toml"
        )
        try directory.write(Array(String(repeating: "no ledger but a letter. ", count: 50).utf8), to: "letter")
        let outcome = try checkBox()
        for sentence in [
            "3: [audio] devices: no such device 'nope'", "4: there is no file '/nowhere.mp3'",
            "7: [hooks] before: '/nowhere'",
            "12: [timetable.aladhan] is asked without encryption",
            "15: \(directory.file("letter")) is not a ledger",
        ] {
            #expect(outcome.output.contains("\(part):\(sentence)"), "\(sentence): \(outcome.text)")
        }
        #expect(!outcome.output.contains("\(config):"), "\(outcome.text)")
    }

    @Test(arguments: [
        ("53.6", "high_latitude = \"none\"", true),
        ("53.6", "high_latitude = \"diyanet\"\nhigh_latitude_limit = 55", true),
        ("53.6", "high_latitude = \"diyanet\"", false), ("53.6", "", false), ("40", "high_latitude = \"none\"", false),
    ])
    func `nights in which twilight does not end are counted where no rule applies to them`(
        latitude: String,
        lines: String,
        isTold: Bool
    ) throws {
        let place = place.replacing("51.5", with: latitude)
        let outcome = try check(Binary.config("\(place)[calculation]\n\(lines)\n", in: directory))
        let line = "config.toml:6: no rule for high latitudes applies here. On "
        #expect(outcome.code == 0 && outcome.output.contains(line) == isTold, "\(outcome.text)")
        #expect(outcome.output.contains("The calculation then puts it at the middle of the night") == isTold)
    }

    /// The method's offsets were chosen for its own rounding.
    @Test(arguments: [
        ("method = \"singapore\"\nrounding = \"nearest\"", true), ("method = \"singapore\"", false),
        ("method = \"custom\"\nrounding = \"down\"\n[calculation.custom]\nfajr = 18\nisha = 17", false),
    ])
    func `a rounding that takes the place of the method's own is told with its line`(
        lines: String,
        isTold: Bool
    ) throws {
        let outcome = try check(Binary.config("\(place)[calculation]\n\(lines)\n", in: directory))
        let line = "config.toml:7: [calculation] rounding = \"nearest\" takes the place of singapore's own, \"up\": "
        #expect(outcome.code == 0 && outcome.output.contains(line) == isTold, "\(outcome.text)")
        #expect(outcome.output.contains("rounding = ") == isTold, "\(outcome.text)")
    }

    @Test func `a file of conf d with another ending is named`() throws {
        _ = try Binary.config(place, in: directory)
        #expect(mkdir(directory.file("conf.d"), 0o700) == 0)
        for name in ["mosque.toml.txt", "y.TOML", "z.conf", "kept~", ".hidden.txt", "read.toml"] {
            try directory.write([], to: "conf.d/\(name)")
        }
        let outcome = try checkBox()
        let unread = outcome.output.split(separator: "\n").filter { $0.contains("it is not read, since its name") }
        let folder = directory.file("conf.d")
        #expect(
            unread.map { $0.prefix { $0 != ":" } }
                == ["mosque.toml.txt", "y.TOML", "z.conf"].map { "\(folder)/\($0)" },
            "\(outcome.text)"
        )
    }

    @Test(arguments: ["mkfifo", "mkdir", "ln -s /dev/null"])
    func `settings of the page that the daemon would refuse are a fault`(making: String) throws {
        for folder in ["etc", "state", "state/panel"] { #expect(mkdir(directory.file(folder), 0o755) == 0) }
        try directory.write(Array(place.utf8), to: "etc/config.toml")
        #expect(try Binary.run(["check-config"], in: directory).code == 0)
        let panel = directory.file("state/panel/config.toml")
        let outcome = try Binary.run(
            ["check-config"],
            in: directory,
            prefix: ["bash", "-c", "\(making) \"$0\" && exec \"$@\"", panel]
        )
        let words = "what the committee's page has set cannot be read, and is left out: \(panel): "
        #expect(outcome.code == EX_CONFIG && outcome.errors.contains(words), "\(outcome.text)")
        #expect(!outcome.output.contains("is in order"), "\(outcome.text)")
    }

    @Test func `settings of the page that only root may read leave it open whether the config is in order`() throws {
        for folder in ["etc", "state", "state/panel"] { #expect(mkdir(directory.file(folder), 0o755) == 0) }
        try directory.write(Array(place.utf8), to: "etc/config.toml")
        let panel = try directory.write([], to: "state/panel/config.toml")
        chmod(panel, 0)
        let outcome = try Binary.run(["check-config"], in: directory, prefix: Binary.withoutOverride)
        #expect(outcome.code == EX_NOPERM && outcome.errors.contains("look as root, with sudo"), "\(outcome.text)")
    }

    @Test func `a logo that is no picture is named`() throws {
        let logo = try directory.write(Array("no picture".utf8), to: "logo.png")
        let config = try Binary.config(place + "[display]\nlogo = \"\(logo)\"\n", in: directory)
        let outcome = try check(config)
        #expect(outcome.code == 0 && outcome.output.contains("display: \(logo): this is no PNG"), "\(outcome.text)")
    }

    @Test func `a timetable that does not exist is named with its whole path, and what to do`() throws {
        let config = try Binary.config(place + "[timetable]\nfile = \"times/none.csv\"\n", in: directory)
        let outcome = try check(config)
        let path = directory.file("times/none.csv")
        let says =
            "\(config):6: [timetable] file: \(path): No such file or directory: put the timetable there, or correct file in "
            + "[timetable] of the config; a path that does not begin with / is looked for in the config's folder\n"
        #expect(outcome.output.hasPrefix(says), "\(outcome.text)")
        // The daemon runs despite it, as --help says.
        #expect(outcome.code == 0 && outcome.output.contains("one thing is wrong"), "\(outcome.text)")
        let help = try Binary.run(["check-config", "--help"], in: directory).output
        let words = help.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        #expect(words.contains("66 if the config file does not exist;"), "\(help)")
        #expect(words.contains("a timetable that does not exist, are reported too, but do not change the exit code"))
        try directory.write([], to: "here.csv")
        #expect(try check(directory.file("none.toml")).code == 66)
    }

    @Test func `where remarks follow, the verdict says which lines are wrong`() throws {
        let text =
            "[place]\nlatitude = 51.5\nlongitude = 0\ntimezone = \"Europe/London\"\n[audio]\nvolume = 4\n"
            + "[[audio.quiet]]\nfrom = \"11:00\"\nto = \"14:30\"\nvolume = 0\n"
        let output = try check(Binary.config(text, in: directory)).output
        let verdict = "can be used, but one thing is wrong: see the first line above, and the others, too\n"
        #expect(output.hasSuffix(verdict), "\(output)")
        #expect(output.split(separator: "\n").first?.contains("which nobody hears") == true, "\(output)")
    }

    @Test func `a card that is not there, and a device that nobody hears, are told as silence`() throws {
        for (device, reason) in [
            ("nope", "the sound card is missing (there is no device of [audio] devices)"),
            ("silent", "nothing is heard, because [audio] devices names \"silent\""),
        ] {
            let config = try Binary.config(place + "[audio]\ndevices = [\"\(device)\"]\n", in: directory)
            let output = try check(config).output
            #expect(output.contains("no adhan of the next 24 hours will sound: \(reason)\n"), "\(output)")
            #expect(!output.contains("is in order\n"), "\(output)")
        }
    }

    @Test func `check-config and doctor tell the same silence, by the times of the mosque's file`() throws {
        // The calculation has Asr half an hour earlier.
        let day = try DayAtNoon(dhuhrIn: 600)
        try day.write(in: directory)
        let quiet = "[[audio.quiet]]\nfrom = \"15:55\"\nto = \"16:05\"\nvolume = 0\n"
        let config = try Binary.config(day.config("[audio]\ndevices = [\"silent\"]\n" + quiet), in: directory)
        let words = "Asr will NOT sound: [[audio.quiet]] has volume = 0 from 15:55 to 16:05"
        let checked = try check(config).output
        #expect(checked.contains(words), "\(checked)")
        let doctor = try Binary.run(["doctor", "--config", config], in: directory, output: "doctor").output
        #expect(doctor.contains(words), "\(doctor)")
    }

    @Test func `a recording whose name differs in capital letters is named, also beside a config without a folder`()
        throws
    {
        try directory.write(Array("sound".utf8), to: "fajr.mp3")
        _ = try Binary.config(place + "[audio]\nadhan_fajr = \"Fajr.mp3\"\n", in: directory)
        let output = try check("config.toml").output
        #expect(output.contains("fajr.mp3"), "\(output)")
    }

    @Test func `a file without settings is told from one that names no place`() throws {
        let config = try Binary.config("# to come\n", in: directory)
        #expect(
            try check(config).output
                == """
                \(config): it has no settings, so the defaults apply and no place is set; no adhan sounds: \
                put latitude, longitude and timezone into [place]
                \(config) can be used, but one thing is wrong: see above

                """
        )
        _ = try Binary.config("[audio]\nvolume = 90\n", in: directory)
        #expect(try check(config).output.hasPrefix("\(config): no place is set, so no adhan sounds: put latitude,"))
        let none = try Binary.run(["check-config"], in: directory)
        let words = "there is no config file, so the defaults apply and no place is set: sudo adhand setup\n"
        #expect(none.output == words, "\(none.text)")
    }

    @Test func `a slip in a device's name gets the right one, also where there is no card`() throws {
        for (typed, meant) in [("defualt", "default"), ("slient", "silent")] {
            let config = try Binary.config("\(place)[audio]\ndevices = [\"\(typed)\"]\n", in: directory)
            #expect(
                try check(config).output.contains(
                    "\(config):6: [audio] devices: no such device '\(typed)'; did you mean '\(meant)'?\n"
                )
            )
        }
    }

    @Test func `rules that do nothing, or something else, are named with their lines, and the config can be used`()
        throws
    {
        let config = try Binary.config(
            place + """
                [audio]
                devices = ["silent"]
                [adhan]
                fajr = "iqama-15m"
                [jumuah]
                first_adhan = "20m"
                [reminders]
                eid-1 = "10m"

                """,
            in: directory
        )
        let lines = try check(config).output.split(separator: "\n").map { String($0.replacing(config, with: "F")) }
        let expected = [
            "no adhan of the next 24 hours will sound: nothing is heard, because [audio] devices names \"silent\"",
            "F:8: the adhan of fajr counts from the iqama, and no iqama of fajr is known on every day; then it is called when the prayer begins; see [iqama]",
            "F:10: [jumuah] first_adhan does nothing, for no Friday has a khutbah: write when it begins, as in times = [\"13:15\"]",
            "F:12: [reminders] eid-1 does nothing: there is no eid-1 in the coming year",
            "F is in order, but not every adhan is heard: see above",
        ]
        #expect(lines == expected)
    }

    @Test func `at most twenty of such lines are told, and how many there are`() throws {
        let reminders =
            (1...4).flatMap { ["jumuah-\($0)", "eid-\($0)"] } + Prayer.called.map { "iqama-\($0.rawValue)" }
        let exceptions = (1...10).map { _ in "[[adhan.when]]\nseason = \"summer\"\nfajr = \"off\"\n" }
        let text =
            place.replacing("Europe/London", with: "Africa/Accra") + exceptions.joined() + "[reminders]\n"
            + reminders.map { "\($0) = \"10m\"\n" }.joined()
        let output = try check(Binary.config(text, in: directory)).output
        #expect(output.contains("\nand 3 more remarks on the mosque's day\n"), "\(output)")
    }

    @Test func `the file given twice is refused with 64`() throws {
        let config = try Binary.config(place, in: directory)
        let outcome = try Binary.run(["check-config", "/nowhere.toml", "--config", config], in: directory)
        #expect(outcome.code == EX_USAGE, "\(outcome.text)")
        #expect(outcome.errors.contains("name the file once: adhand check-config FILE"), "\(outcome.text)")
        #expect(outcome.output.isEmpty)
    }

    @Test func `a file that only root may read is reported for the service's user, also when root looks`() throws {
        // Only root can change a folder's owner.
        guard geteuid() == 0 else { return }
        for folder in ["etc", "state"] { mkdir(directory.file(folder), 0o755) }
        chmod(directory.path, 0o755)
        #expect(chown(directory.file("state"), 64_000, 64_000) == 0)
        let sound = try MP3Fixture.encode(MP3Fixture.phrase(seconds: 1, channels: 1), channels: 1, in: directory)
        let keys = try directory.write(Array("access_key_id = \"a\"\nsecret_access_key = \"b\"\n".utf8), to: "keys")
        let mirrorKeys = try directory.write(TestDirectory.bytes(of: keys), to: "mirror-keys")
        let program = try directory.write(Array("#!/bin/sh\n".utf8), to: "amplifier")
        let text =
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

                """
        let config = try directory.write(Array(text.utf8), to: "etc/config.toml")
        for (file, mode) in [(config, 0o644), (sound, 0o600), (keys, 0o600), (mirrorKeys, 0o600), (program, 0o700)] {
            chmod(file, mode_t(mode))
        }
        let outcome = try Binary.run(["check-config"], in: directory)
        #expect(outcome.code == 0, "\(outcome.text)")
        for sentence in [
            "\(config):6: \(sound): the user 64000 may not read it: sudo chgrp 64000 ",
            "\(config):8: \(program): the user 64000 may not run it: sudo chmod 755 ",
            "\(config):12: \(keys): the user 64000 may not read it: ",
            "\(config):16: \(mirrorKeys): the user 64000 may not read it: ",
        ] {
            #expect(outcome.output.contains(sentence), "\(sentence): \(outcome.text)")
        }
        chmod(sound, 0o644)
        chmod(program, 0o755)
        for file in [keys, mirrorKeys] { chown(file, 64_000, 64_000) }
        #expect(try Binary.run(["check-config"], in: directory).output == "\(config) is in order\n")
    }
}
