import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanSupport

/// The tables from which the mosque's rules for its day are made.
@Suite struct DayRulesConfigTests {
    private let directory: TestDirectory

    init() throws { directory = try TestDirectory() }

    private func load(_ text: String) throws -> Configuration {
        let locations = Locations(
            resources: "/resources",
            daemon: true,
            environment: ["STATE_DIRECTORY": directory.path]
        )
        return try Configuration.load(Binary.config(text, in: directory), locations)
    }

    private func rules(_ text: String) throws -> MosqueRules { try load(text).rules }

    /// `LINE: message` of each fault.
    private func faults(_ text: String) throws -> [String] {
        let error = #expect(throws: ConfigError.self) { try load(text) }
        return error?.faults.map { "\($0.spot.line): \($0.message)" } ?? []
    }

    @Test func `without a table there are no rules`() throws {
        let configuration = try load("")
        #expect(configuration.rules == MosqueRules())
        #expect(configuration.audio.plan.sounding == [.adhan])
    }

    @Test func `an adhan's rule and its exceptions are read in the order of the file`() throws {
        let rules = try rules(
            """
            [adhan]
            fajr = "iqama-15m"
            [[adhan.when]]
            days = ["monday", "Friday"]
            fajr = "off"
            asr = "begins+10m"
            [[adhan.when]]
            from = "11-01"
            to = "02-28"
            season = "winter"
            ramadan = false
            fajr = "06:00"
            """
        )
        var (days, winter) = (DayCondition(), DayCondition())
        days.weekdays = [1, 5]
        winter.span = .yearly(try MonthDay("11-01"), try MonthDay("02-28"))
        (winter.season, winter.isRamadan) = (.winter, false)
        var fajr = ByDay(AdhanRule.at(.beside(.iqama, seconds: -900)))
        fajr.add(.off, when: days)
        fajr.add(.at(.clock(6 * 3600)), when: winter)
        var asr = ByDay(AdhanRule.at(.beside(.begins, seconds: 0)))
        asr.add(.at(.beside(.begins, seconds: 600)), when: days)
        #expect(rules.adhan == [.fajr: fajr, .asr: asr])
    }

    @Test func `an iqama has the keys of its table, and may have its own`() throws {
        let configuration = try load(
            """
            [iqama]
            round = "5m"
            least = "10m"
            file = "iqama.mp3"
            fajr = { at = "sunrise-45m", changes = "friday", round = "1m" }
            dhuhr = "13:30"
            isha = "off"
            [[iqama.when]]
            season = "winter"
            least = "0s"
            dhuhr = "12:45"
            """
        )
        var winter = DayCondition()
        winter.season = .winter
        var dhuhr = ByDay(IqamaRule(.clock(48_600), round: 5, least: 600))
        dhuhr.add(IqamaRule(.clock(45_900), round: 5), when: winter)
        #expect(
            configuration.rules.iqama == [
                .fajr: ByDay(IqamaRule(.beside(.time(.sunrise), seconds: -2700), round: 0, least: 600, changesOn: 5)),
                .dhuhr: dhuhr, .isha: ByDay(IqamaRule(nil)),
            ]
        )
        #expect(configuration.audio.plan.ofOccasions == [.iqama: Recordings(directory.path + "/iqama.mp3")])
    }

    @Test func `khutbahs may count from Dhuhr or to Asr, also in an exception`() throws {
        let rules = try rules(
            """
            [jumuah]
            times = ["dhuhr+15m", "asr-45m", "13:15"]
            [[jumuah.when]]
            season = "winter"
            times = ["dhuhr"]
            """
        )
        #expect(
            rules.jumuah.times.values == [
                KhutbahRule([
                    .beside(.time(.dhuhr), seconds: 900), .beside(.time(.asr), seconds: -2700), .clock(47_700),
                ]),
                KhutbahRule([.beside(.time(.dhuhr), seconds: 0)]),
            ]
        )
        #expect(rules.jumuah.iqama == nil)
    }

    @Test(arguments: [
        ("times = [\"begins+15m\"]", "times: \"begins+15m\" is no time of a khutbah; write \"dhuhr+15m\""),
        ("times = [\"+15m\"]", "times: \"+15m\" is no time of a khutbah; write \"dhuhr+15m\""),
        ("times = [\"zuhr + 15\"]", "times: \"zuhr + 15\" is not a time on a clock; write \"dhuhr+15m\""),
        (
            "times = [\"asr+15m\"]",
            "times: \"asr+15m\" is no time of a khutbah; it is a time such as \"13:15\", or counts from Dhuhr or to Asr: \"dhuhr+15m\", \"asr-45m\""
        ),
        (
            "times = [\"iqama-15m\"]",
            "times: \"iqama-15m\" is no time of a khutbah; it is a time such as \"13:15\", or counts from Dhuhr or to Asr: \"dhuhr+15m\", \"asr-45m\""
        ),
        ("times = [\"soon\"]", "times: \"soon\" is not a time on a clock; write it as in \"13:15\" or \"dhuhr+15m\""),
        ("times = [\"dhuhr+15m\", \"dhuhr+15m\"]", "times has the same time twice"),
        (
            "iqama = \"+25m\"",
            "iqama: '+25m' is not a length of time; write it with its unit, for example \"5m\", \"90s\" or \"1h30m\"; did you mean \"25m\"?"
        ),
        ("iqama = \"3h\"", "iqama = \"3h\" is not between 1m and 2h"),
    ])
    func `of a Friday, what cannot be meant is answered with what to write`(line: String, words: String) throws {
        #expect(try faults("[jumuah]\n\(line)\n") == ["2: \(words)"])
    }

    @Test func `an exception may be of the days of Eid`() throws {
        var eid = DayCondition()
        eid.isEid = true
        var expected = ByDay(AdhanRule.at(.beside(.begins, seconds: 0)))
        expected.add(.off, when: eid)
        #expect(try rules("[[adhan.when]]\neid = true\nfajr = \"off\"\n").adhan == [.fajr: expected])
    }

    @Test(arguments: ["[iqama]\n", "[iqama]\nround = \"5m\"\nleast = \"10m\"\nchanges = \"friday\"\n"])
    func `a table without a time gives no prayer an iqama`(text: String) throws {
        #expect(try rules(text).iqama == [:])
    }

    @Test(
        arguments: [
            ("timetable", nil), ("Timetable", nil), ("off", IqamaRule(nil)),
            ("+15m", IqamaRule(.beside(.adhan, seconds: 900))),
            ("timetable, else +15m", IqamaRule(.beside(.adhan, seconds: 900), isFallback: true)),
            ("timetable, else 19:30", IqamaRule(.clock(70_200), isFallback: true)),
            ("timetable, else begins+1h30m", IqamaRule(.beside(.begins, seconds: 5400), isFallback: true)),
        ] as [(String, IqamaRule?)]
    )
    func `an iqama may be the timetable's, a rule's on days that it lacks, a rule's, or none`(
        text: String,
        rule: IqamaRule?
    ) throws {
        #expect(try rules("[iqama]\nisha = \"\(text)\"\n").iqama[.isha] == rule.map { ByDay($0) })
        #expect(try rules("[iqama]\nisha = { at = \"\(text)\" }\n").iqama[.isha] == rule.map { ByDay($0) })
        // In an exception the timetable's takes the place of a rule.
        let dated = try rules("[iqama]\nisha = \"20:00\"\n[[iqama.when]]\nramadan = true\nisha = \"\(text)\"\n")
        #expect(dated.iqama[.isha]?.values == [IqamaRule(.clock(72_000)), rule ?? .timetable])
    }

    @Test(
        arguments: [
            ("\"timetable\"", nil), ("\"off\"", KhutbahRule([])), ("[]", KhutbahRule([])),
            ("[\"13:15\"]", KhutbahRule([.clock(47_700)])),
            ("\"timetable, else 13:15\"", KhutbahRule([.clock(47_700)], isFallback: true)),
            (
                "\"timetable, else dhuhr+15m, 14:00\"",
                KhutbahRule([.beside(.time(.dhuhr), seconds: 900), .clock(50_400)], isFallback: true)
            ),
        ] as [(String, KhutbahRule?)]
    )
    func `khutbahs may be the timetable's, a list on Fridays that it lacks, a list, or none`(
        text: String,
        rule: KhutbahRule?
    ) throws {
        #expect(try rules("[jumuah]\ntimes = \(text)\n").jumuah.times == ByDay(rule))
    }

    @Test func `begins gives an adhan back`() throws {
        let rules = try rules("[adhan]\nfajr = \"off\"\n[[adhan.when]]\nramadan = true\nfajr = \"begins\"\n")
        #expect(rules.adhan[.fajr]?.values == [.off, .at(.beside(.begins, seconds: 0))])
    }

    @Test(
        arguments: [
            ("[iqama]\nisha = \"timetabel\"", "isha = \"timetabel\" is not known; did you mean \"timetable\"?"),
            (
                "[iqama]\nisha = \"timetable else 15\"",
                "isha = \"timetable else 15\" is not known; did you mean \"timetable, else +15m\"?"
            ),
            (
                "[iqama]\nisha = \"timetable, else 7.30 pm\"",
                "isha = \"timetable, else 7.30 pm\" is not known; did you mean \"timetable, else 19:30\"?"
            ),
            (
                "[iqama]\nisha = \"timetable, else +15m, +20m\"",
                "isha = \"timetable, else +15m, +20m\" is not known; did you mean \"timetable, else +15m\"?"
            ),
            (
                "[iqama]\nisha = \"timetable, else 8:00\"",
                "isha = \"timetable, else 8:00\" is 08:00 of 24 hours, when there is no isha; write \"20:00\""
            ),
            (
                "[iqama]\nisha = \"timetable, else off\"",
                "isha = \"timetable, else off\" is not known; did you mean \"timetable\"?"
            ),
            (
                "[jumuah]\ntimes = \"timetable, else 13:15, 13:15\"",
                "times = \"timetable, else 13:15, 13:15\" has the same time twice"
            ),
            (
                "[jumuah]\ntimes = \"none\"",
                "times = \"none\" is no list of times, for example [\"13:15\"]; \"off\" for none"
            ),
            ("[adhan]\nisha = \"timetable\"", "isha = \"timetable\" is no time of an adhan; write \"begins\""),
            (
                "[jumuah]\ntimes = \"timetable else 1.15 pm\"",
                "times = \"timetable else 1.15 pm\" is not known; did you mean \"timetable, else 13:15\"?"
            ),
            ("[jumuah]\ntimes = \"timetable, else asr\"", nil),
        ] as [(String, String?)]
    )
    func `what stands for the timetable and is written wrong is answered with what to write`(
        text: String,
        fault: String?
    ) throws {
        let found = try faults(text + "\n")
        #expect(fault.map { found == ["2: \($0)"] } ?? (found.count == 1), "\(found)")
    }

    @Test func `the other tables are read`() throws {
        let configuration = try load(
            """
            [jumuah]
            times = ["14:15", "13:15"]
            adhan = "both"
            iqama = "30m"
            first_adhan = "20m"
            khutbah = "25m"
            [tarhim]
            file = "tarhim.mp3"
            fajr = "6m"
            [reminders]
            adhan-maghrib = "10m"
            jumuah-2 = ["5m", "30m"]
            [ramadan]
            imsak = false
            suhoor = ["30m", "60m"]
            iftar_file = "iftar.mp3"
            iftar = "instead"
            [eid]
            fitr = ["08:00"]
            adha = ["09:00", "07:30"]
            [calculation]
            imsak = 15
            """
        )
        let rules = configuration.rules
        #expect(
            rules.jumuah.times == ByDay([51_300, 47_700]) && rules.jumuah.iqama == 1800 && rules.jumuah.call == .both
        )
        #expect(rules.jumuah.firstAdhan == 1200 && rules.jumuah.khutbah == 1500)
        #expect(rules.tarhim == [.fajr: ByDay(360)])
        #expect(rules.reminders == [.adhan(.maghrib): [600], .jumuah(2): [1800, 300]])
        #expect(!rules.ramadan.hasImsak && rules.ramadan.suhoor == [3600, 1800] && rules.ramadan.iftar == .instead)
        #expect(rules.ramadan.imsakMinutes == 15)
        #expect(rules.eid.fitr == [28_800] && rules.eid.adha == [27_000, 32_400] && rules.eid.takbir == nil)
        #expect(configuration.audio.plan.sounding == [.adhan, .jumuah, .firstAdhan, .tarhim, .iftar])
        #expect(configuration.audio.files.contains(directory.path + "/iftar.mp3"))
    }

    @Test func `each mistake is named with its line`() throws {
        #expect(
            try faults("[adhan]\nfajr = \"iqama - 15\"\nasr = \"adhan+5m\"\nzuhr = \"begins\"\n") == [
                "2: fajr: \"iqama - 15\" is not a time of the day; write it as in \"13:30\", \"begins+10m\", \"iqama-15m\" or \"sunrise-45m\"; did you mean \"iqama-15m\"?",
                "3: asr = \"adhan+5m\" counts from itself; count from the prayer's beginning, as in \"begins+10m\"",
                "4: unknown key 'zuhr' in [adhan]; did you mean 'dhuhr'?",
            ]
        )
        #expect(
            try faults("[[adhan.when]]\nfajr = \"off\"\n") == [
                "1: [[adhan.when]] has no condition; it needs days, season, ramadan, eid, or from and to"
            ]
        )
        #expect(
            try faults("[[iqama.when]]\nfrom = \"11-01\"\nfajr = \"off\"\n") == [
                "2: [[iqama.when]] needs both from and to; for once, write from with its year, as in 2026-12-05"
            ]
        )
        #expect(
            try faults("[[iqama.when]]\ndays = [\"fryday\"]\nfajr = \"off\"\n") == [
                "2: days: \"fryday\" is not a weekday; did you mean 'friday'?"
            ]
        )
        #expect(
            try faults("[jumuah]\ntimes = [\"1:15pm\"]\nkhutbah = \"5h\"\n") == [
                "2: times: \"1:15pm\" is not a time on a clock; write \"13:15\"",
                "3: khutbah = \"5h\" is not between 0s and 2h",
            ]
        )
        #expect(
            try faults("[jumuah]\ntimes = [\"1:15\"]\n[iqama]\nisha = \"8:00\"\n") == [
                "2: times: \"1:15\" is 01:15 of 24 hours, when there is no Jumu'ah; write \"13:15\"",
                "4: isha = \"8:00\" is 08:00 of 24 hours, when there is no isha; write \"20:00\"",
            ]
        )
        #expect(
            try faults("[iqama]\ndhuhr = 13.30\n") == [
                "2: dhuhr is the number 13.3, but it has to be a text in quotes; write dhuhr = \"13:30\""
            ]
        )
        #expect(try faults("[tarhim]\nfajr = \"6m\"\n") == ["1: [tarhim] needs a file to play"])
        #expect(
            try faults("[ramadan]\niftar = \"instead\"\n") == [
                "2: iftar says how iftar_file sounds, and there is no iftar_file"
            ]
        )
        #expect(try faults("[eid]\ntakbir = \"20m\"\n") == ["1: takbir needs takbir_file, the recording to play"])
        #expect(
            try faults("[reminders]\nadhan-fajr = [\"10s\"]\n") == ["2: adhan-fajr: \"10s\" is not between 1m and 6h"]
        )
    }

    @Test(arguments: [
        ("[adhan]\nmaghreb = \"begins\"\n", "2: unknown key 'maghreb' in [adhan]; did you mean 'maghrib'?"),
        ("[adhan]\nsobh = \"begins\"\n", "2: unknown key 'sobh' in [adhan]; did you mean 'fajr'?"),
        ("[jummah]\ntimes = []\n", "1: unknown key 'jummah'; did you mean 'jumuah'?"),
        ("[Jamaat]\n", "1: unknown key 'Jamaat'; did you mean 'iqama'?"),
        ("[reminders]\nfajr = \"10m\"\n", "2: unknown key 'fajr' in [reminders]; did you mean 'adhan-fajr'?"),
        (
            "[reminders]\niqamah-zuhr = \"10m\"\n",
            "2: unknown key 'iqamah-zuhr' in [reminders]; did you mean 'iqama-dhuhr'?"
        ),
        ("[reminders]\njumma = \"10m\"\n", "2: unknown key 'jumma' in [reminders]; did you mean 'jumuah-1'?"),
        (
            "[jumuah]\nadhan = \"zuhr\"\n",
            "2: adhan = \"zuhr\" is not known: it is one of dhuhr, khutbah, both; did you mean 'dhuhr'?"
        ),
        (
            "[iqama]\nasr = \"shuruk + 3 h\"\n",
            "2: asr: \"shuruk + 3 h\" is not a time of the day; write it as in \"13:30\", \"begins+10m\", \"sunrise-45m\" or \"+20m\"; did you mean \"sunrise+3h\"?"
        ),
        (
            "[iqama]\nfajr = \"10 min after\"\n",
            "2: fajr: \"10 min after\" is not a time of the day; write it as in \"13:30\", \"begins+10m\", \"sunrise-45m\" or \"+20m\"; did you mean \"+10m\"?"
        ),
        ("[iqama]\nround = 5\n", "2: round is the number 5, but it has to be a text in quotes; write round = \"5m\""),
        (
            "[iqama]\nround = 7\n",
            "2: round is the number 7, but it has to be a text in quotes; it is one of 1m, 5m, 10m, 15m, 30m"
        ),
        ("[iqama]\nround = \"7m\"\n", "2: round = \"7m\" is not known: it is one of 1m, 5m, 10m, 15m, 30m"),
        (
            "[iqama]\nleast = 10\n",
            "2: least is the number 10, but it has to be a text in quotes; write it with its unit: least = \"10m\""
        ),
        ("[iqama]\nfajr = 20\n", "2: fajr is the number 20, but it has to be a text in quotes; write fajr = \"+20m\""),
        (
            "[adhan]\nfajr = 20\n",
            "2: fajr is the number 20, but it has to be a text in quotes; write fajr = \"begins+20m\""
        ),
        (
            "[adhan]\nfajr = \"offf\"\n",
            "2: fajr: \"offf\" is not a time of the day; write it as in \"13:30\", \"begins+10m\", \"iqama-15m\" or \"sunrise-45m\"; did you mean \"off\"?"
        ),
        ("[adhan]\nfajr = false\n", "2: fajr is false, but it has to be a text in quotes; write fajr = \"off\""),
        (
            "[jumuah]\nkhutbah = \"20 min\"\n",
            "2: khutbah: '20 min' is not a length of time; write it with its unit, for example \"5m\", \"90s\" or \"1h30m\"; did you mean \"20m\"?"
        ),
        (
            "[jumuah]\ntimes = \"13:15\"\n",
            "2: times is the text '13:15', but it has to be a list of times, for example [\"13:15\"]; write it in brackets: times = [\"13:15\"]"
        ),
        (
            "[jumuah]\ntimes = [13.15]\n",
            "2: times is the list [13.15], but it has to be a list of times, for example [\"13:15\"]"
        ),
        (
            "[eid]\nfitr = [\"19:30\"]\n",
            "2: fitr: \"19:30\" is 19:30 of 24 hours, when there is no Eid prayer; write \"07:30\""
        ),
        (
            "[[iqama.when]]\nramadan = true\nfajr = { round = \"5m\" }\n",
            "3: fajr needs its time, as in fajr = { at = \"+20m\" }"
        ),
        ("[iqama]\nfajr = { round = \"5m\" }\n", "2: fajr needs its time, as in fajr = { at = \"+20m\" }"),
    ])
    func `a usual mistake is answered with what to write`(text: String, fault: String) throws {
        #expect(try faults(text) == [fault])
    }

    @Test(arguments: ["adhan", "iqama", "jumuah", "tarhim"])
    func `a fault in an exception is told once, beside the others`(table: String) throws {
        let setting = table == "jumuah" ? "times = [\"12:45\"]" : "fajr = \"10m\""
        let condition = "[\(table)]\nfile = \"a.mp3\"\n[[\(table).when]]\n"
        func told(_ text: String) throws -> [String] {
            try faults(condition + text).filter { !$0.contains("'file'") && !$0.contains("of the day") }
        }
        #expect(
            try told("days = [\"x\", \"jumma\"]\nseason = \"ramadan\"\nfajar = \"10m\"\n").prefix(4).map {
                $0.prefix(50)
            }
                == [
                    "4: days: \"x\" is not a weekday; it is one of sunday, monday, tuesday, wednesday, thursday, friday, saturday",
                    "4: days: \"jumma\" is not a weekday; did you mean 'friday'?",
                    "5: season = \"ramadan\" is not known: it is one of summer, winter; Ramadan is a condition of its own: write ramadan = true",
                    "6: unknown key 'fajar' in [[\(table).when]]; \(table == "jumuah" ? "known are" : "did you mean 'fajr'?")",
                ].map { $0.prefix(50) }
        )
        #expect(
            try told("from = \"2026-11-01\"\nto = \"02-28\"\n\(setting)\n") == [
                "5: from and to are not alike: write both with their year, for once, or neither, for each year"
            ]
        )
        #expect(
            try told("ramadan = true\n") == [
                "3: [[\(table).when]] changes nothing; write below it what is otherwise on these days"
            ]
        )
    }

    @Test(arguments: [
        ("from = \"2026-12-05\"", "2026-12-05", "9999-12-31"), ("to = \"2026-12-05\"", "0001-01-01", "2026-12-05"),
        ("from = \"2026-12-05\"\nto = \"2027-01-09\"", "2026-12-05", "2027-01-09"),
    ])
    func `from and to may have their year, and one of them is enough then`(text: String, first: String, last: String)
        throws
    {
        var condition = DayCondition()
        condition.span = .once(try CivilDate(first)...CivilDate(last))
        var isha = ByDay<IqamaRule>()
        isha.add(IqamaRule(.clock(19 * 3600 + 1800)), when: condition)
        #expect(try rules("[iqama]\n[[iqama.when]]\n\(text)\nisha = \"19:30\"\n").iqama[.isha] == isha)
    }

    @Test(arguments: [
        (
            "from = \"2026-12-05\"\nto = \"2026-12-04\"",
            "3: to = \"2026-12-04\" is before from = \"2026-12-05\"; write the earlier date into from"
        ),
        ("from = \"2027-02-29\"", "2: from: 2027 has no 29 February"),
        (
            "to = \"5 December\"",
            "2: to = \"5 December\" is no date; write month and day, as in \"04-01\", or the year, too: \"2026-12-05\""
        ),
        ("from = 2026-12-05", "2: from is a date or time without quotes, but it has to be a text in quotes"),
        (
            "to = \"12-05\"",
            "2: [[iqama.when]] needs both from and to; for once, write to with its year, as in 2026-12-05"
        ),
        (
            "from = \"12-05\"\nto = \"2026-12-31\"",
            "3: from and to are not alike: write both with their year, for once, or neither, for each year"
        ),
    ])
    func `wrong dates of an exception are told`(text: String, fault: String) throws {
        #expect(try faults("[[iqama.when]]\n\(text)\nisha = \"19:30\"\n") == [fault])
    }

    @Test func `weekdays may be shortened`() throws {
        var friday = DayCondition()
        friday.weekdays = [5, 4, 2]
        var adhan = ByDay(AdhanRule.at(.beside(.begins, seconds: 0)))
        adhan.add(.off, when: friday)
        #expect(
            try rules("[[adhan.when]]\ndays = [\"Fri\", \"thurs\", \"tue\"]\nfajr = \"off\"\n").adhan == [.fajr: adhan]
        )
    }
}
