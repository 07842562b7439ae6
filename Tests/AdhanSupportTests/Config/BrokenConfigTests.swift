import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport

/// Errors in a config, and the expected messages.
@Suite struct BrokenConfigTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private var locations: Locations {
        Locations(
            resources: "/resources",
            daemon: true,
            environment: ["HOME": "/home/box", "STATE_DIRECTORY": "/state"]
        )
    }

    /// Wrong configs, each with a part of its error. With its type written down the compiler reads this list in no time.
    private static let control =
        ":2: here is a control character, such as \\f or \\u0000; in a path write / instead of \\"

    private static let wrong: [(text: String, sentence: String)] = [
        ("[place]\nlattitude = 1", ":2: unknown key 'lattitude' in [place]; did you mean 'latitude'?"),
        ("[plaice]\n", ":1: unknown key 'plaice'; did you mean 'place'?"),
        ("place = 3", ":1: 'place' is a table; write [place] on a line of its own"),
        (
            "[place]\nlatitude = 51.5\nlongitude = 0",
            ":1: [place] has no timezone; a place needs latitude, longitude and timezone"
        ),
        ("[place]\nlatitude = 91\nlongitude = 0\ntimezone = \"UTC\"", ":2: latitude = 91 is not between -90 and 90"),
        ("[place]\nlatitude = nan\nlongitude = 0\ntimezone = \"UTC\"", ":2: latitude = nan is not between -90 and 90"),
        ("[place]\nlatitude = \"51.5\"", ":2: latitude is the text '51.5', but it has to be a number"),
        ("[place]\nname = 3", ":2: name is the number 3, but it has to be a text in quotes"),
        ("[place]\nallow_fallback = \"yes\"", ":2: allow_fallback is the text 'yes', but it has to be true or false"),
        (
            "[calculation]\nmethod = \"isma\"",
            ":2: method = \"isma\" is not known: it is one of mwl, isna, egypt, karachi,"
        ),
        ("[calculation]\nmadhab = \"maliki\"", ":2: madhab = \"maliki\" is not known: it is one of shafi, hanafi"),
        (
            "[calculation]\nmadhab = \"hanbali\"",
            ":2: madhab = \"hanbali\" is not known: it is one of shafi, hanafi; the madhab only changes Asr, "
                + "and the hanbali Asr is the same as shafi: write 'shafi'"
        ),
        (
            "[calculation]\nmadhab = \"Hanbli\"",
            ":2: madhab = \"Hanbli\" is not known: it is one of shafi, hanafi; the madhab only changes Asr, and the hanbali Asr is"
        ),
        (
            "[calculation]\nmadhab = \"hambali\"",
            ":2: madhab = \"hambali\" is not known: it is one of shafi, hanafi; the madhab only changes Asr, and the hanbali Asr is"
        ),
        (
            "[calculation]\nmadhab = \"malik\"",
            ":2: madhab = \"malik\" is not known: it is one of shafi, hanafi; the madhab only changes Asr, and the maliki Asr is"
        ),
        (
            "[calculation]\nmadhab = \"hanfi\"",
            ":2: madhab = \"hanfi\" is not known: it is one of shafi, hanafi; did you mean 'hanafi'?"
        ),
        (
            "[calculation]\nmadhab = \"shafii\"",
            ":2: madhab = \"shafii\" is not known: it is one of shafi, hanafi; did you mean 'shafi'?"
        ),
        ("[calculation.offsets]\nfajr = 1.5", ":2: fajr is the number 1.5, but it has to be a whole number"),
        ("[calculation.offsets]\nfajr = 999", ":2: fajr = 999 is not between -180 and 180"),
        (
            "[calculation.offsets]\nfajr = 9223372036854775807",
            ":2: fajr = 9223372036854775807 is not between -180 and 180"
        ),
        ("[calculation.offsets]\nfajar = 1", ":2: unknown key 'fajar' in [calculation.offsets]; did you mean 'fajr'?"),
        (
            "[audio]\ndevices = \"default\"",
            ":2: devices is the text 'default', but it has to be a list of texts, for example [\"default\"]"
        ),
        ("[audio]\ndevices = []", ":2: devices is an empty list; leave the line out for the default"),
        (
            "[audio]\nlead_in = \"2\"",
            ":2: lead_in: '2' is not a length of time; write it with its unit, for example \"5m\", \"90s\" or \"1h30m\""
        ),
        ("[audio]\nlead_in = \"1h\"", ":2: lead_in = \"1h\" is not between 500ms and 9s"),
        ("[audio]\nvolume = 101", ":2: volume = 101 is not between 0 and 100"),
        ("[schedule]\ngrace = 5", ":2: grace is the number 5, but it has to be a text in quotes"),
        (
            "[schedule]\ngrace = 2026-11-21",
            ":2: grace is a date or time without quotes, but it has to be a text in quotes"
        ),
        ("[place\n", ":1: this is not TOML:"),
        ("[audio]\nvolume = 1\nvolume = 2", ":3: this is not TOML:"),
        (
            "[place]\nlatitude = 51.5\ntimezone = \"Europe/London\"",
            ":1: [place] has no longitude; a place needs latitude, longitude and timezone"
        ),
        (
            "[place]\nlatitude = 51.5",
            ":1: [place] has no longitude and no timezone; a place needs latitude, longitude and timezone"
        ),
        (
            "[place]\nelevation = 10\ntimezone = \"Europe/London\"",
            ":1: [place] has no latitude and no longitude; a place needs latitude, longitude and timezone"
        ),
        (
            "[place]\nelevation = 10",
            ":1: [place] has no latitude and no longitude and no timezone; a place needs latitude, longitude and timezone"
        ),
        (
            "[place]\ntimezone = \"Etc/UTC\"",
            ":2: timezone 'Etc/UTC': that is not the full name of a place's zone; write the mosque's Area/Place"
        ),
        ("[place]\ntimezone = \"Europe/Rochdale\"", ":2: timezone 'Europe/Rochdale': "),
        ("[place]\ntimezone = \"../passwd\"", ":2: timezone '../passwd': that is not the name of a time zone"),
        (
            "[place]\ncity = \"Rochdale\"\ntimezone = \"Europe/London\"",
            ":2: city = \"Rochdale\" has no country beside it; a city needs both"
        ),
        (
            "[place]\ncountry = \"United Kingdom\"",
            ":2: country = \"United Kingdom\" has no city beside it; a city needs both"
        ),
        (
            "[place]\ncity = \"Rochdale\"\ncountry = \"United Kingdom\"",
            ":1: [place] has a city and no timezone; a city needs its timezone"
        ),
        ("[place]\ncity = \" \"\ncountry = \"United Kingdom\"", ":2: city is empty"),
        ("[place]\ncity = 3\ncountry = \"United Kingdom\"", ":2: city is the number 3, but it has to be a text"),
        ("[place]\nlatitude = -90.5", ":2: latitude = -90.5 is not between -90 and 90"),
        ("[place]\nlongitude = 181", ":2: longitude = 181 is not between -180 and 180"),
        ("[place]\nlatitude = inf", ":2: latitude = inf is not between -90 and 90"),
        ("[place]\nlatitude = 51,5", ":2: this is not TOML:"),
        (
            "[place]\ntimezone = “Europe/London”",
            ":2: this is not TOML: here is the curly quote “; write straight quotes"
        ),
        (
            "[place]\ntimezone = ‘Europe/London’",
            ":2: this is not TOML: here is the curly quote ‘; write straight quotes"
        ),
        ("[place]\ntimezone = Europe/London", ":2: this is not TOML:"),
        ("[place]\ntimezone = 0", ":2: timezone is the number 0, but it has to be a text in quotes"),
        ("[place]\nname = [\"a\"]", ":2: name is the list [\"a\"], but it has to be a text in quotes"),
        ("[place]\nname = true", ":2: name is true, but it has to be a text in quotes"),
        ("[place]\nallow_fallback = 1", ":2: allow_fallback is the number 1, but it has to be true or false"),
        ("[place.name]\n", ":1: name is a table, but it has to be a text in quotes"),
        ("[[place]]\nname = \"a\"", ":1: 'place' is a table; write [place] on a line of its own"),
        ("latitude = 51.5", ":1: unknown key 'latitude'; it belongs to [place]: move the line there"),
        ("[Place]\n", ":1: unknown key 'Place'; did you mean 'place'?"),
        ("[calculation]\nmethod = 2.5", ":2: method is the number 2.5, but it has to be a text in quotes"),
        (
            "[calculation]\nmadhab = \"Hanafi\"",
            ":2: madhab = \"Hanafi\" is not known: it is one of shafi, hanafi; did you mean 'hanafi'?"
        ),
        (
            "[calculation]\noffsets = 3",
            ":2: 'calculation.offsets' is a table; write [calculation.offsets] on a line of its own"
        ),
        ("[calculation.offsets]\nfajr = \"2\"", ":2: fajr is the text '2', but it has to be a whole number"),
        ("[calculation.offsets]\nfajr = 9223372036854775808", ":2: this is not TOML:"),
        ("[hijri]\nturns = \"sunset\"", ":2: turns = \"sunset\" is not known: it is one of midnight, maghrib"),
        ("[hijri]\nstart = 1", ":2: unknown key 'start' in [hijri]; did you mean 'starts'?"),
        (
            "[hijri.starts]\nramadan = \"2026-02-19\"",
            ":2: 'ramadan' is not a Hijri month; write year and month as in 1447-09"
        ),
        ("[hijri.starts]\n1447-09 = \"19.2.2026\"", ":2: '19.2.2026' is not a date; write it as YYYY-MM-DD"),
        (
            "[hijri.starts]\n1447-09 = 2026-02-19",
            ":2: 1447-09 is a date or time without quotes, but it has to be a text"
        ),
        (
            "[hijri.starts]\n1447-09 = \"2026-03-19\"",
            ":1: 1447-09 cannot begin on 2026-03-19: in Umm al-Qura's calendar"
        ),
        ("[timetable]\nfile = true", ":2: file is true, but it has to be a text in quotes"),
        ("[timetable]\ncheck = \"no\"", ":2: check = \"no\" is not known: it is one of reject, warn, off"),
        ("[timetable]\nfiel = \"a.json\"", ":2: unknown key 'fiel' in [timetable]; did you mean 'file'?"),
        (
            "[timetable]\naccept = [\"12 March\"]",
            ":2: accept: '12 March' is not a date; write it as YYYY-MM-DD, for example 2026-11-21"
        ),
        ("[timetable]\naccept = [\"2026-02-30\"]", ":2: accept: 2026 has no 30 February"),
        (
            "[timetable]\naccept = \"every\"",
            ":2: accept = \"every\" is neither \"all\" nor a list of dates, for example [\"2026-03-12\"]"
        ),
        (
            "[timetable]\naccept = \"2026-03-12\"",
            ":2: accept = \"2026-03-12\" is neither \"all\" nor a list of dates; one date is a list, too: "
                + "accept = [\"2026-03-12\"]"
        ),
        (
            "[timetable]\naccept = [\"all\"]",
            ":2: accept = [\"all\"]: \"all\" is no date; for all days write accept = \"all\""
        ),
        (
            "[timetable]\naccept = true",
            ":2: accept is true, but it has to be \"all\" or a list of dates, for example [\"2026-03-12\"]"
        ),
        (
            "[timetable]\nsources = [\"s3\"]",
            ":1: sources names s3, but there is no [timetable.s3] that says where it is"
        ),
        ("[timetable]\nsources = [\"aladhan\", \"aladhan\"]", ":2: sources names aladhan twice"),
        (
            "[timetable]\nsources = [\"google\"]",
            ":2: sources names \"google\", which is not known: they are s3 and aladhan"
        ),
        ("[timetable]\nsources = [\"cache\"]", ":2: sources names \"cache\", whose place in the order is fixed"),
        ("[timetable]\nsources = \"s3\"", ":2: sources is the text 's3', but it has to be a list of texts"),
        (
            "[timetable.s3]\nregion = \"eu-west-2\"",
            ":1: [timetable.s3] has neither bucket nor url; it needs one of them"
        ),
        ("[timetable.s3]\nbucket = \"mosque\"", ":1: [timetable.s3] has a bucket without its region"),
        (
            "[timetable.s3]\nbucket = \"mosque\"\nurl = \"https://example.org/a.json\"",
            ":3: url and bucket are both set; remove one of them"
        ),
        (
            "[timetable.s3]\nbucket = \"my mosque\"\nregion = \"eu-west-2\"",
            ":2: the address of [timetable.s3] has an invalid bucket: \"my mosque\""
        ),
        (
            "[timetable.s3]\nbucket = \"mosque\"\nregion = \"eu west\"",
            ":2: the address of [timetable.s3] has an invalid region: \"eu west\""
        ),
        (
            "[timetable.s3]\nbucket = \"mosque\"\nregion = \"eu-west-2\"\nkey = \"/a.json\"",
            ":4: key = \"/a.json\" is not a key: a key is the object's name, without a leading slash"
        ),
        (
            "[timetable.s3]\nurl = \"http://example.org/a.json\"",
            ":2: url = \"http://example.org/a.json\" is not encrypted: anybody on the way could change the times."
        ),
        (
            "[timetable.s3]\nurl = \"example.org\"",
            ":2: url = \"example.org\" does not begin with https://; write it as in"
        ),
        ("[timetable.s3]\nurl = \"https://a:b@example.org/\"", ":2: url contains a password"),
        ("[timetable.s3]\nurl = \"https://example.org/?t%6Fken=b\"", ":2: url contains a password"),
        ("[timetable.s3]\nurl = \"https://example.org/?a=1?usertoken=b\"", ":2: url contains a password"),
        ("[timetable.aladhan]\nbase_url = \"https://example.org/?pw=b\"", ":2: base_url contains a password"),
        (
            "[timetable.s3]\nurl = \"http://example.org/?hunter2\"",
            ":2: url = \"http://example.org/?***\" is not encrypted"
        ),
        ("[timetable.s3]\nurl = \"https://me:pass/word@example.org/\"", ":2: url has an invalid port; write it as in"),
        ("[timetable.s3]\nurl = \"example.org/?pw=b\"", ":2: url does not begin with https://; write it as in"),
        ("[place]\nname = \"a\\u0000b\"", Self.control),
        ("[audio]\nadhan = \"recordings\\fajr.mp3\"", Self.control),
        ("[place]\n\"na\\u0000me\" = 1", Self.control),
        ("[timetable.s3]\nendpoint = 9000", ":2: endpoint is the number 9000, but it has to be a text in quotes"),
        ("[timetable.s3]\nregoin = \"x\"", ":2: unknown key 'regoin' in [timetable.s3]; did you mean 'region'?"),
        (
            "[timetable.aladhan]\nbase_url = \"ftp://a\"",
            ":2: base_url = \"ftp://a\" begins with \"ftp\", not with https"
        ),
        ("[timetable.aladhan]\ncalendar = \"week\"", ":2: calendar = \"week\" is not known: it is one of month, year"),
        ("[timetable.aladhan]\nmethod = \"isnaa\"", ":2: method = \"isnaa\" is not known"),
        ("[audio]\nvolume = 50\n[\u{11}lace]\n", ":3: here is a control character, which no editor shows"),
        ("[audio]\nvolume\u{0} = 50\n", ":2: here is a control character, which no editor shows"),
        ("[refresh]\nat = \"1 am\"", ":2: at = \"1 am\" is not a time on a clock; write it as in \"00:01\""),
        ("[refresh]\nat = \"12:00\"", ":2: at = \"12:00\" is not between 00:00 and 06:00"),
        ("[refresh]\nspread = \"2h\"", ":2: spread = \"2h\" is not between 0s and 1h"),
        ("[refresh]\nafter_isha = \"-1h\"", ":2: after_isha: '-1h' is not a length of time"),
        ("[timetable.limits]\nmaghrib = [-3, 20]", ":1: unknown key 'limits' in [timetable]"),
        (
            "[audio]\ndevices = [\"default\", 1]",
            ":2: devices is the list [\"default\", 1], but it has to be a list of texts, for example [\"default\"]"
        ),
        (
            "[audio]\nvolume = \"loud\"",
            ":2: volume = \"loud\" is not a volume; write 0 to 100, or decibels as in \"-12dB\""
        ),
        ("[audio]\nvolume = \"-nan dB\"", ":2: volume = \"-nan dB\" is not a volume"),
        ("[audio]\nvolume = \"dB\"", ":2: volume = \"dB\" is not a volume"),
        ("[audio]\nvolume = \"6dB\"", ":2: volume = \"6dB\" is not between -96dB and 0dB; above 0 a recording"),
        ("[audio]\nvolume = \"-97dB\"", ":2: volume = \"-97dB\" is not between -96dB and 0dB"),
        ("[audio]\nvolume = true", ":2: volume is true, but it has to be a number"),
        ("[audio.volumes]\nfajr = 101", ":2: fajr = 101 is not between 0 and 100"),
        ("[audio.volumes]\nsunrise = 10", ":2: unknown key 'sunrise' in [audio.volumes]; known are asr, dhuhr, fajr,"),
        ("[audio]\nvolumes = 60", ":2: 'audio.volumes' is a table; write [audio.volumes] on a line of its own"),
        (
            "[audio.quiet]\nfrom = \"22:00\"",
            ":1: quiet is a table, but it has to be a list of tables; write [[audio.quiet]] with two brackets"
        ),
        ("[audio]\nquiet = [1]", ":2: quiet is the list [1], but it has to be a list of tables"),
        ("[[audio.quiet]]\nfrom = \"22:00\"\nvolume = 1", ":1: [[audio.quiet]] needs from, to and volume"),
        (
            "[[audio.quiet]]\nfrom = \"22:00\"\nto = \"22:00\"\nvolume = 1",
            ":3: from and to are the same, so there is no hour between them"
        ),
        (
            "[[audio.quiet]]\nfrom = \"22:00\"\nto = \"24:00\"\nvolume = 1",
            ":3: to = \"24:00\" is not a time on a clock; write it as in \"00:01\""
        ),
        (
            "[[audio.quiet]]\nfrom = \"22:00\"\nto = \"06:00\"\nvolume = 1\n[[audio.quiet]]\nvolum = 2",
            ":6: unknown key 'volum' in [[audio.quiet]]; did you mean 'volume'?"
        ),
        (
            "[audio]\nloudness = \"-23\"",
            ":2: loudness = \"-23\" is not a loudness; write it as in \"-23 LUFS\", or \"off\""
        ),
        ("[audio]\nloudness = \"-23 dB\"", ":2: loudness = \"-23 dB\" is not a loudness"),
        ("[audio]\nvolume = \"-12.50\"", ":2: volume = \"-12.50\" is not a volume"),
        ("[audio]\nloudness = -23", ":2: loudness is the number -23, but it has to be a text in quotes"),
        ("[audio]\nloudness = \"-4 LUFS\"", ":2: loudness = \"-4 LUFS\" is not between -40 LUFS and -5 LUFS"),
        ("[audio]\ntail = \"31s\"", ":2: tail = \"31s\" is not between 0s and 30s"),
        ("[audio]\nfade_in = 8", ":2: fade_in is the number 8, but it has to be a text in quotes"),
        ("[audio]\nfade_in = \"1m\"", ":2: fade_in = \"1m\" is not between 0s and 30s"),
        ("[audio.fades]\nfajar = \"8s\"", ":2: unknown key 'fajar' in [audio.fades]; did you mean 'fajr'?"),
        ("[audio.fades]\nfajr = \"31s\"", ":2: fajr = \"31s\" is not between 0s and 30s"),
        ("[audio]\nadhan = []", ":2: adhan is an empty list; leave the line out for the default"),
        ("[audio]\nadhan = [1]", ":2: adhan is the list [1], but it has to be a text in quotes, or a list of texts"),
        ("[audio]\nadhan = 3", ":2: adhan is the number 3, but it has to be a text in quotes, or a list of texts"),
        ("[audio.files]\nduhr = \"a.mp3\"", ":2: unknown key 'duhr' in [audio.files]; did you mean 'dhuhr'?"),
        (
            "[audio]\nadhan_fajr = \"a.mp3\"\n[audio.files]\nfajr = \"b.mp3\"",
            ":4: fajr and adhan_fajr in [audio] are both set; remove one of them"
        ),
        ("[audio]\ndua = true", ":2: dua is true, but it has to be a text in quotes, or a list of texts"),
        ("[audio]\ndua_pause = \"6m\"", ":2: dua_pause = \"6m\" is not between 0s and 5m"),
        ("[audio]\nvolume = -1", ":2: volume = -1 is not between 0 and 100"),
        ("[audio]\nlead_in = \"-2s\"", ":2: lead_in: '-2s' is not a length of time"),
        ("[audio]\nlead_in = \"0s\"", ":2: lead_in = \"0s\" is not between 500ms and 9s"),
        (
            "[audio]\nadhan = 1979-05-27T07:32:00Z",
            ":2: adhan is a date or time without quotes, but it has to be a text in quotes, or a list of texts"
        ),
        ("[audio]\nadhan_fajar = \"f.mp3\"", ":2: unknown key 'adhan_fajar' in [audio]; did you mean 'adhan_fajr'?"),
        (
            "[audio]\nself_test = \"no\"",
            ":2: self_test = \"no\" is not a time on a clock; write it as in \"00:01\", or \"off\""
        ),
        ("[audio]\nself_test = false", ":2: self_test is false, but it has to be a text in quotes"),
        (
            "[hooks]\nbefore = \"/usr/local/bin/amplifier on\"",
            ":2: before is the text '/usr/local/bin/amplifier on', but it has to be a program and its arguments,"
        ),
        ("[hooks]\nafter = []", ":2: after is an empty list; leave the line out for the default"),
        (
            "[hooks]\nbefore = [\"\", \"on\"]",
            ":2: before names no program; write it as in [\"/usr/local/bin/amplifier\", \"on\"]"
        ),
        ("[hooks]\nafter = [\"amplifier\", \"o\\u0000ff\"]", ":2: here is a control character"),
        ("[hooks]\ntimeout = \"999ms\"", ":2: timeout = \"999ms\" is not between 1s and 1m"),
        ("[hooks]\ntimeout = \"61s\"", ":2: timeout = \"61s\" is not between 1s and 1m"),
        ("[hooks]\nafer = [\"amplifier\"]", ":2: unknown key 'afer' in [hooks]; did you mean 'after'?"),
        ("[schedule]\ngrace = \"9999999999m\"", ":2: grace: '9999999999m' is not a length of time"),
        ("[schedule]\ngrace = \"5m\"\n[schedule]\ngrace = \"6m\"", ":3: this is not TOML:"),
        ("[ledger]\nfile = {}", ":2: file is a table, but it has to be a text in quotes"),
        (
            "[clock]\ntrust = \"alwyas\"",
            ":2: trust = \"alwyas\" is not known: it is one of auto, always; did you mean 'always'?"
        ),
        ("[clock]\ntrust_after = \"25h\"", ":2: trust_after = \"25h\" is not between 0s and 1d"),
        ("[audio]\nadhan = \"a\\qb\"", ":2: this is not TOML:"),
        ("[audio]\nadhan = \"a", ":2: this is not TOML:"),
        ("= 1", ":1: this is not TOML:"),
        ("\u{FEFF}[place]\nlatitude = 91", ":2: latitude = 91 is not between -90 and 90"),
        ("[place]\r\nlatitude = 91\r\n", ":2: latitude = 91 is not between -90 and 90"),
    ]

    @Test(arguments: wrong)
    func `a wrong config is reported with its line and a sentence`(text: String, sentence: String) throws {
        let file = try Binary.config(text, in: directory)
        let error = #expect(throws: ConfigError.self) { try Configuration.load(file, locations) }
        let description = try #require(error?.description)
        #expect(description.contains(file + sentence), "\(description)")
    }

    @Test func `a list has at most 32 entries`() throws {
        func sentence(_ text: String) throws -> String? {
            let file = try Binary.config(text, in: directory)
            do {
                _ = try Configuration.load(file, locations)
                return nil
            } catch let error as ConfigError {
                return error.description
            }
        }
        func devices(_ count: Int) -> String {
            "[audio]\ndevices = [" + String(repeating: "\"default\", ", count: count) + "]"
        }
        func quiet(_ count: Int) -> String {
            String(repeating: "[[audio.quiet]]\nfrom = \"22:00\"\nto = \"06:00\"\nvolume = 1\n", count: count)
        }
        #expect(try sentence(devices(32)) == nil)
        #expect(try sentence(devices(33))?.contains(":2: devices has more than 32 entries") == true)
        #expect(try sentence(quiet(32)) == nil)
        #expect(try sentence(quiet(33))?.contains("quiet has more than 32 entries") == true)
    }

    @Test func `a fault in quiet hours is reported once`() throws {
        let text = "[[audio.quiet]]\nfrom = \"22:00\"\nto = \"24:00\"\nvolume = 1\n"
        let file = try Binary.config(text, in: directory)
        let error = #expect(throws: ConfigError.self) { try Configuration.load(file, locations) }
        #expect(error?.faults.count == 1)
    }

    @Test(arguments: ["[@", "[place]\n[@\nname = 1\n", "[place]\nlatitude = 1\n\n[@"])
    func `where an assertion of the parser fails, the line is named, and nothing crashes`(text: String) throws {
        let file = try directory.write(Array(text.utf8), to: "assertion.toml")
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.hasPrefix("[@") }) + 1
        let error = #expect(throws: ConfigError.self) { try Configuration.load(file, locations) }
        #expect(error?.description.hasPrefix("\(file):\(line): this is not TOML: this line cannot be read; ") == true)
    }

    @Test func `thousands of faults are told in fifty, and how many more there are`() throws {
        let text = "[place]\n" + (0..<9000).map { "key\($0) = 1\n" }.joined()
        let file = try directory.write(Array(text.utf8), to: "faults.toml")
        let error = #expect(throws: ConfigError.self) { try Configuration.load(file, locations) }
        #expect(error?.faults.count == 51)
        #expect(
            error?.faults.last?.description.contains("more faults") == true,
            "\(String(describing: error?.faults.last))"
        )
    }

    @Test func `unknown keys up to the size limit of a file are told within a second`() throws {
        let text = "[place]\n" + (0..<9000).map { "key\($0)_\(String(repeating: "x", count: 80)) = 1\n" }.joined()
        let file = try directory.write(Array(text.utf8), to: "keys.toml")
        let start = ThreadClock.now()
        let error = #expect(throws: ConfigError.self) { try Configuration.load(file, locations) }
        #expect(ThreadClock.now() - start < .seconds(2))
        #expect(error?.faults.last?.message == "here and below are 8950 more faults")
    }

    @Test func `a file in another encoding is refused with its line`() throws {
        let file = try directory.write(
            Array("[place]\nname = \"M".utf8) + [0xFC] + Array("nchen\"\n".utf8),
            to: "latin.toml"
        )
        let error = #expect(throws: ConfigError.self) { try Configuration.load(file, locations) }
        #expect(error?.description == file + ":2: this is not UTF-8; save the file as UTF-8")
    }

    /// A few thousand in an ordinary run; twenty thousand, optimised, in `make campaign`.
    @Test func `mutated configs never crash`() throws {
        // With every key in use, so each is mutated.
        let text = try String(contentsOfFile: Binary.root + "/config.example.toml", encoding: .utf8)
        let example = Array(
            text.split(separator: "\n", omittingEmptySubsequences: false)
                .map { $0.wholeMatch(of: /# ([a-z_]+ = .*|\[[a-z0-9.]+\])/).map { String($0.1) } ?? String($0) }
                .joined(separator: "\n").utf8
        )
        var random = SeededGenerator(seed: Fuzzing.seed)
        var (refused, fine) = (0, 0)
        for _ in 0..<Fuzzing.rounds("ADHAND_FUZZED_CONFIGS", usual: 5_000) {
            var bytes = example
            for _ in 0..<Int.random(in: 1...8, using: &random) where !bytes.isEmpty {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 20)], at: index)
                }
            }
            let file = try directory.write(bytes, to: "mutant.toml")
            do {
                _ = try Configuration.load(file, locations)
                fine += 1
            } catch let error as ConfigError {
                refused += 1
                if error.faults.isEmpty { Issue.record("refused without a fault") }
            }
        }
        // The mutator is useful only if it produces both results.
        #expect(min(refused, fine) > 0, "\(refused) \(fine)")
    }
}
