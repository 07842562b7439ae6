import AdhanCore
import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanSupport

/// Errors in a config, and the expected messages.
@Suite struct BrokenConfigTests {
    private let rig: ConfigRig

    init() throws { rig = try ConfigRig() }

    /// Each with a part of its error. docs/mistakes.md has more of them, as `config set` answers them.
    static let wrong = ConfigRow.rows(
        #"""
        [place]\nlattitude = 1 | F:2: unknown key 'lattitude' in [place]; did you mean 'latitude'?
        [plaice]\n | F:1: unknown key 'plaice'; did you mean 'place'?
        place = 3 | F:1: 'place' is a table; write [place] on a line of its own
        [place]\nlatitude = 51.5\nlongitude = 0 | F:1: [place] has no timezone; a place needs latitude, longitude and timezone
        [place]\nlatitude = 91\nlongitude = 0\ntimezone = "UTC" | F:2: latitude = 91 is not between -90 and 90
        [place]\nlatitude = nan\nlongitude = 0\ntimezone = "UTC" | F:2: latitude = nan is not between -90 and 90
        [place]\nname = 3 | F:2: name is the number 3, but it has to be a text in quotes
        [place]\nallow_fallback = "yes" | F:2: allow_fallback is the text 'yes', but it has to be true or false
        [calculation]\nmethod = "isma" | F:2: method = "isma" is not known: it is one of mwl, isna, egypt, karachi,
        [calculation]\nmadhab = "Hanbli" | F:2: madhab = "Hanbli" is not known: it is one of shafi, hanafi; the madhab only changes Asr, and the hanbali Asr is
        [calculation.offsets]\nfajr = 999 | F:2: fajr = 999 is not between -180 and 180
        [calculation.offsets]\nfajar = 1 | F:2: unknown key 'fajar' in [calculation.offsets]; did you mean 'fajr'?
        [audio]\ndevices = "default" | F:2: devices is the text 'default', but it has to be a list of texts, for example ["default"]
        [audio]\ndevices = [] | F:2: devices is an empty list; leave the line out for the default
        [audio]\nlead_in = "1h" | F:2: lead_in = "1h" is not between 500ms and 9s
        [schedule]\ngrace = 2026-11-21 | F:2: grace is a date or time without quotes, but it has to be a text in quotes
        [place]\nlatitude = 51.5\ntimezone = "Europe/London" | F:1: [place] has no longitude; a place needs latitude, longitude and timezone
        [place]\nelevation = 10\ntimezone = "Europe/London" | F:1: [place] has no latitude and no longitude; a place needs latitude, longitude and timezone
        [place]\ntimezone = "Etc/UTC" | F:2: timezone 'Etc/UTC': that is not the full name of a place's zone; write the mosque's Area/Place
        [place]\ntimezone = "Europe/Rochdale" | F:2: timezone 'Europe/Rochdale': 
        [place]\ntimezone = "../passwd" | F:2: timezone '../passwd': that is not the name of a time zone
        [place]\ncity = "Rochdale"\ntimezone = "Europe/London" | F:2: city = "Rochdale" has no country beside it; a city needs both
        [place]\ncountry = "United Kingdom" | F:2: country = "United Kingdom" has no city beside it; a city needs both
        [place]\ncity = "Rochdale"\ncountry = "United Kingdom" | F:1: [place] has a city and no timezone; a city needs its timezone
        [place]\ncity = " "\ncountry = "United Kingdom" | F:2: city is empty
        [place]\nlongitude = 181 | F:2: longitude = 181 is not between -180 and 180
        [place]\nname = ["a"] | F:2: name is the list ["a"], but it has to be a text in quotes
        [place]\nname = true | F:2: name is true, but it has to be a text in quotes
        [place.name]\n | F:1: name is a table, but it has to be a text in quotes
        [[place]]\nname = "a" | F:1: 'place' is a table; write [place] on a line of its own
        latitude = 51.5 | F:1: unknown key 'latitude'; it belongs to [place]: move the line there
        [calculation]\nmadhab = "Hanafi" | F:2: madhab = "Hanafi" is not known: it is one of shafi, hanafi; did you mean 'hanafi'?
        [calculation]\noffsets = 3 | F:2: 'calculation.offsets' is a table; write [calculation.offsets] on a line of its own
        [calculation.offsets]\nfajr = 9223372036854775808 | F:2: this is not TOML:
        [hijri.starts]\nramadan = "2026-02-19" | F:2: 'ramadan' is not a Hijri month; write year and month as in 1447-09
        [hijri.starts]\n1447-09 = "19.2.2026" | F:2: '19.2.2026' is not a date; write it as YYYY-MM-DD
        [hijri.starts]\n1447-09 = 2026-02-19 | F:2: 1447-09 is a date or time without quotes, but it has to be a text
        [hijri.starts]\n1447-09 = "2026-03-19" | F:1: 1447-09 cannot begin on 2026-03-19: in Umm al-Qura's calendar
        [timetable]\ncheck = "no" | F:2: check = "no" is not known: it is one of reject, warn, off
        [timetable]\naccept = ["12 March"] | F:2: accept: '12 March' is not a date; write it as YYYY-MM-DD, for example 2026-11-21
        [timetable]\naccept = ["2026-02-30"] | F:2: accept: 2026 has no 30 February
        [timetable]\naccept = "every" | F:2: accept = "every" is neither "all" nor a list of dates, for example ["2026-03-12"]
        [timetable]\naccept = "2026-03-12" | F:2: accept = "2026-03-12" is neither "all" nor a list of dates; one date is a list, too: accept = ["2026-03-12"]
        [timetable]\naccept = ["all"] | F:2: accept = ["all"]: "all" is no date; for all days write accept = "all"
        [timetable]\naccept = true | F:2: accept is true, but it has to be "all" or a list of dates, for example ["2026-03-12"]
        [timetable]\nsources = ["s3"] | F:1: sources names s3, but there is no [timetable.s3] that says where it is
        [timetable]\nsources = ["aladhan", "aladhan"] | F:2: sources names aladhan twice
        [timetable]\nsources = ["google"] | F:2: sources names "google", which is not known: they are s3 and aladhan
        [timetable]\nsources = ["cache"] | F:2: sources names "cache", whose place in the order is fixed
        [timetable]\nsources = "s3" | F:2: sources is the text 's3', but it has to be a list of texts
        [timetable.s3]\nregion = "eu-west-2" | F:1: [timetable.s3] has neither bucket nor url; it needs one of them
        [timetable.s3]\nbucket = "mosque" | F:1: [timetable.s3] has a bucket without its region
        [timetable.s3]\nbucket = "mosque"\nurl = "https://example.org/a.json" | F:3: url and bucket are both set; remove one of them
        [timetable.s3]\nbucket = "my mosque"\nregion = "eu-west-2" | F:2: the address of [timetable.s3] has an invalid bucket: "my mosque"
        [timetable.s3]\nbucket = "mosque"\nregion = "eu west" | F:2: the address of [timetable.s3] has an invalid region: "eu west"
        [timetable.s3]\nbucket = "mosque"\nregion = "eu-west-2"\nkey = "/a.json" | F:4: key = "/a.json" is not a key: a key is the object's name, without a leading slash
        [timetable.s3]\nurl = "http://example.org/a.json" | F:2: url = "http://example.org/a.json" is not encrypted: anybody on the way could change the times.
        [timetable.s3]\nurl = "example.org" | F:2: url = "example.org" does not begin with https://; write it as in
        [timetable.s3]\nurl = "https://a:b@example.org/" | F:2: url contains a password
        [timetable.s3]\nurl = "https://example.org/?t%6Fken=b" | F:2: url contains a password
        [timetable.s3]\nurl = "https://example.org/?a=1?usertoken=b" | F:2: url contains a password
        [timetable.aladhan]\nbase_url = "https://example.org/?pw=b" | F:2: base_url contains a password
        [timetable.s3]\nurl = "http://example.org/?hunter2" | F:2: url = "http://example.org/?***" is not encrypted
        [timetable.s3]\nurl = "https://me:pass/word@example.org/" | F:2: url has an invalid port; write it as in
        [timetable.s3]\nurl = "example.org/?pw=b" | F:2: url does not begin with https://; write it as in
        [place]\nname = "a\u0000b" | F:2: here is a control character, such as \f or \u0000; in a path write / instead of \
        [audio]\nadhan = "recordings\fajr.mp3" | F:2: here is a control character, such as \f or \u0000; in a path write / instead of \
        [place]\n"na\u0000me" = 1 | F:2: here is a control character, such as \f or \u0000; in a path write / instead of \
        [timetable.aladhan]\nbase_url = "ftp://a" | F:2: base_url = "ftp://a" begins with "ftp", not with https
        [timetable.aladhan]\ncalendar = "week" | F:2: calendar = "week" is not known: it is one of month, year
        [timetable.aladhan]\nmethod = "isnaa" | F:2: method = "isnaa" is not known
        [audio]\nvolume = 50\n[\#u{11}lace]\n | F:3: here is a control character, which no editor shows
        [audio]\nvolume\#u{0} = 50\n | F:2: here is a control character, which no editor shows
        [refresh]\nat = "1 am" | F:2: at = "1 am" is not a time on a clock; write it as in "00:01"
        [refresh]\nat = "12:00" | F:2: at = "12:00" is not between 00:00 and 06:00
        [refresh]\nspread = "2h" | F:2: spread = "2h" is not between 0s and 1h
        [refresh]\nafter_isha = "-1h" | F:2: after_isha: '-1h' is not a length of time
        [timetable.limits]\nmaghrib = [-3, 20] | F:1: unknown key 'limits' in [timetable]
        [audio]\ndevices = ["default", 1] | F:2: devices is the list ["default", 1], but it has to be a list of texts, for example ["default"]
        [audio]\nvolume = "dB" | F:2: volume = "dB" is not a volume
        [audio]\nvolume = "6dB" | F:2: volume = "6dB" is not between -96dB and 0dB; above 0 a recording
        [audio.volumes]\nfajr = 101 | F:2: fajr = 101 is not between 0 and 100
        [audio.volumes]\nsunrise = 10 | F:2: unknown key 'sunrise' in [audio.volumes]; known are asr, dhuhr, fajr,
        [audio]\nvolumes = 60 | F:2: 'audio.volumes' is a table; write [audio.volumes] on a line of its own
        [audio.quiet]\nfrom = "22:00" | F:1: quiet is a table, but it has to be a list of tables; write [[audio.quiet]] with two brackets
        [audio]\nquiet = [1] | F:2: quiet is the list [1], but it has to be a list of tables
        [[audio.quiet]]\nfrom = "22:00"\nvolume = 1 | F:1: [[audio.quiet]] needs from, to and volume
        [[audio.quiet]]\nfrom = "22:00"\nto = "22:00"\nvolume = 1 | F:3: from and to are the same, so there is no hour between them
        [[audio.quiet]]\nfrom = "22:00"\nto = "24:00"\nvolume = 1 | F:3: to = "24:00" is not a time on a clock; write it as in "00:01"
        [[audio.quiet]]\nfrom = "22:00"\nto = "06:00"\nvolume = 1\n[[audio.quiet]]\nvolum = 2 | F:6: unknown key 'volum' in [[audio.quiet]]; did you mean 'volume'?
        [audio]\nloudness = "-23" | F:2: loudness = "-23" is not a loudness; write it as in "-23 LUFS", or "off"
        [audio]\nloudness = "-23 dB" | F:2: loudness = "-23 dB" is not a loudness
        [audio]\nloudness = "-4 LUFS" | F:2: loudness = "-4 LUFS" is not between -40 LUFS and -5 LUFS
        [audio]\ntail = "31s" | F:2: tail = "31s" is not between 0s and 30s
        [audio]\nfade_in = "1m" | F:2: fade_in = "1m" is not between 0s and 30s
        [audio.fades]\nfajr = "31s" | F:2: fajr = "31s" is not between 0s and 30s
        [audio]\nadhan = [1] | F:2: adhan is the list [1], but it has to be a text in quotes, or a list of texts
        [audio]\nadhan_fajr = "a.mp3"\n[audio.files]\nfajr = "b.mp3" | F:4: fajr and adhan_fajr in [audio] are both set; remove one of them
        [audio]\ndua_pause = "6m" | F:2: dua_pause = "6m" is not between 0s and 5m
        [audio]\nvolume = -1 | F:2: volume = -1 is not between 0 and 100
        [audio]\nself_test = "no" | F:2: self_test = "no" is not a time on a clock; write it as in "00:01", or "off"
        [hooks]\nbefore = "/usr/local/bin/amplifier on" | F:2: before is the text '/usr/local/bin/amplifier on', but it has to be a program and its arguments,
        [hooks]\nbefore = ["", "on"] | F:2: before names no program; write it as in ["/usr/local/bin/amplifier", "on"]
        [hooks]\nafter = ["amplifier", "o\u0000ff"] | F:2: here is a control character
        [hooks]\ntimeout = "61s" | F:2: timeout = "61s" is not between 1s and 1m
        [schedule]\ngrace = "9999999999m" | F:2: grace: '9999999999m' is not a length of time
        [ledger]\nfile = {} | F:2: file is a table, but it has to be a text in quotes
        [clock]\ntrust = "alwyas" | F:2: trust = "alwyas" is not known: it is one of auto, always; did you mean 'always'?
        [clock]\ntrust_after = "25h" | F:2: trust_after = "25h" is not between 0s and 1d
        [audio]\nadhan = "a\qb" | F:2: this is not TOML:
        = 1 | F:1: this is not TOML:
        \#u{FEFF}[place]\nlatitude = 91 | F:2: latitude = 91 is not between -90 and 90
        [place]\r\nlatitude = 91\r\n | F:2: latitude = 91 is not between -90 and 90
        [[notify]]\nname = "a" | F:1: [[notify]] needs a receiver, as in to = "webhook:https://example.org/adhan"
        [[notify]]\nto = "slack:https://example.org" | F:2: to begins with 'slack:', which is no receiver; known are webhook:
        [[notify]]\nto = "webhok:https://a" | F:2: to begins with 'webhok:', which is no receiver; write webhook:…
        [[notify]]\nto = "https://example.org" | write webhook:https://…, or ntfy:https://…
        [[notify]]\nto = "mailto:a@example.org" | write mail:ADDRESS, and server = "smtp://HOST:587"
        [[notify]]\nto = "/usr/bin/tell" | to has no known scheme, which is no receiver; write command:/PATH
        [[notify]]\nto = "command:tell" | a command is the whole path of a program
        [[notify]]\nto = "webhook:ftp://a" | F:2: to: the address begins with "ftp", not with https; write it as in
        [[notify]]\nto = "ntfy:https://ntfy.sh/a/b" | a topic of ntfy is the address' whole path
        [[notify]]\nto = "mqtt://host/topic" | to has something behind the host
        [[notify]]\nto = "mqtt://me:hunter2@host" | to contains a user; write it as user
        [[notify]]\nto = "webhook:https://example.org/"\nevents = ["adhan"]\nseverity = "warning" | F:4: severity = "warning" leaves nothing to tell
        [[notify]]\nto = "webhook:https://example.org/"\nclick = "https://a.org/" | F:3: click is for ntfy alone; remove it
        [[notify]]\nto = "ntfy:https://ntfy.sh/a"\nclick = "https://a.org/?pw=hunter2" | F:3: click: the address contains a user or a password
        [[notify]]\nto = "mail:nobody" | F:2: "nobody" is no address of a mailbox
        [[notify]]\nto = "mail:a@example.org" | F:2: mail needs a server, for example server = "smtp://mail.example.org:587"
        [[notify]]\nto = "mail:a@example.org"\nserver = "smtp://localhost:465"\nfrom = "b@example.org" | F:3: server: port 465 is that of smtps; write smtps://localhost
        [[notify]]\nto = "mqtts://box.lan:1883" | F:2: to: port 1883 is that of mqtt; write mqtt://box.lan
        [[notify]]\nto = "mail:a@example.org"\nserver = "smtp://localhost"\nfrom = "b@example.org"\nuser = "b" | F:5: user has no password; put it into a file and name the file
        [[notify]]\nto = "mail:a@example.org"\nserver = "smtp://localhost"\nfrom = "b@example.org"\nsecret = "/a" | F:5: secret is the password of a user, and no user is named
        [[notify]]\nto = "webhook:https://example.org/"\nuser = "b" | F:3: user is for mail and MQTT alone; remove it
        [[notify]]\nto = "webhook:https://example.org/"\nserver = "smtp://a" | F:3: server is for to = "mail:…" alone; remove it
        [[notify]]\nto = "webhook:https://example.org/"\nevents = ["azan"] | F:3: events: there is no 'azan', only adhan-before, adhan, 
        [[notify]]\nto = "webhook:https://example.org/"\nevents = ["azan"] | did you mean 'adhan'?
        [[notify]]\nto = "webhook:https://example.org/"\nevents = ["falt"] | did you mean 'fault'?
        [[notify]]\nto = "webhook:https://example.org/"\nprayers = ["zuhr"] | F:3: prayers: there is no 'zuhr', only fajr, dhuhr, asr, maghrib, isha; did you
        [[notify]]\nto = "webhook:https://example.org/"\nseverity = "critcal" | it is one of info, warning, critical; did you mean 'critical'?
        [[notify]]\nto = "webhook:https://example.org/"\nlanguage = "arabic" | ; write "ar"
        [[notify]]\nto = "webhook:https://example.org/"\nquiet = ["22:00"] | F:3: quiet needs two times of the clock
        [[notify]]\nto = "webhook:https://example.org/"\nquiet = ["22:00", "25:00"] | is not a time on a clock
        [[notify]]\nto = "webhook:https://example.org/"\nquiet = ["22:00", "22:00"] | they differ
        [[notify]]\nto = "webhook:https://example.org/"\nsecret = "tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2" | secret is neither a path nor credential:NAME
        [[notify]]\nto = "webhook:https://example.org/"\nsecret = "letmein" | secret is neither a path nor credential:NAME
        [[notify]]\nto = "webhook:https://example.org/"\nsecret = "credential:" | secret is neither a path nor credential:NAME
        [[notify]]\nto = "webhook:https://example.org/"\nquiet = "22:00-06:00" | write it in brackets: quiet = ["22:00", "06:00"]
        [[notify]]\nto = "webhook:https://example.org/"\npassword = "hunter2" | put it into a file of mode 0600, and write secret =
        [[notify]]\nto = "mqtt://box.lan"\nevents = ["fault"] | F:3: events is for messages, and an MQTT broker
        [[notify]]\nto = "webhook:https://example.org/"\nname = "our imam" | F:3: name = "our imam" is no name
        [[notify]]\nname = "a"\nto = "webhook:https://example.org/"\n[[notify]]\nname = "a"\nto = "webhook:https://example.org/" | F:5: name = "a" is also the name in line 3
        [[notify]]\nto = "webhook:http://example.org/"\nsecret = "/a" | F:2: to: the way to example.org is not encrypted
        [[notify]]\nto = "mqtt://example.org"\nuser = "a"\nsecret = "/a" | write mqtts://, or remove secret
        [[notify]]\nto = "webhook:https://example.org/"\nfrm = "a" | F:3: unknown key 'frm' in [[notify]]; did you mean 'from'?
        [place]\ntimezone = "London" | timezone 'London': that is not the full name of a place's zone; did you mean "Europe/London"?
        [place]\ntimezone = "europe/london" | did you mean "Europe/London"?
        [calculation]\nmethod = "ISNA" | ; did you mean 'isna'?
        [calculation]\nmethod = "North America" | ; did you mean 'isna'?
        [calculation]\nmethod = "Umm_al_Qura" | ; did you mean 'umm-al-qura'?
        [calculation]\nmethod = "Diyanet" | ; did you mean 'turkey'?
        [calculation]\nhigh_latitude = "Middle of Night" | ; did you mean 'middle-of-night'?
        """#
    )

    /// In tables whose first fault is the only one.
    static let single = ConfigRow.rows(
        #"""
        [display]\nlisten = "mosque.local:8080" | is not an address and a port
        [display]\ntomorrow = "each-prayr" | did you mean 'each-prayer'?
        [display]\nlisten = "127.0.0.1:99999" | is not an address and a port
        [display]\nlanguages = ["en", "en"] | languages has 'en' twice; write it once, or another beside it
        [display]\nhosts = ["http://mosque.local:8080/"] | hosts: no browser asks by 'http://mosque.local:8080/'; write "mosque.local"
        [display]\nhosts = ["mosque.local:8080"] | hosts: no browser asks by 'mosque.local:8080'; write "mosque.local"
        [display]\nhosts = ["*"] | hosts: no browser asks by '*'; write each name, as in "mosque.local"
        [display]\nhosts = ["*.mosque.org"] | hosts: no browser asks by '*.mosque.org'; write each name, as in "mosque.org"
        [display]\nhosts = [""] | hosts: no browser asks by ''; write each name, as in "mosque.local"
        [display]\nhours = 13 | hours = 13 is no kind of clock; write 12 or 24
        [display]\nstates = ["kutbah"] | states: there is no 'kutbah', only adhan, until-iqama, prayer, khutbah, night, slides, after-prayer, phones-off; did you mean 'khutbah'?
        [display]\nnight = "12:00" | night = "12:00" is not between 18:00 and 23:59
        [display]\n[display.colours]\nink = "red" | ink = "red" is not a colour; write it as in "#f3eee3"
        [display]\n[display.colours]\nink = "#30403f" | ink #30403f on ground #10201f is hard to read: its contrast is 1.5 : 1
        [display]\n[display.colours]\ngold = "#10201f" | gold #10201f on ground #10201f is hard to read: its contrast is 1.0 : 1
        [display]\n[[display.messages]]\ndays = ["friday"] | [[display.messages]] needs a text
        [display]\nslides_length = "5m"\nslides_every = "2m" | slides_length is longer than slides_every; make it shorter, or equal to show slides all the time
        [display]\nslide_length = "1s" | slide_length = "1s" is
        [display]\nslides = 3 | slides
        [display]\n[[display.messages]]\ntext = "" | text has 0 characters; it may have 1 to 240
        [display]\n[[display.messages]]\ntext = "a"\nfrom = "2026-12-01"\nuntil = "2026-11-01" | is never shown
        [display]\n[[display.messages]]\ntext = "a"\nfrom = "1.12.2026" | from:
        [panel]\nlisten = "mosque.local:8443" | "0.0.0.0:8443" for the mosque's network
        [panel]\nhosts = ["https://panel.mosque.example/"] | write "panel.mosque.example"
        [panel]\nport = 8443 | known are fixed, hosts, listen
        """#
    )

    @Test(arguments: wrong)
    func `a wrong config is reported with its line and a sentence`(row: ConfigRow) throws {
        let faults = try rig.faults(row.config)
        #expect(faults.contains { $0.contains(row.answer) }, "\(faults)")
    }

    @Test(arguments: single)
    func `a wrong value of the display or the panel is named with what to write`(row: ConfigRow) throws {
        let faults = try rig.faults(row.config)
        #expect(faults.count == 1 && faults[0].contains(row.answer), "\(faults)")
    }

    @Test func `a list has at most 32 entries`() throws {
        func devices(_ count: Int) -> String {
            "[audio]\ndevices = [" + String(repeating: "\"default\", ", count: count) + "]"
        }
        func quiet(_ count: Int) -> String {
            String(repeating: "[[audio.quiet]]\nfrom = \"22:00\"\nto = \"06:00\"\nvolume = 1\n", count: count)
        }
        #expect(try rig.faults(devices(32)).isEmpty && rig.faults(quiet(32)).isEmpty)
        #expect(try rig.faults(devices(33)).first?.contains(":2: devices has more than 32 entries") == true)
        #expect(try rig.faults(quiet(33)).first?.contains("quiet has more than 32 entries") == true)
    }

    @Test func `a fault in quiet hours is reported once`() throws {
        #expect(try rig.faults("[[audio.quiet]]\nfrom = \"22:00\"\nto = \"24:00\"\nvolume = 1\n").count == 1)
    }

    @Test(arguments: [("[@", 1), ("[place]\n[@\nname = 1\n", 2), ("[place]\nlatitude = 1\n\n[@", 4)])
    func `where an assertion of the parser fails, the line is named`(text: String, line: Int) throws {
        let words = "F:\(line): this is not TOML: this line cannot be read; "
        #expect(try rig.faults(text).first?.hasPrefix(words) == true)
    }

    /// Also where the keys fill the largest file, within a second.
    @Test(arguments: ["", String(repeating: "x", count: 80)])
    func `thousands of faults are told in fifty, and how many more there are`(name: String) throws {
        let text = "[place]\n" + (0..<9000).map { "key\($0)_\(name) = 1\n" }.joined()
        let start = ThreadClock.now()
        let faults = try rig.faults(text)
        #expect(ThreadClock.now() - start < .seconds(2))
        #expect(faults.count == 51 && faults.last?.hasSuffix("here and below are 8950 more faults") == true)
    }

    @Test func `a file in another encoding is refused with its line`() throws {
        let bytes = Array("[place]\nname = \"M".utf8) + [0xFC] + Array("nchen\"\n".utf8)
        let faults = try rig.faults(in: rig.directory.write(bytes, to: "latin.toml"))
        #expect(faults == ["F:2: this is not UTF-8; save the file as UTF-8"])
    }

    @Test(arguments: [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
    func `a config in UTF-16 is reported as such, with what to do, and a timetable in UTF-16 is read`(
        encoding: String.Encoding
    ) throws {
        func write(_ text: String, _ name: String) throws -> String {
            try rig.directory.write(Array(#require(text.data(using: encoding))), to: name)
        }
        let file = try write("[place]\nname = \"the mosque\"\n", "config.toml")
        let words = "F: this is UTF-16, which Notepad and Excel call \"Unicode\"; save the file as UTF-8"
        #expect(try rig.faults(in: file) == [words])
        let text = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n2099-12-31,06:00,08:00,12:10,14:00,16:00,18:00\n"
        let check = try Binary.run(["timetable", "check", write(text, "t.csv")], in: rig.directory)
        #expect(check.output.contains("line 2, 2099-01-01: the 364 days from here"), "\(check.text)")
    }

    /// The example with every key in use.
    static func uncommentedExample() throws -> String {
        try String(contentsOfFile: Binary.root + "/config.example.toml", encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false)
            .map { $0.wholeMatch(of: /# ([a-z_]+ = .*|\[[a-z0-9.]+\])/).map { String($0.1) } ?? String($0) }
            .joined(separator: "\n")
    }

    /// A few thousand in an ordinary run; twenty thousand, optimised, in `make campaign`.
    @Test func `mutated configs never crash`() throws {
        let example = Array(try Self.uncommentedExample().utf8)
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
            let file = try rig.directory.write(bytes, to: "mutant.toml")
            do {
                _ = try Configuration.load(file, rig.locations)
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
