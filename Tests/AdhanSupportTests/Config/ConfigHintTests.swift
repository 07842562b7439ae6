import AdhanTestSupport
import Testing

@testable import AdhanSupport

/// Plausible mistakes, and the hints that they get. docs/mistakes.md has more of them, as `config set` answers them.
@Suite struct ConfigHintTests {
    private let rig: ConfigRig

    init() throws { rig = try ConfigRig() }

    /// What people write, and the whole answer: `&` parts two faults.
    static let rows = ConfigRow.rows(
        #"""
        [place]\nlatitude = 51,5 | F:2: this is not TOML: 51,5 has a comma; write a point: latitude = 51.5
        [place]\nelevation = +12,25 # metres | F:2: this is not TOML: +12,25 has a comma; write a point: elevation = +12.25
        [place]\ntimezone = „Europe/London“ | F:2: this is not TOML: here is the curly quote „; write straight quotes: timezone = "Europe/London"
        [place]\nlatitude = “51,5” | F:2: this is not TOML: here is the curly quote “; write the number without quotes: latitude = 51.5
        [audio]\ndevices = [“default”] | F:2: this is not TOML: here is the curly quote “; write straight quotes: devices = ["default"]
        [place]\nlatitude = "51.5" | F:2: latitude is the text '51.5', but it has to be a number; write it without quotes: latitude = 51.5
        [place]\nlongitude = " -0,12 " | F:2: longitude is the text ' -0,12 ', but it has to be a number; write it without quotes: longitude = -0.12
        [calculation]\nimsak = "12" | F:2: imsak is the text '12', but it has to be a whole number; write it without quotes: imsak = 12
        [calculation]\nramadan_isha = "true" | F:2: ramadan_isha is the text 'true', but it has to be true or false; write it without quotes: ramadan_isha = true
        [adhan]\ndhuhr = 13:30 | F:2: this is not TOML: 13:30 needs quotes: dhuhr = "13:30"
        [adhan]\nfajr = iqama-15m # or so | F:2: this is not TOML: iqama-15m needs quotes: fajr = "iqama-15m"
        [audio]\nlead_in = 5s | F:2: this is not TOML: 5s needs quotes: lead_in = "5s"
        [iqama]\nround = 5m | F:2: this is not TOML: 5m needs quotes: round = "5m"
        [iqama]\nfajr = { at = 13:30 } | F:2: this is not TOML: 13:30 needs quotes: "13:30"
        [jumuah]\ntimes = [13:15, "14:00"] | F:2: this is not TOML: [13:15, "14:00"] has texts without quotes; write them: times = ["13:15", "14:00"]
        [place]\nallow_fallback = yes | F:2: this is not TOML: yes has to be true or false: allow_fallback = true
        [place]\ntimezone = Europe/London | F:2: this is not TOML: Europe/London needs quotes: timezone = "Europe/London"
        [hijri]\n[jumu'ah] | F:2: this is not TOML: jumu'ah has an apostrophe; write [jumuah]
        [reminders]\njumu’ah-1 = "5m" | F:2: this is not TOML: jumu’ah-1 has an apostrophe; write jumuah-1 = …
        [calculation]\nimsak = "ten" | F:2: imsak is the text 'ten', but it has to be a whole number
        [audio]\nvolume = "80" | F:2: volume = "80" is not a volume; write it without quotes: volume = 80, or decibels as in "-12dB"
        [place]\nlatitude = 53°47'42"N | F:2: this is not TOML: 53°47'42"N is not a plain number; write degrees with a point: latitude = 53.795
        [place]\nlatitude = 53.795° | F:2: this is not TOML: 53.795° is not a plain number; write degrees with a point: latitude = 53.795
        [place]\nlongitude = 1.5W | F:2: this is not TOML: 1.5W is not a plain number; write degrees with a point: longitude = -1.5
        [place]\nlatitude = "53.795 N" | F:2: latitude is the text '53.795 N', but it has to be a number; write it without quotes: latitude = 53.795
        [audio]\nvolume = 60% | F:2: this is not TOML: 60% has a percent sign; write the number alone: volume = 60
        [audio]\nvolume: 100 | F:2: this is not TOML: a key and its value need = between them; write volume = 100
        [audio]\nvolume 100 # loud | F:2: this is not TOML: a key and its value need = between them; write volume = 100
        [place]\ntimezone: Europe/London | F:2: this is not TOML: a key and its value need = between them; write timezone = "Europe/London"
        [audio]\nadhan = "C:\adhan\Makkah.mp3" | F:2: this is not TOML: "C:\adhan\Makkah.mp3" is on a Windows computer; copy the file to this box and write where it is, as in adhan = "/etc/adhand/Makkah.mp3"
        [audio]\nadhan = 'C:\My Files\Makkah.mp3' | F:2: adhan = "C:\My Files\Makkah.mp3" is on a Windows computer; copy the file to this box and write where it is, as in adhan = "/etc/adhand/Makkah.mp3"
        [audio]\nadhan = "adhans\Makkah.mp3" | F:2: this is not TOML: "adhans\Makkah.mp3" has \ in a path; write /: adhan = "adhans/Makkah.mp3"
        [place]\nlatitude = 53.6097, -2.1561 | F:2: this is not TOML: 53.6097, -2.1561 are two numbers; write two lines: latitude = 53.6097 and longitude = -2.1561
        [place]\nlatitude = "53.6097, -2.1561" | F:2: latitude is the text '53.6097, -2.1561', but it has to be a number; write two lines: latitude = 53.6097 and longitude = -2.1561
        [place]\nlatitude = 53° 47.7' N | F:2: this is not TOML: 53° 47.7' N is not a plain number; write degrees with a point: latitude = 53.795
        [place]\nlongitude = "W 1° 32.5'" | F:2: longitude is the text 'W 1° 32.5'', but it has to be a number; write it without quotes: longitude = -1.54167
        [[iqama\nfajr = "10m" | F:1: this is not TOML: [[iqama has no ] at its end; write [iqama]
        [iqama]]\nfajr = "10m" | F:1: this is not TOML: [iqama]] has the wrong brackets; write [iqama]
        [[audio.quiet | F:1: this is not TOML: [[audio.quiet has no ] at its end; write [[audio.quiet]]
        place:\n  latitude: 53.6 | F:1: this is not TOML: the name of a table stands in brackets; write [place]
        [place]\nlatitude: | F:2: this is not TOML: latitude has no value; write latitude = and its value, or delete the line
        [place]\nlatitude = | F:2: this is not TOML: latitude has no value; write latitude = and its value, or delete the line
        ; our mosque | F:1: this is not TOML: a comment begins with #; write # in place of ;
        // our mosque | F:1: this is not TOML: a comment begins with #; write # in place of //
        { "place": {} } | F:1: this is not TOML: this is JSON, and the config is TOML: write [place] on a line, and below it latitude = 53.6
        [place]\nlatitude == 53.6 | F:2: this is not TOML: this line cannot be read; write a setting as volume = 60, a table as [audio], and # before a comment; a text must be in quotes, as in "Europe/London"
        [quiet]\nfrom = "23:00" | F:1: unknown key 'quiet'; write [[audio.quiet]]
        [[quiet]]\nfrom = "23:00" | F:1: unknown key 'quiet'; write [[audio.quiet]]
        [s3]\nurl = "https://h/x" | F:1: unknown key 's3'; write [timetable.s3]
        [display]\nstates = "true" | F:2: states is the text 'true', but it has to be a list of states, for example ["adhan", "prayer"]
        [place]\nname = "Masjid | F:2: this is not TOML: "Masjid has no quote at its end; write: name = "Masjid"
        [audio]\ndevices = ["default"\nvolume = 60 | F:2: this is not TOML: the list that begins here has no ] at its end; write devices = ["default"]
        [jumuah]\ntimes = [\n  "13:15",\n\n[audio]\nvolume = 60 | F:2: this is not TOML: the list that begins here has no ] at its end
        [audio\nvolume = 60 | F:1: this is not TOML: [audio has no ] at its end; write [audio]
        [audio]\nvolume = 60\n[place]\n[audio]\nvolume = 70 | F:4: this is not TOML: [audio] is here a second time; move the lines below it to the first, in line 1, and delete it here
        [audio]\nvolume = 60\ndevices = ["default"]\nvolume = 70 | F:4: this is not TOML: volume is here a second time, after line 2; delete one of the two lines
        [jumuah]\ntimes = ["13:15"]\n# [iqama]\nfajr = "+20m" | F:4: unknown key 'fajr' in [jumuah]; it belongs to [iqama], which is still a comment in line 3: delete the # there
        [display]\nloudness = "-23 LUFS" | F:2: unknown key 'loudness' in [display]; [audio] has such a key; if that is meant, move the line there
        [iqama.offsets]\nfajr = 20 | F:1: unknown key 'offsets' in [iqama]; there is [calculation.offsets]; if that is meant, write it so
        [timetable]\n[s3] | F:2: unknown key 's3'; write [timetable.s3]
        [aladhan] | F:1: unknown key 'aladhan'; write [timetable.aladhan]
        [audio.iqama] | F:1: unknown key 'iqama' in [audio]; write [iqama]
        [place]\nlat = 53.6 | F:2: unknown key 'lat' in [place]; write latitude
        [eid]\ntimes = ["08:00"] | F:2: unknown key 'times' in [eid]; write fitr = ["08:00"] and adha = ["08:00"]
        [place]\nlatitude = 1e9 | F:2: latitude = 1000000000 is not between -90 and 90
        [calculation.offsets]\nfajr = 1.5 | F:2: fajr is the number 1.5, but it has to be a whole number of minutes
        [timetable.s3]\nurl = http://me:hunter2@h/x | F:2: this is not TOML: a value needs a key, = and straight quotes at both ends: url = "…"
        [timetable]\ns3 = { secret_access_key = “hunter2” } | F:2: this is not TOML: a value needs a key, = and straight quotes at both ends: s3 = "…"
        [timetable.s3]\n"secret_access_key" = “hunter2” | F:2: this is not TOML: a value needs a key, = and straight quotes at both ends: secret_access_key = "…"
        [timetable.s3]\nsecret_access_key: hunter2 | F:2: this is not TOML: a value needs a key, = and straight quotes at both ends: secret_access_key = "…"
        [timetable.s3]\nurl = ["http://me:hunter2@h/x"\n[audio] | F:2: this is not TOML: the list that begins here has no ] at its end
        [ramadan]\nstart = "2028-01-29" | F:2: unknown key 'start' in [ramadan]; for its first day write below [hijri.starts] 1449-09 = "2028-01-29"
        [hijri]\noffset = -1 | F:2: unknown key 'offset' in [hijri]; for this month: adhand hijri today is 15. For any month write below [hijri.starts] 1448-09 = "2027-02-08"
        [eid]\nfitr = "8am" | F:2: fitr is the text '8am', but it has to be a list of times, for example ["13:15"]; write it in brackets: fitr = ["8:00"]
        [ledger]\nfile = "" | F:2: file is empty; leave the line out for the default
        [ledger]\nfile = "/etc" | F:2: file = "/etc" is a folder; name a file in it: "/etc/ledger.sqlite"
        [ledger]\nfile = "/nowhere/" | F:2: file = "/nowhere/" is a folder; name a file in it: "/nowhere/ledger.sqlite"
        [ledger]\nfile = "/dev/null" | F:2: file = "/dev/null" is a device, a pipe or a socket; name a file on a disk
        [ledger]\nfile = "/nowhere/ledger.sqlite" | none
        [jumuah]\nsummer = ["13:30"] | F:2: unknown key 'summer' in [jumuah]; write [[jumuah.when]] with season = "summer", and below it what is otherwise on these days
        [iqama]\nfriday = ["13:30"] | F:2: unknown key 'friday' in [iqama]; write [[iqama.when]] with days = ["friday"], and below it what is otherwise on these days
        [adhan]\nRamadan = ["13:30"] | F:2: unknown key 'Ramadan' in [adhan]; write [[adhan.when]] with ramadan = true, and below it what is otherwise on these days
        [tarhim]\neid = ["13:30"] | F:2: unknown key 'eid' in [tarhim]; write [[tarhim.when]] with eid = true, and below it what is otherwise on these days
        [jumuah]\ntimes = ["begins+15m"] | F:2: times: "begins+15m" is no time of a khutbah; write "dhuhr+15m"
        [jumuah]\ntimes = ["+15m"] | F:2: times: "+15m" is no time of a khutbah; write "dhuhr+15m"
        [jumuah]\ntimes = ["zuhr + 15"] | F:2: times: "zuhr + 15" is not a time on a clock; write "dhuhr+15m"
        [jumuah]\ntimes = ["asr+15m"] | F:2: times: "asr+15m" is no time of a khutbah; it is a time such as "13:15", or counts from Dhuhr or to Asr: "dhuhr+15m", "asr-45m"
        [jumuah]\ntimes = ["iqama-15m"] | F:2: times: "iqama-15m" is no time of a khutbah; it is a time such as "13:15", or counts from Dhuhr or to Asr: "dhuhr+15m", "asr-45m"
        [jumuah]\ntimes = ["soon"] | F:2: times: "soon" is not a time on a clock; write it as in "13:15" or "dhuhr+15m"
        [jumuah]\ntimes = ["dhuhr+15m", "dhuhr+15m"] | F:2: times has the same time twice
        [jumuah]\niqama = "+25m" | F:2: iqama: '+25m' is not a length of time; write it with its unit, for example "5m", "90s" or "1h30m"; did you mean "25m"?
        [jumuah]\niqama = "3h" | F:2: iqama = "3h" is not between 1m and 2h
        [iqama]\nisha = "timetable, else 7.30 pm" | F:2: isha = "timetable, else 7.30 pm" is not known; did you mean "timetable, else 19:30"?
        [iqama]\nisha = "timetable, else +15m, +20m" | F:2: isha = "timetable, else +15m, +20m" is not known; did you mean "timetable, else +15m"?
        [iqama]\nisha = "timetable, else 8:00" | F:2: isha = "timetable, else 8:00" is 08:00 of 24 hours, when there is no isha; write "20:00"
        [iqama]\nisha = "timetable, else off" | F:2: isha = "timetable, else off" is not known; did you mean "timetable"?
        [jumuah]\ntimes = "timetable, else 13:15, 13:15" | F:2: times = "timetable, else 13:15, 13:15" has the same time twice
        [jumuah]\ntimes = "none" | F:2: times = "none" is no list of times, for example ["13:15"]; "off" for none
        [jumuah]\ntimes = "timetable else 1.15 pm" | F:2: times = "timetable else 1.15 pm" is not known; did you mean "timetable, else 13:15"?
        [adhan]\nmaghreb = "begins" | F:2: unknown key 'maghreb' in [adhan]; did you mean 'maghrib'?
        [adhan]\nsobh = "begins" | F:2: unknown key 'sobh' in [adhan]; did you mean 'fajr'?
        [jummah]\ntimes = [] | F:1: unknown key 'jummah'; did you mean 'jumuah'?
        [Jamaat] | F:1: unknown key 'Jamaat'; did you mean 'iqama'?
        [reminders]\nfajr = "10m" | F:2: unknown key 'fajr' in [reminders]; did you mean 'adhan-fajr'?
        [reminders]\niqamah-zuhr = "10m" | F:2: unknown key 'iqamah-zuhr' in [reminders]; did you mean 'iqama-dhuhr'?
        [reminders]\njumma = "10m" | F:2: unknown key 'jumma' in [reminders]; did you mean 'jumuah-1'?
        [jumuah]\nadhan = "zuhr" | F:2: adhan = "zuhr" is not known: it is one of dhuhr, khutbah, both; did you mean 'dhuhr'?
        [iqama]\nasr = "shuruk + 3 h" | F:2: asr: "shuruk + 3 h" is not a time of the day; write it as in "13:30", "begins+10m", "sunrise-45m" or "+20m"; did you mean "sunrise+3h"?
        [iqama]\nfajr = "10 min after" | F:2: fajr: "10 min after" is not a time of the day; write it as in "13:30", "begins+10m", "sunrise-45m" or "+20m"; did you mean "+10m"?
        [iqama]\nround = 5 | F:2: round is the number 5, but it has to be a text in quotes; write round = "5m"
        [iqama]\nround = 7 | F:2: round is the number 7, but it has to be a text in quotes; it is one of 1m, 5m, 10m, 15m, 30m
        [iqama]\nround = "7m" | F:2: round = "7m" is not known: it is one of 1m, 5m, 10m, 15m, 30m
        [iqama]\nleast = 10 | F:2: least is the number 10, but it has to be a text in quotes; write it with its unit: least = "10m"
        [iqama]\nfajr = 20 | F:2: fajr is the number 20, but it has to be a text in quotes; write fajr = "+20m"
        [adhan]\nfajr = 20 | F:2: fajr is the number 20, but it has to be a text in quotes; write fajr = "begins+20m"
        [adhan]\nfajr = "offf" | F:2: fajr: "offf" is not a time of the day; write it as in "13:30", "begins+10m", "iqama-15m" or "sunrise-45m"; did you mean "off"?
        [adhan]\nfajr = false | F:2: fajr is false, but it has to be a text in quotes; write fajr = "off"
        [jumuah]\nkhutbah = "20 min" | F:2: khutbah: '20 min' is not a length of time; write it with its unit, for example "5m", "90s" or "1h30m"; did you mean "20m"?
        [jumuah]\ntimes = "13:15" | F:2: times is the text '13:15', but it has to be a list of times, for example ["13:15"]; write it in brackets: times = ["13:15"]
        [jumuah]\ntimes = [13.15] | F:2: times is the list [13.15], but it has to be a list of times, for example ["13:15"]
        [eid]\nfitr = ["19:30"] | F:2: fitr: "19:30" is 19:30 of 24 hours, when there is no Eid prayer; write "07:30"
        [[iqama.when]]\nramadan = true\nfajr = { round = "5m" } | F:3: fajr needs its time, as in fajr = { at = "+20m" }
        [iqama]\nfajr = { round = "5m" } | F:2: fajr needs its time, as in fajr = { at = "+20m" }
        [[iqama.when]]\nfrom = "2026-12-05"\nto = "2026-12-04"\nisha = "19:30" | F:3: to = "2026-12-04" is before from = "2026-12-05"; write the earlier date into from
        [[iqama.when]]\nfrom = "2027-02-29"\nisha = "19:30" | F:2: from: 2027 has no 29 February
        [[iqama.when]]\nto = "5 December"\nisha = "19:30" | F:2: to = "5 December" is no date; write month and day, as in "04-01", or the year, too: "2026-12-05"
        [[iqama.when]]\nfrom = 2026-12-05\nisha = "19:30" | F:2: from is a date or time without quotes, but it has to be a text in quotes
        [[iqama.when]]\nto = "12-05"\nisha = "19:30" | F:2: [[iqama.when]] needs both from and to; for once, write to with its year, as in 2026-12-05
        [[iqama.when]]\nfrom = "12-05"\nto = "2026-12-31"\nisha = "19:30" | F:3: from and to are not alike: write both with their year, for once, or neither, for each year
        [adhan]\nfajr = "iqama - 15"\nasr = "adhan+5m"\nzuhr = "begins" | F:2: fajr: "iqama - 15" is not a time of the day; write it as in "13:30", "begins+10m", "iqama-15m" or "sunrise-45m"; did you mean "iqama-15m"? & F:3: asr = "adhan+5m" counts from itself; count from the prayer's beginning, as in "begins+10m" & F:4: unknown key 'zuhr' in [adhan]; did you mean 'dhuhr'?
        [[adhan.when]]\nfajr = "off" | F:1: [[adhan.when]] has no condition; it needs days, season, ramadan, eid, or from and to
        [[iqama.when]]\nfrom = "11-01"\nfajr = "off" | F:2: [[iqama.when]] needs both from and to; for once, write from with its year, as in 2026-12-05
        [[iqama.when]]\ndays = ["fryday"]\nfajr = "off" | F:2: days: "fryday" is not a weekday; did you mean 'friday'?
        [jumuah]\ntimes = ["1:15pm"]\nkhutbah = "5h" | F:2: times: "1:15pm" is not a time on a clock; write "13:15" & F:3: khutbah = "5h" is not between 0s and 2h
        [jumuah]\ntimes = ["1:15"]\n[iqama]\nisha = "8:00" | F:2: times: "1:15" is 01:15 of 24 hours, when there is no Jumu'ah; write "13:15" & F:4: isha = "8:00" is 08:00 of 24 hours, when there is no isha; write "20:00"
        [iqama]\ndhuhr = 13.30 | F:2: dhuhr is the number 13.3, but it has to be a text in quotes; write dhuhr = "13:30"
        [tarhim]\nfajr = "6m" | F:1: [tarhim] needs a file to play
        [ramadan]\niftar = "instead" | F:2: iftar says how iftar_file sounds, and there is no iftar_file
        [eid]\ntakbir = "20m" | F:1: takbir needs takbir_file, the recording to play
        [reminders]\nadhan-fajr = ["10s"] | F:2: adhan-fajr: "10s" is not between 1m and 6h
        """#
    )

    @Test(arguments: rows)
    func `what people type is answered with the line to write`(row: ConfigRow) throws {
        let answers = row.answer == "none" ? [] : row.answer.split(separator: " & ").map { String($0) }
        #expect(try rig.faults(row.config + "\n") == answers)
    }

    @Test func `a text without quotes in a table of one line gets a hint`() throws {
        let unquoted = try rig.faults("[place]\nname = { of = Masjid }\n")
        let hint = "; a text must be in quotes, as in \"Europe/London\""
        #expect(unquoted.count == 1 && unquoted[0].hasPrefix("F:2: ") && unquoted[0].hasSuffix(hint))
        #expect(try rig.faults("[jumuah]\ntimes = \"timetable, else asr\"\n").count == 1)
        #expect(try rig.faults("[ledger]\nsummer = 1\n").first?.contains("known are") == true)
    }

    @Test func `a hint names a line that is at most 2000 lines before the fault`() throws {
        func fault(_ text: String) throws -> String { try rig.faults(text).first ?? "none" }
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
        let began = ThreadClock.now()
        let faults = try rig.faults(String(repeating: "\n", count: 1_000_000) + "y")
        #expect(faults.first?.hasPrefix("F:1000001: this is not TOML") == true)
        #expect(ThreadClock.now() - began < .seconds(10))
    }
}
