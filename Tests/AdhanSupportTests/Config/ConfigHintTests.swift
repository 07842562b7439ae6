import AdhanTestSupport
import Glibc
import Testing

@testable import AdhanSupport

/// Plausible mistakes, and the hints that they get.
@Suite struct ConfigHintTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func fault(_ text: String) throws -> String {
        let file = try directory.write(Array(text.utf8), to: "config.toml")
        let locations = Locations(resources: "/resources", daemon: true, environment: ["STATE_DIRECTORY": "/state"])
        do {
            _ = try Configuration.load(file, locations)
            return "none"
        } catch {
            return "\(error)".replacing(file, with: "F")
        }
    }

    @Test(arguments: [
        ("", "F:2: file is empty; leave the line out for the default"),
        ("/etc", "F:2: file = \"/etc\" is a folder; name a file in it: \"/etc/ledger.sqlite\""),
        ("/nowhere/", "F:2: file = \"/nowhere/\" is a folder; name a file in it: \"/nowhere/ledger.sqlite\""),
        ("/dev/null", "F:2: file = \"/dev/null\" is a device, a pipe or a socket; name a file on a disk"),
        ("/nowhere/ledger.sqlite", "none"),
    ])
    func `a ledger path that cannot be a file is refused with its line`(file: String, sentence: String) throws {
        #expect(try fault("[ledger]\nfile = \"\(file)\"\n") == sentence)
    }

    @Test(arguments: [
        ("[place]\nlatitude = 51,5\n", "this is not TOML: 51,5 has a comma; write a point: latitude = 51.5"),
        (
            "[place]\nelevation = +12,25 # metres\n",
            "this is not TOML: +12,25 has a comma; write a point: elevation = +12.25"
        ),
        (
            "[place]\ntimezone = „Europe/London“\n",
            "this is not TOML: here is the curly quote „; write straight quotes: timezone = \"Europe/London\""
        ),
        (
            "[place]\nlatitude = “51,5”\n",
            "this is not TOML: here is the curly quote “; write the number without quotes: latitude = 51.5"
        ),
        (
            "[audio]\ndevices = [“default”]\n",
            "this is not TOML: here is the curly quote “; write straight quotes: devices = [\"default\"]"
        ),
        (
            "[place]\nlatitude = \"51.5\"\n",
            "latitude is the text '51.5', but it has to be a number; write it without quotes: latitude = 51.5"
        ),
        (
            "[place]\nlongitude = \" -0,12 \"\n",
            "longitude is the text ' -0,12 ', but it has to be a number; write it without quotes: longitude = -0.12"
        ),
        (
            "[calculation]\nimsak = \"12\"\n",
            "imsak is the text '12', but it has to be a whole number; write it without quotes: imsak = 12"
        ),
        (
            "[calculation]\nramadan_isha = \"true\"\n",
            "ramadan_isha is the text 'true', but it has to be true or false; write it without quotes: ramadan_isha = true"
        ),
        ("[adhan]\ndhuhr = 13:30\n", "this is not TOML: 13:30 needs quotes: dhuhr = \"13:30\""),
        ("[adhan]\nfajr = iqama-15m # or so\n", "this is not TOML: iqama-15m needs quotes: fajr = \"iqama-15m\""),
        ("[audio]\nlead_in = 5s\n", "this is not TOML: 5s needs quotes: lead_in = \"5s\""),
        ("[iqama]\nround = 5m\n", "this is not TOML: 5m needs quotes: round = \"5m\""),
        ("[iqama]\nfajr = { at = 13:30 }\n", "this is not TOML: 13:30 needs quotes: \"13:30\""),
        (
            "[jumuah]\ntimes = [13:15, \"14:00\"]\n",
            "this is not TOML: [13:15, \"14:00\"] has texts without quotes; write them: times = [\"13:15\", \"14:00\"]"
        ),
        (
            "[place]\nallow_fallback = yes\n",
            "this is not TOML: yes has to be true or false: allow_fallback = true"
        ),
        (
            "[place]\ntimezone = Europe/London\n",
            "this is not TOML: Europe/London needs quotes: timezone = \"Europe/London\""
        ),
        ("[hijri]\n[jumu'ah]\n", "this is not TOML: jumu'ah has an apostrophe; write [jumuah]"),
        ("[reminders]\njumu’ah-1 = \"5m\"\n", "this is not TOML: jumu’ah-1 has an apostrophe; write jumuah-1 = …"),
        ("[calculation]\nimsak = \"ten\"\n", "imsak is the text 'ten', but it has to be a whole number"),
        (
            "[audio]\nvolume = \"80\"\n",
            "volume = \"80\" is not a volume; write it without quotes: volume = 80, or decibels as in \"-12dB\""
        ),
    ])
    func `a comma in a number, curly quotes and a number in quotes are answered with what to write`(
        text: String,
        sentence: String
    ) throws {
        #expect(try fault(text) == "F:2: \(sentence)")
    }

    /// What people write, and the whole answer.
    @Test(arguments: [
        (
            "[place]\nlatitude = 53°47'42\"N\n",
            "F:2: this is not TOML: 53°47'42\"N is not a plain number; write degrees with a point: latitude = 53.795"
        ),
        (
            "[place]\nlatitude = 53.795°\n",
            "F:2: this is not TOML: 53.795° is not a plain number; write degrees with a point: latitude = 53.795"
        ),
        (
            "[place]\nlongitude = 1.5W\n",
            "F:2: this is not TOML: 1.5W is not a plain number; write degrees with a point: longitude = -1.5"
        ),
        (
            "[place]\nlatitude = \"53.795 N\"\n",
            "F:2: latitude is the text '53.795 N', but it has to be a number; write it without quotes: latitude = 53.795"
        ),
        (
            "[audio]\nvolume = 60%\n",
            "F:2: this is not TOML: 60% has a percent sign; write the number alone: volume = 60"
        ),
        (
            "[audio]\nvolume: 100\n",
            "F:2: this is not TOML: a key and its value need = between them; write volume = 100"
        ),
        (
            "[audio]\nvolume 100 # loud\n",
            "F:2: this is not TOML: a key and its value need = between them; write volume = 100"
        ),
        (
            "[place]\ntimezone: Europe/London\n",
            "F:2: this is not TOML: a key and its value need = between them; write timezone = \"Europe/London\""
        ),
        (
            "[audio]\nadhan = \"C:\\adhan\\Makkah.mp3\"\n",
            "F:2: this is not TOML: \"C:\\adhan\\Makkah.mp3\" is on a Windows computer; copy the file to this box and write "
                + "where it is, as in adhan = \"/etc/adhand/Makkah.mp3\""
        ),
        (
            "[audio]\nadhan = 'C:\\My Files\\Makkah.mp3'\n",
            "F:2: adhan = \"C:\\My Files\\Makkah.mp3\" is on a Windows computer; copy the file to this box and write where it "
                + "is, as in adhan = \"/etc/adhand/Makkah.mp3\""
        ),
        (
            "[audio]\nadhan = \"adhans\\Makkah.mp3\"\n",
            "F:2: this is not TOML: \"adhans\\Makkah.mp3\" has \\ in a path; write /: adhan = \"adhans/Makkah.mp3\""
        ),
        (
            "[place]\nlatitude = 53.6097, -2.1561\n",
            "F:2: this is not TOML: 53.6097, -2.1561 are two numbers; write two lines: latitude = 53.6097 and longitude = -2.1561"
        ),
        (
            "[place]\nlatitude = \"53.6097, -2.1561\"\n",
            "F:2: latitude is the text '53.6097, -2.1561', but it has to be a number; write two lines: latitude = 53.6097 and "
                + "longitude = -2.1561"
        ),
        (
            "[place]\nlatitude = 53° 47.7' N\n",
            "F:2: this is not TOML: 53° 47.7' N is not a plain number; write degrees with a point: latitude = 53.795"
        ),
        (
            "[place]\nlongitude = \"W 1° 32.5'\"\n",
            "F:2: longitude is the text 'W 1° 32.5'', but it has to be a number; write it without quotes: longitude = -1.54167"
        ),
        ("[[iqama\nfajr = \"10m\"\n", "F:1: this is not TOML: [[iqama has no ] at its end; write [iqama]"),
        ("[iqama]]\nfajr = \"10m\"\n", "F:1: this is not TOML: [iqama]] has the wrong brackets; write [iqama]"),
        ("[[audio.quiet\n", "F:1: this is not TOML: [[audio.quiet has no ] at its end; write [[audio.quiet]]"),
        (
            "place:\n  latitude: 53.6\n",
            "F:1: this is not TOML: the name of a table stands in brackets; write [place]"
        ),
        (
            "[place]\nlatitude:\n",
            "F:2: this is not TOML: latitude has no value; write latitude = and its value, or delete the line"
        ),
        (
            "[place]\nlatitude =\n",
            "F:2: this is not TOML: latitude has no value; write latitude = and its value, or delete the line"
        ),
        ("; our mosque\n", "F:1: this is not TOML: a comment begins with #; write # in place of ;"),
        ("// our mosque\n", "F:1: this is not TOML: a comment begins with #; write # in place of //"),
        (
            "{ \"place\": {} }\n",
            "F:1: this is not TOML: this is JSON, and the config is TOML: write [place] on a line, and below it latitude = 53.6"
        ),
        (
            "[place]\nlatitude == 53.6\n",
            "F:2: this is not TOML: this line cannot be read; write a setting as volume = 60, a table as [audio], and # before a "
                + "comment; a text must be in quotes, as in \"Europe/London\""
        ),
        ("[quiet]\nfrom = \"23:00\"\n", "F:1: unknown key 'quiet'; write [[audio.quiet]]"),
        ("[[quiet]]\nfrom = \"23:00\"\n", "F:1: unknown key 'quiet'; write [[audio.quiet]]"),
        ("[s3]\nurl = \"https://h/x\"\n", "F:1: unknown key 's3'; write [timetable.s3]"),
        (
            "[display]\nstates = \"true\"\n",
            "F:2: states is the text 'true', but it has to be a list of states, for example [\"adhan\", \"prayer\"]"
        ),
        (
            "[place]\nname = \"Masjid\n",
            "F:2: this is not TOML: \"Masjid has no quote at its end; write: name = \"Masjid\""
        ),
        (
            "[audio]\ndevices = [\"default\"\nvolume = 60\n",
            "F:2: this is not TOML: the list that begins here has no ] at its end; write devices = [\"default\"]"
        ),
        (
            "[jumuah]\ntimes = [\n  \"13:15\",\n\n[audio]\nvolume = 60\n",
            "F:2: this is not TOML: the list that begins here has no ] at its end"
        ),
        ("[audio\nvolume = 60\n", "F:1: this is not TOML: [audio has no ] at its end; write [audio]"),
        (
            "[audio]\nvolume = 60\n[place]\n[audio]\nvolume = 70\n",
            "F:4: this is not TOML: [audio] is here a second time; move the lines below it to the first, in line 1, and delete it here"
        ),
        (
            "[audio]\nvolume = 60\ndevices = [\"default\"]\nvolume = 70\n",
            "F:4: this is not TOML: volume is here a second time, after line 2; delete one of the two lines"
        ),
        (
            "[jumuah]\ntimes = [\"13:15\"]\n# [iqama]\nfajr = \"+20m\"\n",
            "F:4: unknown key 'fajr' in [jumuah]; it belongs to [iqama], which is still a comment in line 3: delete the # there"
        ),
        (
            "[display]\nloudness = \"-23 LUFS\"\n",
            "F:2: unknown key 'loudness' in [display]; [audio] has such a key; if that is meant, move the line there"
        ),
        (
            "[iqama.offsets]\nfajr = 20\n",
            "F:1: unknown key 'offsets' in [iqama]; there is [calculation.offsets]; if that is meant, write it so"
        ),
        ("[timetable]\n[s3]\n", "F:2: unknown key 's3'; write [timetable.s3]"),
        ("[aladhan]\n", "F:1: unknown key 'aladhan'; write [timetable.aladhan]"),
        ("[audio.iqama]\n", "F:1: unknown key 'iqama' in [audio]; write [iqama]"),
        ("[place]\nlat = 53.6\n", "F:2: unknown key 'lat' in [place]; write latitude"),
        (
            "[eid]\ntimes = [\"08:00\"]\n",
            "F:2: unknown key 'times' in [eid]; write fitr = [\"08:00\"] and adha = [\"08:00\"]"
        ),
        ("[place]\nlatitude = 1e9\n", "F:2: latitude = 1000000000 is not between -90 and 90"),
        (
            "[calculation.offsets]\nfajr = 1.5\n",
            "F:2: fajr is the number 1.5, but it has to be a whole number of minutes"
        ),
        ("[display]\nlanguages = [\"english\"]\n", "F:2: languages: the page has no 'english'; write \"en\""),
        (
            "[timetable.s3]\nurl = http://me:hunter2@h/x\n",
            "F:2: this is not TOML: a value needs a key, = and straight quotes at both ends: url = \"…\""
        ),
        (
            "[timetable]\ns3 = { secret_access_key = “hunter2” }\n",
            "F:2: this is not TOML: a value needs a key, = and straight quotes at both ends: s3 = \"…\""
        ),
        (
            "[timetable.s3]\n\"secret_access_key\" = “hunter2”\n",
            "F:2: this is not TOML: a value needs a key, = and straight quotes at both ends: secret_access_key = \"…\""
        ),
        (
            "[timetable.s3]\nsecret_access_key: hunter2\n",
            "F:2: this is not TOML: a value needs a key, = and straight quotes at both ends: secret_access_key = \"…\""
        ),
        (
            "[timetable.s3]\nurl = [\"http://me:hunter2@h/x\"\n[audio]\n",
            "F:2: this is not TOML: the list that begins here has no ] at its end"
        ),
        (
            "[ramadan]\nstart = \"2028-01-29\"\n",
            "F:2: unknown key 'start' in [ramadan]; for its first day write below [hijri.starts] 1449-09 = \"2028-01-29\""
        ),
        (
            "[hijri]\noffset = -1\n",
            "F:2: unknown key 'offset' in [hijri]; for this month: adhand hijri today is 15. "
                + "For any month write below [hijri.starts] 1448-09 = \"2027-02-08\""
        ),
        (
            "[eid]\nfitr = \"8am\"\n",
            "F:2: fitr is the text '8am', but it has to be a list of times, for example [\"13:15\"]; "
                + "write it in brackets: fitr = [\"8:00\"]"
        ),
    ])
    func `what people type is answered with the line to write`(text: String, sentence: String) throws {
        #expect(try fault(text) == sentence)
    }

    @Test func `a text without quotes in a table of one line, and a school instead of a method, get a hint`() throws {
        let unquoted = try fault("[place]\nname = { of = Masjid }\n")
        #expect(
            unquoted.hasPrefix("F:2: ") && unquoted.hasSuffix("; a text must be in quotes, as in \"Europe/London\"")
        )
        let school = try fault("[calculation]\nmethod = \"hanafi\"\n")
        #expect(school.hasSuffix("; that is a school; write it on its own line: madhab = \"hanafi\""), "\(school)")
    }

    @Test(arguments: [
        ("jumuah", "summer", "season = \"summer\""), ("iqama", "friday", "days = [\"friday\"]"),
        ("adhan", "Ramadan", "ramadan = true"), ("tarhim", "eid", "eid = true"),
    ])
    func `days in the place of a key are written as an exception`(table: String, key: String, condition: String) throws
    {
        let hint = "write [[\(table).when]] with \(condition), and below it what is otherwise on these days"
        let found = try fault("[\(table)]\n\(key) = [\"13:30\"]\n")
        #expect(found == "F:2: unknown key '\(key)' in [\(table)]; \(hint)", "\(found)")
        #expect(try fault("[ledger]\nsummer = 1\n").contains("known are"))
    }

    @Test func `a hint names a line that is at most 2000 lines before the fault`() throws {
        let rest = String(repeating: "\"a\",\n", count: 1990)
        let list = "this is not TOML: the list that begins here has no ] at its end"
        #expect(try fault("x = [\n\(rest)= y\n") == "F:1: \(list)")
        #expect(try fault("# x\n# y\nx = [\n\(rest)= y\n") == "F:3: \(list)")
        let words = try fault("x = [\n\(rest)\(rest)= y\n")
        #expect(words.hasPrefix("F:3982: this is not TOML: this line cannot be read;"), "\(words)")
        let twice = try fault("# x\nvolume = 1\n\(String(repeating: "\n", count: 1900))volume = 2\n")
        #expect(twice.contains("volume is here a second time, after line 2; delete one of the two lines"), "\(twice)")
    }

    @Test func `a megabyte of lines before a fault takes seconds at most`() throws {
        let began = Self.processorTime
        #expect(try fault(String(repeating: "\n", count: 1_000_000) + "y").hasPrefix("F:1000001: this is not TOML"))
        #expect(Self.processorTime - began < 10)
    }

    /// Of this thread, in seconds: other tests run beside it.
    private static var processorTime: Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
