import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// `adhand config` with the real binary.
@Suite struct ConfigCommandTests {
    private let directory: TestDirectory
    private let text = "# ours\n[audio]\nvolume = 100  # all prayers\n# tail = \"0s\"   # for amplifiers\n"

    init() throws { directory = try TestDirectory() }

    private func run(_ words: String...) throws -> Binary.Outcome { try Binary.run(["config"] + words, in: directory) }

    private func content(_ file: String) throws -> String { try String(contentsOfFile: file, encoding: .utf8) }

    // MARK: show

    @Test func `show has every key with its value, and the origin where it is wanted`() throws {
        let config = try Binary.config(text, in: directory)
        let all = try run("show", "--config", config)
        #expect(all.code == 0 && all.output.hasPrefix("key "), "\(all.text)")
        #expect(all.output.contains("\naudio.volume ") && all.output.contains("\nnotify "))
        let one = try run("show", "audio.volume", "--origin", "--config", config)
        #expect(one.output == "key           value  origin\naudio.volume  100    \(config):3\n", "\(one.text)")
        let table = try run("show", "audio.fades", "--config", config)
        #expect(table.output.split(separator: "\n").count == 6 && table.output.contains("audio.fades.isha     not set"))
        let none = try run("show", "audio.tail", "--origin", "--config", config)
        #expect(none.output.hasSuffix("audio.tail  \"0s\"   default\n"), "\(none.text)")
        let json = try run("show", "audio.volume", "--format", "json", "--config", config)
        let row = """
            [
              {
                "key" : "audio.volume",
                "origin" : "\(config):3",
                "value" : 100
              }
            ]

            """
        #expect(json.output == row, "\(json.text)")
    }

    @Test(arguments: [
        ("audio.volum", "did you mean 'audio.volume'?"), ("audoi", "did you mean 'audio'?"),
        ("latitude", "did you mean 'place.latitude'?"), ("xxxxxxxx", "all keys: adhand config show"),
    ])
    func `an unknown key is answered with the nearest one`(key: String, advice: String) throws {
        let config = try Binary.config(text, in: directory)
        for words in [["show", key], ["unset", key]] {
            let outcome = try Binary.run(["config"] + words + ["--config", config], in: directory)
            #expect(
                outcome.code == 64 && outcome.text.contains("the config has no key '\(key)'; \(advice)"),
                "\(outcome.text)"
            )
        }
    }

    // MARK: set and unset

    @Test func `set changes one line and prints it`() throws {
        let config = try Binary.config(text, in: directory)
        chmod(config, 0o640)
        let outcome = try run("set", "audio.volume", "-12dB", "--config", config)
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(
            outcome.output
                == "\(config)\n  - 3  volume = 100  # all prayers\n  + 3  volume = \"-12dB\"  # all prayers\n"
        )
        #expect(try content(config) == text.replacing("100", with: "\"-12dB\""))
        var status = stat()
        #expect(stat(config, &status) == 0 && status.st_mode & 0o7777 == 0o640)
        #expect(try run("set", "--config", config, "audio.tail", "1s").code == 0)
        #expect(try content(config).hasSuffix("\ntail = \"1s\"   # for amplifiers\n"))
        #expect(try run("unset", "audio.tail", "audio.volume", "--config", config).code == 0)
        #expect(try content(config) == "# ours\n[audio]\n")
        let again = try run("unset", "audio.tail", "--config", config)
        #expect(
            again.code == 0 && again.output == "no file of the config has this key; nothing is written\n",
            "\(again.text)"
        )
    }

    @Test func `other values that come with a change are named`() throws {
        let config = try Binary.config(text, in: directory)
        let outcome = try run("set", "iqama.fajr", "+20m", "--config", config)
        #expect(outcome.code == 0 && !outcome.output.contains("these values count now:"), "\(outcome.text)")
        let unset = try run("unset", "iqama.fajr", "--config", config)
        #expect(
            unset.output.hasSuffix("these values count now:\n  iqama.fajr  \"timetable\"  default\n"),
            "\(unset.text)"
        )
    }

    @Test func `without any config the defaults are shown with their origin`() throws {
        let environment = ["CONFIGURATION_DIRECTORY": directory.file("none")]
        let words = ["config", "show", "audio.volume", "--origin"]
        let outcome = try Binary.run(words, in: directory, environment: environment)
        #expect(outcome.code == 0 && outcome.output.hasSuffix("\naudio.volume  100    default\n"), "\(outcome.text)")
    }

    private static let place = "[place]\nlatitude = 53.6\nlongitude = -2.1\ntimezone = \"Europe/London\"\n"

    @Test func `a change of times is told in a line`() throws {
        let config = try Binary.config(Self.place, in: directory)
        let first = try run("set", "iqama.isha", "+20m", "--config", config)
        let line = first.output.split(separator: "\n").first { $0.hasPrefix("from ") } ?? ""
        #expect(
            first.code == 0 && line.contains(" on: iqama of isha ") && line.hasSuffix(" (none before)"),
            "\(first.text)"
        )
        let same = try run("set", "place.name", "Rochdale", "--config", config)
        #expect(same.output.contains("\nno time changes in the coming year\n"), "\(same.text)")
        let volume = try run("set", "audio.volume", "60", "--config", config)
        #expect(!volume.output.contains("coming year"), "\(volume.text)")
        let unset = try run("unset", "iqama.isha", "--config", config)
        #expect(
            unset.output.contains("\nfrom ") && unset.output.contains(": no iqama of isha any more ("),
            "\(unset.text)"
        )
    }

    @Test func `a rule that replaces the timetable's times says so, and a time that cannot be is named`() throws {
        let zone = try SystemZones.find("Europe/London")
        let today = zone.wall(at: LinuxClock().wall()).date
        let rows = (0..<400).map { "\(today.adding(days: $0)),04:00,06:00,12:30,15:30,19:00,21:00,21:15,13:00" }
        let head = "date,fajr,sunrise,dhuhr,asr,maghrib,isha,isha_iqama,jumuah"
        let file = try directory.write(Array(([head] + rows).joined(separator: "\n").utf8), to: "times.csv")
        let text = Self.place + "[timetable]\nfile = \"\(file)\"\ncheck = \"off\"\n"
        let config = try Binary.config(text, in: directory)
        let outcome = try run(
            "set",
            "iqama.fajr",
            "03:00",
            "iqama.isha",
            "21:30",
            "jumuah.times",
            "13:30",
            "--config",
            config
        )
        for words in [
            "from \(today.dayAndMonth) on: iqama of isha 21:30 instead of 21:15\n",
            "khutbah 1 13:30 instead of 13:00\n",
            "\n[iqama] isha replaces the timetable's 21:15 on every day; isha = \"timetable\" gives it back\n",
            "\n[jumuah] times replace the timetable's 13:00 on 5",
            "\nthe iqama of fajr is before the prayer begins on every day; ",
        ] {
            #expect(outcome.output.contains(words), "\(words): \(outcome.text)")
        }
        let check = try Binary.run(["check-config", config], in: directory)
        for words in [
            "[iqama] isha replaces the timetable's 21:15 on every day", "has an iqama of dhuhr, asr, maghrib; write a",
        ] {
            #expect(check.output.contains(words), "\(check.text)")
        }
        let back = try run("set", "iqama.isha", "timetable", "jumuah.times", "timetable", "--config", config)
        #expect(back.output.contains("iqama of isha 21:15 instead of 21:30"), "\(back.text)")
        #expect(back.code == 0 && !back.output.contains("replace"), "\(back.text)")
    }

    @Test func `a change that an exception of the config ends is told with its last day`() throws {
        let today = try SystemZones.find("Europe/London").wall(at: LinuxClock().wall()).date
        let (first, last) = (today.adding(days: 7), today.adding(days: 20))
        let exception = "[[iqama.when]]\nfrom = \"\(first)\"\nto = \"\(last)\"\nisha = \"+30m\"\n"
        let config = try Binary.config(Self.place + "[iqama]\nisha = \"+20m\"\n" + exception, in: directory)
        let set = try run("set", "iqama.isha", "+25m", "--config", config)
        let end = " until \(today.adding(days: 6).dayAndMonth)\n"
        #expect(
            set.output.contains("from \(today.dayAndMonth) on: iqama of isha ") && set.output.contains(end),
            "\(set.text)"
        )
    }

    @Test func `every khutbah and Eid prayer is told, and the adhan that a khutbah silences`() throws {
        let place = "[place]\nlatitude = 21.42\nlongitude = 39.83\ntimezone = \"Asia/Riyadh\"\n"
        let config = try Binary.config(place, in: directory)
        let set = try run("set", "jumuah.times", "13:00,15:10", "eid.fitr", "06:30,08:00", "--config", config)
        for words in [
            "khutbah 1 13:00 (none before), khutbah 2 15:10 (none before)", "Eid prayer 2 08:00 (none before)",
            "no adhan of asr on 12 Fridays (", "the adhan of asr is due during a khutbah on ",
        ] {
            #expect(set.output.contains(words), "\(words): \(set.text)")
        }
    }

    @Test func `a timetable of which no day can be used is not written, and another place is told that it has none`()
        throws
    {
        let today = try SystemZones.find("Europe/London").wall(at: LinuxClock().wall()).date
        // The sun of Rochdale, to the quarter of an hour.
        let rows = (0..<20).map { "\(today.adding(days: $0)),06:00,08:05,12:15,14:00,15:50,17:40" }
        let csv = (["date,fajr,sunrise,dhuhr,asr,maghrib,isha"] + rows).joined(separator: "\n")
        let file = try directory.write(Array(csv.utf8), to: "times.csv")
        let away = "[place]\nlatitude = -33.9\nlongitude = 18.4\ntimezone = \"Africa/Johannesburg\"\n"
        let config = try Binary.config(away, in: directory)
        let before = try content(config)
        let refused = try run("set", "timetable.file", file, "--config", config)
        #expect(refused.code == EX_NOINPUT && refused.errors.contains("can be used at this place: "), "\(refused.text)")
        #expect(try content(config) == before)
        let own = try Binary.config(away + "[timetable]\nfile = \"\(file)\"\n", in: directory)
        let moved = try run("set", "place.latitude", "-33.8", "--config", own)
        #expect(moved.code == 0 && moved.output.contains("can be used at this place: "), "\(moved.text)")
    }

    @Test func `an adhan that is switched off is told with its first day`() throws {
        let config = try Binary.config(Self.place, in: directory)
        let off = try run("set", "adhan.fajr", "off", "--config", config)
        #expect(off.code == 0 && off.output.contains(" on: no adhan of fajr any more ("), "\(off.text)")
        let on = try run("unset", "adhan.fajr", "--config", config)
        #expect(on.output.contains(" on: adhan of fajr ") && on.output.contains(" (none before)\n"), "\(on.text)")
    }

    @Test func `a card that the box does not have is not written`() throws {
        let config = try Binary.config("[audio]\ndevices = [\"hw:CARD=Gone\"]\n", in: directory)
        let before = try content(config)
        for devices in ["HDMI", "silent, bluetooth", "hw:CARD=Gone, plughw:CARD=Nothing"] {
            let outcome = try run("set", "audio.devices", devices, "--config", config)
            let name = devices.split(separator: " ").last ?? ""
            #expect(outcome.code == EX_NOINPUT, "\(outcome.text)")
            #expect(outcome.errors.contains("audio.devices: no such device '\(name)'; "), "\(outcome.text)")
            #expect(try content(config) == before)
        }
        // A card that the config has already may be away for a while.
        for devices in ["hw:CARD=Gone, silent", "silent", "file:\(directory.file("adhan.wav"))"] {
            #expect(try run("set", "audio.devices", devices, "--config", config).code == 0, "\(devices)")
        }
    }

    @Test func `default as a value, and a table, are answered with the command to type`() throws {
        let config = try Binary.config("[iqama]\nfajr = \"+20m\"\nisha = \"21:00\"\n", in: directory)
        let word = try run("set", "adhan.fajr", "default", "--config", config)
        #expect(word.code == EX_CONFIG && word.errors.hasSuffix(": adhand config unset adhan.fajr\n"), "\(word.text)")
        #expect(try run("set", "place.name", "default", "--config", config).code == 0)
        let table = try run("unset", "iqama", "--config", config)
        let words = "'iqama' is a table; name the keys that are to go: adhand config unset iqama.fajr iqama.isha\n"
        #expect(table.code == EX_USAGE && table.errors.contains(words), "\(table.text)")
        let value = try run("set", "iqama", "20:30", "--config", config)
        let key = "'iqama' is a table; name one of its keys: adhand config show iqama\n"
        #expect(value.code == EX_USAGE && value.errors.contains(key), "\(value.text)")
        #expect(try run("unset", "iqama.fajr", "iqama.isha", "--config", config).code == 0)
    }

    @Test(arguments: ["+10m", "nonsense"]) func `a time takes the place of a table in braces`(at: String) throws {
        let config = try Binary.config("[iqama]\nfajr = { at = \"\(at)\", round = \"5m\" }\n", in: directory)
        let outcome = try run("set", "iqama.fajr", "+20m", "--config", config)
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(try String(contentsOfFile: config, encoding: .utf8) == "[iqama]\nfajr = \"+20m\"\n")
    }

    @Test(.enabled(if: geteuid() == 0)) func `root makes a folder that the service may enter`() throws {
        let folder = directory.file("new/etc")
        let outcome = try Binary.run(
            ["config", "set", "place.name", "Central Mosque"],
            in: directory,
            environment: ["CONFIGURATION_DIRECTORY": folder],
            prefix: ["bash", "-c", "umask 077; exec \"$@\"", "--"]
        )
        var status = stat()
        #expect(stat(folder, &status) == 0 && status.st_mode & 0o7777 == 0o755, "\(outcome.text)")
        #expect(stat(directory.file("new"), &status) == 0 && status.st_mode & 0o7777 == 0o755)
    }

    @Test func `a recording or timetable that cannot be used is not written`() throws {
        let config = try Binary.config(Self.place, in: directory)
        let table = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n2019-01-01,06:21,08:22,12:16,14:09,16:02,17:33\n"
        try directory.write(Array("RIFF\0\0\0\0WAVEfmt ".utf8), to: "adhan.wav")
        try directory.write(Array(table.utf8), to: "old.csv")
        for (key, file, words) in [
            ("audio.adhan", "adhan.wav", "is not an MP3 file"), ("audio.adhan_fajr", "none.mp3", "none.mp3"),
            ("timetable.file", "old.csv", "its days are over"), ("timetable.file", "none.csv", "none.csv"),
        ] {
            let outcome = try run("set", key, directory.file(file), "--config", config)
            #expect(outcome.code == EX_NOINPUT && outcome.errors.contains(words), "\(outcome.text)")
            #expect(outcome.errors.hasSuffix("nothing is written\n"), "\(outcome.text)")
            #expect(try content(config) == Self.place)
        }
        let tone = Binary.root + "/Resources/adhan.mp3"
        #expect(try run("set", "audio.adhan", tone, "--config", config).code == 0)
    }

    @Test func `a link keeps pointing at its target`() throws {
        let target = try directory.write(Array(text.utf8), to: "target")
        let link = directory.file("linked.toml")
        #expect(symlink("target", link) == 0)
        #expect(try run("set", "audio.volume", "5", "--config", link).code == 0)
        var status = stat()
        #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(try content(target).contains("volume = 5  #"))
    }

    @Test func `a value that the config refuses is not written`() throws {
        let config = try Binary.config(text, in: directory)
        for (words, sentence) in [
            (["audio.volume", "101"], "audio.volume: 101 is not between 0 and 100"),
            (["audio.volum", "3"], "the config has no key 'audio.volum'; did you mean 'audio.volume'?"),
            (["place.latitude", "53,6"], "place.latitude: 53,6 is not a number; write 53.6"),
        ] {
            let outcome = try Binary.run(["config", "set"] + words + ["--config", config], in: directory)
            #expect(outcome.code == 78 && outcome.text.contains(sentence), "\(outcome.text)")
            #expect(outcome.text.contains("the config would be wrong with this change; nothing is written"))
            #expect(try content(config) == text)
        }
    }

    @Test func `a wrong config is changed only where that corrects it`() throws {
        let wrong = text.replacing("100", with: "101")
        let config = try Binary.config(wrong, in: directory)
        let outcome = try run("set", "audio.tail", "1s", "--config", config)
        #expect(outcome.code == 78 && outcome.text.contains("volume = 101 is not between"), "\(outcome.text)")
        #expect(outcome.text.contains("the config is wrong without the change, too; nothing is written"))
        #expect(try content(config) == wrong)
        #expect(try run("set", "audio.volume", "60", "--config", config).code == 0)
        #expect(try content(config) == text.replacing("100", with: "60"))
        try directory.write(Array("[audio\n".utf8), to: "config.toml")
        let broken = try run("set", "audio.volume", "60", "--config", config)
        #expect(
            broken.code == 78 && broken.text.contains("config.toml:1: this is not TOML")
                && broken.text.contains("nothing is written")
        )
        #expect(try content(config) == "[audio\n")
    }

    @Test func `a missing config is made`() throws {
        let folder = directory.file("etc")
        #expect(mkdir(folder, 0o755) == 0)
        let environment = ["CONFIGURATION_DIRECTORY": folder]
        let outcome = try Binary.run(
            ["config", "set", "place.name", "Central Mosque"],
            in: directory,
            environment: environment
        )
        #expect(outcome.code == 0, "\(outcome.text)")
        #expect(try content(folder + "/config.toml") == "[place]\nname = \"Central Mosque\"\n")
        var status = stat()
        #expect(stat(folder + "/config.toml", &status) == 0 && status.st_mode & 0o7777 == 0o644)
        #expect(
            outcome.output.contains("adhand does not run; it uses the change from its next start on"),
            "\(outcome.text)"
        )
    }

    @Test func `without permission nothing is written, and the command with sudo is named`() throws {
        let folder = directory.file("etc")
        #expect(mkdir(folder, 0o755) == 0)
        let config = try directory.write(Array(text.utf8), to: "etc/config.toml")
        let rights = Binary.withoutOverride
        func set() throws -> Binary.Outcome {
            try Binary.run(["config", "set", "place.name", "Our Mosque"], in: directory, prefix: rights)
        }
        chmod(folder, 0o555)
        defer { chmod(folder, 0o755) }
        let outcome = try set()
        #expect(outcome.code == 77, "\(outcome.text)")
        #expect(outcome.text.contains("as root: sudo adhand config set place.name 'Our Mosque'"), "\(outcome.text)")
        #expect(try content(config) == text)
        #expect(try Binary.run(["config", "show", "place.name"], in: directory, prefix: rights).code == 0)
        chmod(config, 0)
        let unread = try set()
        #expect(unread.code == 77 && unread.text.contains("as root: sudo adhand config set"), "\(unread.text)")
        #expect(try Binary.run(["config", "show"], in: directory, prefix: rights).code == 77)
    }

    @Test(.enabled(if: geteuid() == 0)) func `the file keeps its owner`() throws {
        let config = try Binary.config(text, in: directory)
        #expect(chown(config, 1234, 4321) == 0)
        #expect(try run("set", "audio.volume", "60", "--config", config).code == 0)
        var status = stat()
        #expect(stat(config, &status) == 0 && status.st_uid == 1234 && status.st_gid == 4321)
    }

    @Test(arguments: [
        ([], "Missing expected arguments"), (["audio.volume"], "Missing expected arguments"),
        (["a.b", "c", "d"], "a value with blanks stands in quotes"), (["a.b", "=", "c", "d"], "there is no = between"),
        (["a.b", ""], "a.b needs a value; to remove the line: adhand config unset a.b"),
        (["a.b", "''"], "a.b needs a value"),
        (["a.b", "1", "a.b", "2"], "a.b is given twice"), (["a.b", "1", "--force"], "unknown option '--force'"),
    ])
    func `wrong usage is answered with the right one`(words: [String], sentence: String) throws {
        let outcome = try Binary.run(["config", "set"] + words, in: directory)
        #expect(outcome.code == 64 && outcome.text.contains(sentence), "\(outcome.text)")
    }
}
