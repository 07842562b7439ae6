import AdhanCore
import AdhanSupport
import AdhanTestSupport
import Foundation
import Glibc
import Testing

/// `adhand config` with the real binary.
struct ConfigCommandTests {
    private static let text = "# ours\n[audio]\nvolume = 100  # all prayers\n# tail = \"0s\"   # for amplifiers\n"
    private let box: Box

    init() throws { box = try Box(Self.text) }

    private func run(_ line: String, _ more: [String] = []) throws -> Binary.Outcome {
        try box.runConfigured("config \(line)", more)
    }

    private func status(of path: String) -> (mode: mode_t, user: uid_t, group: gid_t) {
        var status = stat()
        #expect(stat(path, &status) == 0, "\(path)")
        return (status.st_mode & 0o7777, status.st_uid, status.st_gid)
    }

    private func londonDate() throws -> CivilDate {
        try SystemZones.find("Europe/London").wall(at: LinuxClock().wall()).date
    }

    // MARK: show

    @Test func `show has every key with its value, and the origin where it is wanted`() throws {
        let all = try run("show").expect(0, output: "\naudio.volume ", "\nnotify ")
        #expect(all.output.hasPrefix("key "), "\(all.text)")
        let one = try run("show audio.volume --origin")
        #expect(one.output == "key           value  origin\naudio.volume  100    \(box.config):3\n", "\(one.text)")
        #expect(try run("show audio.fades").expect(output: "audio.fades.isha     not set").lines.count == 6)
        let none = try run("show audio.tail --origin")
        #expect(none.output.hasSuffix("audio.tail  \"0s\"   default\n"), "\(none.text)")
        let row = """
            [
              {
                "key" : "audio.volume",
                "origin" : "\(box.config):3",
                "value" : 100
              }
            ]

            """
        #expect(try run("show audio.volume --format json").output == row)
        let bare = try box.run("config show audio.volume --origin").expect(0)
        #expect(bare.output.hasSuffix("\naudio.volume  100    default\n"), "\(bare.text)")
    }

    @Test(arguments: [
        ("show audio.volum", "'audio.volum'; did you mean 'audio.volume'?"),
        ("unset latitude", "'latitude'; did you mean 'place.latitude'?"),
        ("show xxxxxxxx", "'xxxxxxxx'; all keys: adhand config show"),
    ])
    func `an unknown key is answered with the nearest one`(line: String, advice: String) throws {
        try run(line).expect(64, text: "the config has no key \(advice)")
    }

    // MARK: set and unset

    @Test func `set changes one line and prints it, and the file keeps its mode and owner`() throws {
        chmod(box.config, 0o640)
        let owner = geteuid() == 0 ? (1234, 4321) : (geteuid(), getegid())
        chown(box.config, owner.0, owner.1)
        let outcome = try run("set audio.volume -12dB").expect(0)
        let lines = "  - 3  volume = 100  # all prayers\n  + 3  volume = \"-12dB\"  # all prayers\n"
        #expect(outcome.output == "\(box.config)\n\(lines)")
        #expect(box.text() == Self.text.replacing("100", with: "\"-12dB\""))
        #expect(status(of: box.config) == (0o640, owner.0, owner.1))
        try box.run("config set --config \(box.config) audio.tail 1s").expect(0)
        #expect(box.text().hasSuffix("\ntail = \"1s\"   # for amplifiers\n"))
        try run("unset audio.tail audio.volume").expect(0)
        #expect(box.text() == "# ours\n[audio]\n")
        let again = try run("unset audio.tail").expect(0)
        #expect(again.output == "no file of the config has this key; nothing is written\n")
    }

    @Test func `other values that come with a change are named`() throws {
        let set = try run("set iqama.fajr +20m").expect(0)
        #expect(!set.output.contains("these values count now:"), "\(set.text)")
        let unset = try run("unset iqama.fajr")
        let words = "these values count now:\n  iqama.fajr  \"timetable\"  default\n"
        #expect(unset.output.hasSuffix(words), "\(unset.text)")
    }

    @Test func `a change of times, and an adhan that is switched off, are told with the first day`() throws {
        try box.write(Box.london)
        try run("set iqama.isha +20m").expect(0, output: "from ", " on: iqama of isha ", " (none before)\n")
        try run("set place.name Rochdale").expect(output: "\nno time changes in the coming year\n")
        let volume = try run("set audio.volume 60")
        #expect(!volume.output.contains("coming year"), "\(volume.text)")
        try run("unset iqama.isha").expect(output: "\nfrom ", ": no iqama of isha any more (")
        try run("set adhan.fajr off").expect(0, output: " on: no adhan of fajr any more (")
        try run("unset adhan.fajr").expect(output: " on: adhan of fajr ", " (none before)\n")
    }

    @Test func `a rule that replaces the timetable's times says so, and a time that cannot be is named`() throws {
        let today = try londonDate()
        let rows = (0..<400).map { "\(today.adding(days: $0)),04:00,06:00,12:30,15:30,19:00,21:00,21:15,13:00\n" }
        let head = "date,fajr,sunrise,dhuhr,asr,maghrib,isha,isha_iqama,jumuah\n"
        let file = try box.write(head + rows.joined(), "times.csv")
        try box.write(Box.london + "[timetable]\nfile = \"\(file)\"\ncheck = \"off\"\n")
        try run("set iqama.fajr 03:00 iqama.isha 21:30 jumuah.times 13:30").expect(
            output: "from \(today.dayAndMonth) on: iqama of isha 21:30 instead of 21:15\n",
            "khutbah 1 13:30 instead of 13:00\n",
            "\n[iqama] isha replaces the timetable's 21:15 on every day; isha = \"timetable\" gives it back\n",
            "\n[jumuah] times replace the timetable's 13:00 on 5",
            "\nthe iqama of fajr is before the prayer begins on every day; "
        )
        try box.run("check-config \(box.config)").expect(
            output: "[iqama] isha replaces the timetable's 21:15 on every day",
            "has an iqama of dhuhr, asr, maghrib; write a"
        )
        let back = try run("set iqama.isha timetable jumuah.times timetable")
        back.expect(0, output: "iqama of isha 21:15 instead of 21:30")
        #expect(!back.output.contains("replace"), "\(back.text)")
    }

    @Test func `a change that an exception of the config ends is told with its last day`() throws {
        let today = try londonDate()
        let (first, last) = (today.adding(days: 7), today.adding(days: 20))
        let exception = "[[iqama.when]]\nfrom = \"\(first)\"\nto = \"\(last)\"\nisha = \"+30m\"\n"
        try box.write(Box.london + "[iqama]\nisha = \"+20m\"\n" + exception)
        try run("set iqama.isha +25m").expect(
            output: "from \(today.dayAndMonth) on: iqama of isha ",
            " until \(today.adding(days: 6).dayAndMonth)\n"
        )
    }

    @Test func `every khutbah and Eid prayer is told, and the adhan that a khutbah silences`() throws {
        try box.write(Box.riyadh)
        try run("set jumuah.times 13:00,15:10 eid.fitr 06:30,08:00").expect(
            output: "khutbah 1 13:00 (none before), khutbah 2 15:10 (none before)",
            "Eid prayer 2 08:00 (none before)",
            "no adhan of asr on 12 Fridays (",
            "the adhan of asr is due during a khutbah on "
        )
    }

    @Test func `a timetable of which no day can be used is not written, and another place is told that it has none`()
        throws
    {
        let today = try londonDate()
        // The sun of Rochdale, to the quarter of an hour.
        let rows = (0..<20).map { "\(today.adding(days: $0)),06:00,08:05,12:15,14:00,15:50,17:40\n" }
        let file = try box.write("date,fajr,sunrise,dhuhr,asr,maghrib,isha\n" + rows.joined(), "times.csv")
        let away = "[place]\nlatitude = -33.9\nlongitude = 18.4\ntimezone = \"Africa/Johannesburg\"\n"
        try box.write(away)
        try run("set timetable.file \(file)").expect(EX_NOINPUT, errors: "can be used at this place: ")
        #expect(box.text() == away)
        try box.write(away + "[timetable]\nfile = \"\(file)\"\n")
        try run("set place.latitude -33.8").expect(0, output: "can be used at this place: ")
    }

    @Test func `a card that the box does not have is not written`() throws {
        let before = "[audio]\ndevices = [\"hw:CARD=Gone\"]\n"
        try box.write(before)
        for (devices, name) in [("silent, bluetooth", "bluetooth"), ("hw:CARD=Gone, plughw:CARD=No", "plughw:CARD=No")]
        {
            let sentence = "audio.devices: no such device '\(name)'; "
            try run("set audio.devices", [devices]).expect(EX_NOINPUT, errors: sentence)
            #expect(box.text() == before)
        }
        // A card that the config has already may be away for a while.
        for devices in ["hw:CARD=Gone, silent", "file:\(box.file("adhan.wav"))"] {
            try run("set audio.devices", [devices]).expect(0)
        }
    }

    @Test func `default as a value, and a table, are answered with the command to type`() throws {
        try box.write("[iqama]\nfajr = \"+20m\"\nisha = \"21:00\"\n")
        try run("set adhan.fajr default").expect(EX_CONFIG, errors: ": adhand config unset adhan.fajr\n")
        try run("set place.name default").expect(0)
        let both = "adhand config unset iqama.fajr iqama.isha\n"
        try run("unset iqama").expect(EX_USAGE, errors: "'iqama' is a table; name the keys that are to go: \(both)")
        let key = "'iqama' is a table; name one of its keys: adhand config show iqama\n"
        try run("set iqama 20:30").expect(EX_USAGE, errors: key)
        try run("unset iqama.fajr iqama.isha").expect(0)
    }

    @Test func `a time takes the place of a table in braces`() throws {
        for at in ["+10m", "nonsense"] {
            try box.write("[iqama]\nfajr = { at = \"\(at)\", round = \"5m\" }\n")
            try run("set iqama.fajr +20m").expect(0)
            #expect(box.text() == "[iqama]\nfajr = \"+20m\"\n")
        }
    }

    @Test func `a recording or timetable that cannot be used is not written`() throws {
        try box.write(Box.london)
        try box.write("RIFF\0\0\0\0WAVEfmt ", "adhan.wav")
        let row = "2019-01-01,06:21,08:22,12:16,14:09,16:02,17:33\n"
        try box.write("date,fajr,sunrise,dhuhr,asr,maghrib,isha\n\(row)", "old.csv")
        for (key, file, words) in [
            ("audio.adhan", "adhan.wav", "is not an MP3 file"), ("audio.adhan_fajr", "none.mp3", "none.mp3"),
            ("timetable.file", "old.csv", "its days are over"), ("timetable.file", "none.csv", "none.csv"),
        ] {
            let outcome = try run("set \(key) \(box.file(file))").expect(EX_NOINPUT, errors: words)
            #expect(outcome.errors.hasSuffix("nothing is written\n"), "\(outcome.text)")
            #expect(box.text() == Box.london)
        }
        try run("set audio.adhan \(Binary.root)/Resources/adhan.mp3").expect(0)
    }

    @Test func `a link keeps pointing at its target`() throws {
        let link = box.file("linked.toml")
        #expect(symlink("config.toml", link) == 0)
        try box.run("config set audio.volume 5 --config \(link)").expect(0)
        var status = stat()
        #expect(lstat(link, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(box.text().contains("volume = 5  #"))
    }

    @Test func `a value that the config refuses is not written`() throws {
        for (value, sentence) in [
            ("audio.volume 101", "audio.volume: 101 is not between 0 and 100"),
            ("place.latitude 53,6", "place.latitude: 53,6 is not a number; write 53.6"),
        ] {
            let refusal = "the config would be wrong with this change; nothing is written"
            try run("set \(value)").expect(78, text: sentence, refusal)
            #expect(box.text() == Self.text)
        }
    }

    @Test func `a wrong config is changed only where that corrects it`() throws {
        let wrong = Self.text.replacing("100", with: "101")
        try box.write(wrong)
        let refusal = "the config is wrong without the change, too; nothing is written"
        try run("set audio.tail 1s").expect(78, text: "volume = 101 is not between", refusal)
        #expect(box.text() == wrong)
        try run("set audio.volume 60").expect(0)
        #expect(box.text() == Self.text.replacing("100", with: "60"))
        try box.write("[audio\n")
        try run("set audio.volume 60").expect(78, text: "config.toml:1: this is not TOML", "nothing is written")
        #expect(box.text() == "[audio\n")
    }

    @Test func `a missing config is made`() throws {
        box.makeFolders("etc")
        try box.run("config set place.name", ["Central Mosque"]).expect(
            0,
            output: "adhand does not run; it uses the change from its next start on"
        )
        #expect(box.text("etc/config.toml") == "[place]\nname = \"Central Mosque\"\n")
        #expect(status(of: box.file("etc/config.toml")).mode == 0o644)
    }

    @Test(.enabled(if: geteuid() == 0)) func `root makes a folder that the service may enter`() throws {
        let folder = box.file("new/etc")
        let outcome = try box.run(
            "config set place.name Masjid",
            environment: ["CONFIGURATION_DIRECTORY": folder],
            prefix: ["bash", "-c", "umask 077; exec \"$@\"", "--"]
        )
        for path in [folder, box.file("new")] { #expect(status(of: path).mode == 0o755, "\(outcome.text)") }
    }

    @Test func `without permission nothing is written, and the command with sudo is named`() throws {
        box.makeFolders("etc")
        let config = try box.write(Self.text, "etc/config.toml")
        func run(_ line: String, _ more: [String] = []) throws -> Binary.Outcome {
            try box.run("config \(line)", more, prefix: Binary.withoutOverride)
        }
        chmod(box.file("etc"), 0o555)
        defer { chmod(box.file("etc"), 0o755) }
        let name = ["Our Mosque"]
        let sudo = "as root: sudo adhand config set place.name 'Our Mosque'"
        try run("set place.name", name).expect(77, text: sudo)
        #expect(box.text("etc/config.toml") == Self.text)
        try run("show place.name").expect(0)
        chmod(config, 0)
        try run("set place.name", name).expect(77, text: "as root: sudo adhand config set")
        try run("show").expect(77)
    }
}
