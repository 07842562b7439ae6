import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanSupport

/// The tables from which the mosque's rules for its day are made.
@Suite struct DayRulesConfigTests {
    private let rig: ConfigRig

    init() throws { rig = try ConfigRig() }

    private func load(_ text: String) throws -> Configuration { try rig.load(text) }

    private func rules(_ text: String) throws -> MosqueRules { try load(text).rules }

    @Test func `without a table there are no rules`() throws {
        let configuration = try load("")
        #expect(configuration.rules == MosqueRules() && configuration.audio.plan.sounding == [.adhan])
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
        #expect(configuration.audio.plan.ofOccasions == [.iqama: Recordings(rig.directory.file("iqama.mp3"))])
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
        let usual: [TimeRule] = [
            .beside(.time(.dhuhr), seconds: 900), .beside(.time(.asr), seconds: -2700), .clock(47_700),
        ]
        let winter = KhutbahRule([.beside(.time(.dhuhr), seconds: 0)])
        #expect(rules.jumuah.times.values == [KhutbahRule(usual), winter] && rules.jumuah.iqama == nil)
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
    ) throws { #expect(try rules("[jumuah]\ntimes = \(text)\n").jumuah.times == ByDay(rule)) }

    @Test func `begins gives an adhan back`() throws {
        let rules = try rules("[adhan]\nfajr = \"off\"\n[[adhan.when]]\nramadan = true\nfajr = \"begins\"\n")
        #expect(rules.adhan[.fajr]?.values == [.off, .at(.beside(.begins, seconds: 0))])
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
        #expect(rules.jumuah.times == ByDay([51_300, 47_700]) && rules.jumuah.call == .both)
        #expect(rules.jumuah.iqama == 1800 && rules.jumuah.firstAdhan == 1200 && rules.jumuah.khutbah == 1500)
        #expect(rules.tarhim == [.fajr: ByDay(360)])
        #expect(rules.reminders == [.adhan(.maghrib): [600], .jumuah(2): [1800, 300]])
        #expect(!rules.ramadan.hasImsak && rules.ramadan.suhoor == [3600, 1800] && rules.ramadan.iftar == .instead)
        #expect(rules.ramadan.imsakMinutes == 15)
        #expect(rules.eid.fitr == [28_800] && rules.eid.adha == [27_000, 32_400] && rules.eid.takbir == nil)
        #expect(configuration.audio.plan.sounding == [.adhan, .jumuah, .firstAdhan, .tarhim, .iftar])
        #expect(configuration.audio.files.contains(rig.directory.file("iftar.mp3")))
    }

    @Test(arguments: ["adhan", "iqama", "jumuah", "tarhim"])
    func `a fault in an exception is told once, beside the others`(table: String) throws {
        let setting = table == "jumuah" ? "times = [\"12:45\"]" : "fajr = \"10m\""
        func told(_ text: String) throws -> [String] {
            try rig.faults("[\(table)]\nfile = \"a.mp3\"\n[[\(table).when]]\n\(text)")
                .filter { !$0.contains("'file'") && !$0.contains("of the day") }
        }
        let hint = table == "jumuah" ? "known are" : "did you mean 'fajr'?"
        let beginnings = [
            "F:4: days: \"x\" is not a weekday; it is one of sunday, ",
            "F:4: days: \"jumma\" is not a weekday; did you mean 'friday'?",
            "F:5: season = \"ramadan\" is not known: it is one of summer, winter; Ramadan is a condition of its own: ",
            "F:6: unknown key 'fajar' in [[\(table).when]]; \(hint)",
        ]
        let all = try told("days = [\"x\", \"jumma\"]\nseason = \"ramadan\"\nfajar = \"10m\"\n")
        #expect(all.count >= 4 && zip(all, beginnings).allSatisfy { $0.hasPrefix($1) }, "\(all)")
        let unlike = "from and to are not alike: write both with their year, for once, or neither, for each year"
        #expect(try told("from = \"2026-11-01\"\nto = \"02-28\"\n\(setting)\n") == ["F:5: \(unlike)"])
        let nothing = "[[\(table).when]] changes nothing; write below it what is otherwise on these days"
        #expect(try told("ramadan = true\n") == ["F:3: \(nothing)"])
    }

    @Test(arguments: [
        ("from = \"2026-12-05\"", "2026-12-05", "9999-12-31"), ("to = \"2026-12-05\"", "0001-01-01", "2026-12-05"),
        ("from = \"2026-12-05\"\nto = \"2027-01-09\"", "2026-12-05", "2027-01-09"),
    ])
    func `from and to may have their year, and one is enough then`(text: String, first: String, last: String) throws {
        var condition = DayCondition()
        condition.span = .once(try CivilDate(first)...CivilDate(last))
        var isha = ByDay<IqamaRule>()
        isha.add(IqamaRule(.clock(19 * 3600 + 1800)), when: condition)
        #expect(try rules("[iqama]\n[[iqama.when]]\n\(text)\nisha = \"19:30\"\n").iqama[.isha] == isha)
    }

    @Test func `an exception may be of the days of Eid, and weekdays may be shortened`() throws {
        var (eid, days) = (DayCondition(), DayCondition())
        (eid.isEid, days.weekdays) = (true, [5, 4, 2])
        for (line, condition) in [("eid = true", eid), ("days = [\"Fri\", \"thurs\", \"tue\"]", days)] {
            var fajr = ByDay(AdhanRule.at(.beside(.begins, seconds: 0)))
            fajr.add(.off, when: condition)
            #expect(try rules("[[adhan.when]]\n\(line)\nfajr = \"off\"\n").adhan == [.fajr: fajr])
        }
    }
}
