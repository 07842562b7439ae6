import AdhanTestSupport
import Testing

@testable import AdhanCore

/// A year of plain days from 2026-11-21 on: Fajr 05:00, sunrise 07:00, Dhuhr 12:00, Asr 15:00, Maghrib 18:00, Isha 20:00 UTC.
@Suite struct `What the mosque's rules do unexpectedly` {
    private func remarks(
        _ written: Set<String> = [],
        in zone: ZoneRules = .utc,
        length: @escaping (Occasion) -> Duration? = { _ in nil },
        change: (inout PrayerDay) -> Void = { _ in },
        _ set: (inout MosqueRules) throws -> Void
    ) throws -> [String] {
        var rules = MosqueRules()
        try set(&rules)
        return try check(rules, written, in: zone, length: length, change: change).remarks.map {
            "\($0.key): \($0.words)"
        }
    }

    private func check(
        _ rules: MosqueRules = MosqueRules(),
        _ written: Set<String> = [],
        in zone: ZoneRules = .utc,
        length: @escaping (Occasion) -> Duration? = { _ in nil },
        change: (inout PrayerDay) -> Void = { _ in }
    ) throws -> RulesCheck {
        let first = try CivilDate("2026-11-21")
        let days = (0...365).map { number in
            var day = PrayerDay.plain(first.adding(days: number))
            change(&day)
            return day
        }
        return RulesCheck(rules, on: days, in: zone, written: written, length: length)
    }

    private func clock(_ text: String) throws -> ByDay<AdhanRule> { ByDay(.at(try TimeRule(text))) }

    @Test func `of no rules, and of rules that do what they say, nothing is told`() throws {
        #expect(try remarks { _ in }.isEmpty)
        let found = try remarks(["jumuah.khutbah", "iqama.fajr"], length: { _ in .minutes(3) }) {
            $0.adhan = [.fajr: try clock("iqama-15m"), .dhuhr: try clock("12:30"), .asr: ByDay(.off)]
            $0.iqama = [
                .fajr: ByDay(IqamaRule(try TimeRule("sunrise-45m"))), .asr: ByDay(IqamaRule(try TimeRule("+20m"))),
            ]
            ($0.jumuah.times, $0.jumuah.firstAdhan) = (ByDay([13 * 3600, 14 * 3600]), 1200)
            ($0.tarhim, $0.reminders) = ([.fajr: ByDay(600)], [.adhan(.maghrib): [600], .imsak: [300]])
        }
        #expect(found.isEmpty, "\(found)")
    }

    @Test func `an adhan that counts from an iqama that nobody knows`() throws {
        let found = try remarks(["adhan.fajr"]) { $0.adhan[.fajr] = try clock("iqama-15m") }
        #expect(
            found == [
                "adhan.fajr: the adhan of fajr counts from the iqama, and no iqama of fajr is known on every day; then it is called when the prayer begins; see [iqama]"
            ]
        )
        // Of Dhuhr the khutbah is known on Fridays.
        let dhuhr = try remarks {
            $0.adhan[.dhuhr] = try clock("iqama-15m")
            $0.jumuah.times = ByDay([13 * 3600])
        }
        #expect(
            dhuhr.first?.contains("is known on 314 days of the coming year, first on 2026-11-21; ") == true,
            "\(dhuhr)"
        )
    }

    @Test func `a fixed adhan before its prayer begins, after its time, and after its iqama`() throws {
        let summer = try CivilDate("2027-04-01")...CivilDate("2027-04-30")
        let found = try remarks(
            change: { day in
                guard summer.contains(day.date) else { return }
                day = .plain(day.date, dhuhr: 13 * 3600, asr: 16 * 3600)
            },
            { rules in
                rules.adhan = [
                    .dhuhr: try clock("12:30"), .asr: try clock("18:30"), .isha: try clock("21:00"),
                    // A wait that is sometimes too short for the rule is usual, one that always is does nothing.
                    .maghrib: try clock("iqama-15m"),
                ]
                rules.iqama[.isha] = ByDay(IqamaRule(try TimeRule("20:30")))
                rules.iqama[.maghrib] = ByDay(IqamaRule(try TimeRule("+10m")))
            }
        )
        #expect(
            found == [
                "adhan.dhuhr: the adhan of dhuhr is before the prayer begins on 30 days of the coming year, first on 2027-04-01; then it is called when the prayer begins",
                "adhan.asr: the adhan of asr is after the prayer's time has ended on every day; then it is called when the prayer begins",
                "adhan.maghrib: the adhan of maghrib is before the prayer begins on every day; then it is called when the prayer begins",
                "adhan.isha: the adhan of isha is after the iqama on every day; then it is called at the iqama",
            ]
        )
    }

    @Test(arguments: [
        ("04:50", 0, "is before the prayer begins", Self.none),
        ("07:30", 0, "is after the prayer's time has ended", Self.none),
        ("04:50", 300, "is before the prayer begins", "then it is 5m after the adhan"),
        ("+3h", 0, "is after the prayer's time has ended", Self.none),
        // There is no room for the least.
        ("+3h", 3600, "is after the prayer's time has ended", Self.none),
    ])
    func `an iqama that does not fit the prayer's time`(rule: String, least: Int, words: String, then: String) throws {
        let found = try remarks(
            ["iqama.fajr"],
            change: { if least == 3600 { $0 = .plain($0.date, sunrise: 5 * 3600 + 1800) } },
            { $0.iqama[.fajr] = ByDay(IqamaRule(try TimeRule(rule), least: least)) }
        )
        #expect(found == ["iqama.fajr: the iqama of fajr \(words) on every day; \(then)"])
    }

    private static let none =
        "then there is no iqama; write another time, or least = \"10m\" for 10 minutes after the adhan"

    @Test func `of the coming week the days are those of the week`() throws {
        var (rules, sunday) = (MosqueRules(), DayCondition())
        sunday.weekdays = [0]
        rules.iqama[.fajr] = ByDay()
        rules.iqama[.fajr]?.add(IqamaRule(.clock(8 * 3600)), when: sunday)
        let first = try CivilDate("2026-11-21")
        let check = RulesCheck(rules, on: (0..<8).map { .plain(first.adding(days: $0)) }, in: .utc)
        let words = "the iqama of fajr is after the prayer's time has ended on 2026-11-22"
        #expect(check.iqamaMisfits(.fajr).map(\.effect) == [words])
        #expect(check.iqamaMisfits(.fajr).map(\.exception) == [sunday], "the rule that is to be corrected")
    }

    /// What the config has, the prayers of which the timetable has an iqama, and those that are named.
    @Test(
        arguments: [
            (["iqama"], [], "fajr, dhuhr, asr, maghrib, isha"), ([], [], nil), (["iqama"], Prayer.called, nil),
            (["iqama", "iqama.fajr"], [.isha], "dhuhr, asr, maghrib"), (["iqama", "iqama.file"], Prayer.called, nil),
            (["iqama", "iqama.fajr", "iqama.dhuhr", "iqama.asr", "iqama.maghrib", "iqama.isha"], [], nil),
        ] as [(Set<String>, [Prayer], String?)]
    )
    func `a table that relied on minutes of the program is named until it is answered`(
        written: Set<String>,
        filed: [Prayer],
        open: String?
    ) throws {
        let found = try remarks(
            written,
            change: { day in for prayer in filed { day.iqama[prayer] = day[prayer] + .minutes(15) } },
            { _ in }
        )
        let lines = open?.split(separator: ", ").map { " iqama.\($0) timetable" }.joined() ?? ""
        let last = open?.split(separator: " ").last ?? ""
        let words =
            "neither [iqama] nor the timetable has an iqama of \(open ?? ""); write a time, as in \(last) = \"+15m\", or "
            + "none for now: sudo adhand config set\(lines)"
        #expect(found == (open == nil ? [] : ["iqama: \(words)"]))
    }

    /// The timetable has Asr's iqama at 15:20 until 31 December, then at 15:40, and khutbahs at 13:15.
    @Test(
        arguments: [
            (IqamaRule(.clock(55_800)), "replaces the timetable's 15:20 to 15:40 on every day"),
            (IqamaRule(nil), "takes away the timetable's 15:20 to 15:40 on every day"), (.timetable, nil),
            (IqamaRule(.clock(55_800), isFallback: true), nil),
        ] as [(IqamaRule, String?)]
    )
    func `a rule that replaces the timetable's iqama is named`(rule: IqamaRule, words: String?) throws {
        let turn = try CivilDate("2027-01-01")
        func found(_ set: (inout MosqueRules) -> Void) throws -> [String] {
            try remarks(
                ["iqama.asr", "iqama.when", "jumuah.times"],
                change: { day in
                    day.iqama[.asr] = day[.asr] + .minutes(day.date < turn ? 20 : 40)
                    day.jumuah = [day[.dhuhr] + .minutes(75)]
                },
                set
            )
        }
        let back = "; asr = \"timetable\" gives it back"
        #expect(
            try found { $0.iqama[.asr] = ByDay(rule) } == words.map { ["iqama.asr: [iqama] asr \($0)\(back)"] } ?? []
        )
        var from = DayCondition()
        from.span = .once(try CivilDate("2026-12-05")...CivilDate("2026-12-06"))
        let dated = try found { rules in
            rules.iqama[.asr] = ByDay()
            rules.iqama[.asr]?.add(rule, when: from)
        }
        let verb = words?.hasPrefix("takes") == true ? "takes away" : "replaces"
        let days = "\(verb) the timetable's 15:20 on 2 days of the coming year, first on 2026-12-05"
        #expect(dated == (words == nil ? [] : ["iqama.asr: [iqama] asr \(days)\(back)"]))
        let fridays =
            "jumuah.times: [jumuah] times replace the timetable's 13:15 on 52 Fridays of the coming year, first on 2026-11-27; times = \"timetable\" gives it back"
        #expect(try found { $0.jumuah.times = ByDay([13 * 3600]) } == [fridays])
        let none = fridays.replacing(" replace ", with: " take away ")
        #expect(try found { $0.jumuah.times = ByDay(KhutbahRule([])) } == [none])
    }

    @Test func `an iqama that is due while its adhan still sounds`() throws {
        func found(_ length: Duration?) throws -> [String] {
            try remarks(["iqama.maghrib"], length: { $0.isAdhan ? length : nil }) { rules in
                rules.iqama = [.maghrib: ByDay(IqamaRule(try TimeRule("+3m")))]
            }
        }
        #expect(
            try found(.seconds(251)) == [
                "iqama.maghrib: the iqama of maghrib is due while its adhan, which lasts 4m11s, still sounds on every day; then it waits for the adhan to end: write a later iqama"
            ]
        )
        #expect(try found(.minutes(3)).isEmpty && found(nil).isEmpty)
        // An adhan that is off sounds into nothing.
        let off = try remarks(["iqama.maghrib"], length: { _ in .seconds(251) }) { rules in
            rules.iqama = [.maghrib: ByDay(IqamaRule(try TimeRule("+3m")))]
            rules.adhan[.maghrib] = ByDay(.off)
        }
        #expect(off.isEmpty, "\(off)")
        // The timetable's own iqama is named, too.
        let theirs = try remarks(length: { _ in .seconds(251) }, change: { $0.iqama[.asr] = $0[.asr] }) { _ in }
        #expect(theirs.count == 1 && theirs.first?.hasPrefix("iqama.asr: the iqama of asr is due while") == true)
    }

    @Test func `a prayer that only the khutbah calls is called`() throws {
        let found = try remarks(["adhan.fajr"]) { rules in
            for prayer in Prayer.called { rules.adhan[prayer] = ByDay(.off) }
            rules.jumuah.times = ByDay([.clock(13 * 3600)])
            rules.jumuah.call = .khutbah
        }
        #expect(!found.contains { $0.contains("no prayer is called") }, "\(found)")
    }

    @Test func `a Maghrib that iftar announces in place of its adhan is called`() throws {
        var rules = MosqueRules()
        for prayer in Prayer.called where prayer != .maghrib { rules.adhan[prayer] = ByDay(.off) }
        rules.ramadan.iftar = .instead
        let fast = try CivilDate("2027-02-10")
        let days = MosqueTimetable(PlainSource(), MosqueRules()).days(fast...fast, in: .utc)
        let found = RulesCheck(rules, on: days, in: .utc).remarks.map(\.words)
        #expect(!found.contains { $0.contains("no prayer is called") }, "\(found)")
    }

    @Test func `a config by which no prayer is called`() throws {
        let found = try remarks(["adhan.fajr"]) { rules in
            for prayer in Prayer.called { rules.adhan[prayer] = ByDay(.off) }
        }
        #expect(found == ["adhan: no prayer is called on any day of the coming year, by [adhan]"])
        #expect(
            try remarks(["adhan.fajr"]) { rules in
                for prayer in Prayer.called where prayer != .isha { rules.adhan[prayer] = ByDay(.off) }
            }.isEmpty
        )
    }

    @Test func `an Eid prayer before sunrise`() throws {
        let found = try remarks(["eid.fitr"]) { $0.eid.fitr = [5 * 3600] }
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains("an Eid prayer is before sunrise on 20") == true, "\(found)")
        #expect(try remarks(["eid.fitr"]) { $0.eid.fitr = [8 * 3600] }.isEmpty)
    }

    @Test func `settings of a Friday without khutbahs`() throws {
        #expect(
            try remarks(["jumuah.first_adhan", "jumuah.khutbah"]) { $0.jumuah.firstAdhan = 1200 } == [
                "jumuah.first_adhan: [jumuah] first_adhan and khutbah do nothing, for no Friday has a khutbah: write when it begins, as in times = [\"13:15\"]"
            ]
        )
    }

    @Test func `khutbahs that overlap, calls in them, and a first adhan that is longer than its lead`() throws {
        let found = try remarks(["jumuah", "jumuah.first_adhan"], length: { _ in .seconds(200) }) { rules in
            rules.jumuah.times = ByDay([12 * 3600 + 1800, 12 * 3600 + 2400, 14 * 3600 + 3000])
            rules.jumuah.firstAdhan = 120
        }
        #expect(
            found == [
                "jumuah: a khutbah begins while the one before lasts, by khutbah = \"20m\", on 52 Fridays of the coming year, first on 2026-11-27; write a shorter khutbah, or other times",
                "jumuah: jumuah-2-adhan is due during a khutbah on 52 Fridays of the coming year, first on 2026-11-27; then it does not sound; if it should, write a shorter khutbah into [jumuah]",
                "jumuah: the adhan of asr is due during a khutbah on 52 Fridays of the coming year, first on 2026-11-27; then it does not sound; if it should, write a shorter khutbah into [jumuah]",
                "jumuah.first_adhan: [jumuah] first_adhan = \"2m\" is shorter than its recording, 3m20s: the khutbah ends it",
            ]
        )
        let late = try remarks(["adhan.dhuhr", "jumuah"]) { rules in
            rules.jumuah.times = ByDay([12 * 3600 + 1800])
            rules.adhan[.dhuhr] = try clock("12:45")
        }
        #expect(
            late == [
                "adhan.dhuhr: the adhan of dhuhr is after the first khutbah begins on 52 Fridays of the coming year, first on 2026-11-27; then it is called when that begins"
            ]
        )
        let early = try remarks(["jumuah"]) { $0.jumuah.times = ByDay([11 * 3600 + 1800]) }
        #expect(
            early == [
                "jumuah: the first khutbah begins before Dhuhr does on 52 Fridays of the coming year, first on 2026-11-27; write a later one, as in times = [\"dhuhr+15m\"]"
            ]
        )
        // [jumuah] times would not be used.
        let theirs = try remarks([], change: { $0.jumuah = [$0[.dhuhr] - .minutes(30)] }) { _ in }
        #expect(
            theirs == [
                "jumuah: the first khutbah begins before Dhuhr does on 52 Fridays of the coming year, first on 2026-11-27; have it corrected in the timetable"
            ],
            "\(theirs)"
        )
        let own = try remarks(["jumuah"]) {
            ($0.jumuah.times, $0.jumuah.call) = (ByDay([11 * 3600 + 1800]), .khutbah)
        }
        #expect(own == early)
    }

    @Test func `a timetable that has the Friday prayer, and no rule how long its khutbah is before it`() throws {
        func found(_ iqama: Int?) throws -> [String] {
            try remarks(change: { day in (day.jumuah, day.hasJumuahPrayers) = ([day[.dhuhr] + .hours(1)], true) }) {
                $0.jumuah.iqama = iqama
            }
        }
        #expect(try found(nil).count == 1)
        #expect(try found(nil).first?.hasPrefix("jumuah: the timetable says when the Friday prayer begins") == true)
        #expect(try found(1200).isEmpty)
    }

    @Test func `a Friday prayer that meets the next khutbah, or Asr`() throws {
        let found = try remarks(["jumuah.iqama", "jumuah.times"]) { rules in
            (rules.jumuah.times, rules.jumuah.iqama) = (ByDay([13 * 3600, 14 * 3600 + 1800]), 90 * 60)
        }
        #expect(
            found == [
                "jumuah.iqama: a khutbah begins before the prayer of the one before, by iqama, on 52 Fridays of the coming year, first on 2026-11-27; write a shorter iqama, or other times",
                "jumuah: a khutbah or its prayer is after Dhuhr's time has ended on 52 Fridays of the coming year, first on 2026-11-27; write an earlier one, as in times = [\"asr-45m\"]",
            ]
        )
        #expect(try remarks { ($0.jumuah.times, $0.jumuah.iqama) = (ByDay([13 * 3600, 14 * 3600]), 1500) }.isEmpty)
        #expect(
            try remarks(["jumuah.iqama"]) { $0.jumuah.iqama = 1500 } == [
                "jumuah.iqama: [jumuah] iqama does nothing, for no Friday has a khutbah: write when it begins, as in times = [\"13:15\"]"
            ]
        )
    }

    @Test func `of calls in a khutbah, those that are off or replaced are not named`() throws {
        let found = try remarks { rules in
            rules.jumuah.times = ByDay([14 * 3600 + 3000])
            rules.adhan[.asr] = ByDay(.off)
        }
        #expect(found.isEmpty, "\(found)")
    }

    @Test func `an adhan that sounds on into a khutbah, or for which the khutbah's own is missed`() throws {
        func found(_ minutes: Int, _ call: JumuahRules.Call, lasting length: Duration? = nil) throws -> [String] {
            try remarks(length: { $0 == .adhan(.dhuhr) ? length : nil }) { rules in
                (rules.jumuah.times, rules.jumuah.call) = (ByDay([12 * 3600 + minutes * 60]), call)
            }
        }
        let fridays = "on 52 Fridays of the coming year, first on 2026-11-27; "
        #expect(
            try found(4, .dhuhr) == [
                "jumuah: the adhan of dhuhr is less than 5m before a khutbah \(fridays)an adhan is never cut; for silence, let the khutbah begin later"
            ]
        )
        #expect(
            try found(6, .dhuhr, lasting: .seconds(400)) == [
                "jumuah: the adhan of dhuhr, which lasts 6m40s, sounds on into a khutbah \(fridays)an adhan is never cut; for silence, let the khutbah begin later"
            ]
        )
        #expect(
            try found(4, .both) == [
                "jumuah: the adhan of dhuhr is so soon before a khutbah that the khutbah's own adhan may be missed \(fridays)that one waits a minute at most; let the khutbah begin later"
            ]
        )
        #expect(try found(6, .dhuhr).isEmpty && found(6, .both).isEmpty)
        #expect(try found(4, .dhuhr, lasting: .minutes(3)).isEmpty)
        // The khutbah's replaces it.
        #expect(try found(4, .khutbah).isEmpty)
    }

    @Test func `a tarhim that begins before the prayer before it is called`() throws {
        let found = try remarks(
            change: { day in
                guard day.date.components.month == 6 else { return }
                day = .plain(day.date, fajr: 3600, isha: 86_400)
            },
            { $0.tarhim = [.fajr: ByDay(3600)] }
        )
        #expect(
            found == [
                "tarhim.fajr: the tarhim of fajr begins before the adhan of the prayer before on 29 days of the coming year, first on 2027-06-02; then that adhan ends it"
            ]
        )
    }

    @Test func `reminders of what never comes, and settings that nothing asks for`() throws {
        let written: Set = ["tarhim.file", "ramadan.imsak_file", "ramadan.iftar_lead", "eid.takbir", "reminders.file"]
        let found = try remarks(written) { rules in
            rules.reminders = [.iqama(.fajr): [600], .jumuah(1): [60]]
            rules.ramadan.hasImsak = false
        }
        #expect(
            found == [
                "reminders.iqama-fajr: [reminders] iqama-fajr does nothing: there is no iqama-fajr in the coming year",
                "reminders.jumuah-1: [reminders] jumuah-1 does nothing: there is no jumuah-1 in the coming year",
                "tarhim.file: [tarhim] file does nothing: no prayer has a tarhim, as in fajr = \"6m\"",
                "ramadan.imsak_file: [ramadan] imsak_file does nothing: imsak = false",
                "ramadan.iftar_lead: [ramadan] iftar_lead does nothing: it needs iftar_file, and not iftar = \"instead\"",
                "eid.takbir: [eid] takbir does nothing: no Eid prayer is set, as in fitr = [\"08:00\"]",
            ]
        )
        #expect(
            try remarks(["reminders.file"]) { _ in }
                == ["reminders.file: [reminders] file does nothing: no reminder is set, as in adhan-maghrib = \"10m\""]
        )
    }

    @Test func `an exception that never holds, or always, where the clocks never go ahead`() throws {
        func words(_ set: (inout DayCondition) throws -> Void) throws -> String? {
            var condition = DayCondition()
            try set(&condition)
            return try check().words(on: condition)
        }
        #expect(
            try words { $0.season = .summer }
                == "the clocks of UTC never go ahead, so season = \"summer\" is never"
        )
        #expect(
            try words { $0.season = .winter }
                == "the clocks of UTC never go ahead, so season = \"winter\" is every day"
        )
        #expect(try words { $0.isRamadan = true } == nil)
        // Ramadan is in February and March 2027.
        let spring = DayCondition.Span.yearly(try MonthDay("05-01"), try MonthDay("06-30"))
        #expect(
            try words { ($0.isRamadan, $0.span) = (true, spring) }
                == "this exception holds on no day of the coming year"
        )
        #expect(try words { ($0.weekdays, $0.span) = ([5], spring) } == nil)
        let today = try #require(check().days.first?.date)
        #expect(
            try words { $0.span = .once(CivilDate.first...today.adding(days: -1)) }
                == "this exception is over: its last day was \(today.adding(days: -1).inWords). It can be removed"
        )
        #expect(try words { $0.span = .once(CivilDate.first...today) } == nil)
    }

    @Test func `exceptions of Friday's tables that never apply`() throws {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([13 * 3600])
        let saturday = try Self.on([6]), friday = try Self.on([5])
        rules.iqama[.dhuhr] = ByDay(IqamaRule(try TimeRule("+20m")))
        rules.iqama[.dhuhr]?.add(IqamaRule(try TimeRule("+30m")), when: friday)
        let check = try check(rules)
        #expect(
            check.words(on: saturday, in: "jumuah")
                == "this exception holds on no Friday of the coming year, and [jumuah] is about Fridays only"
        )
        #expect(check.words(on: saturday, in: "iqama") == nil && check.words(on: friday, in: "jumuah") == nil)
        let words = try #require(check.words(on: friday, in: "iqama"))
        #expect(words.contains("the khutbah of [jumuah] takes the place of Dhuhr's iqama"), "\(words)")
        // Where no Friday has a khutbah, Dhuhr has its iqama.
        rules.jumuah.times = ByDay()
        #expect(try self.check(rules).words(on: friday, in: "iqama") == nil)
    }

    private static func on(_ weekdays: Set<Int>) throws -> DayCondition {
        var condition = DayCondition()
        condition.weekdays = weekdays
        return condition
    }

    @Test func `a tarhim and reminders of an adhan that is off`() throws {
        let found = try remarks(["tarhim.fajr", "reminders.adhan-fajr"]) { rules in
            rules.adhan[.fajr] = ByDay(.off)
            rules.tarhim = [.fajr: ByDay(600), .isha: ByDay(600)]
            rules.reminders = [.adhan(.fajr): [1200, 600], .iqama(.isha): [300]]
            rules.iqama[.isha] = ByDay(IqamaRule(try TimeRule("+20m")))
        }
        #expect(
            found == [
                "tarhim.fajr: the tarhim of fajr does not sound, since its adhan is off in [adhan], on every day; "
                    + "take it away, or have the adhan called",
                "reminders.adhan-fajr: the reminders of adhan-fajr do not come, since that adhan is off in [adhan], on every day; "
                    + "count from another occasion, as in iqama-fajr, or have the adhan called",
            ]
        )
    }

    @Test func `adhans that are due while the one before still sounds`() throws {
        func found(_ gap: Int) throws -> [String] {
            try remarks(length: { _ in .minutes(8) }) { rules in
                rules.adhan[.isha] = try clock("20:00")
                rules.adhan[.maghrib] = try clock("19:\(60 - gap)")
            }
        }
        #expect(try found(9).isEmpty)
        let late = "adhan.isha: the adhan of isha is due while the one before still sounds on every day; "
        #expect(try found(4) == [late + "then it begins late, when that one has ended"])
        #expect(
            try found(2)
                == [late + "then it is missed, for it may begin 5m late at most, by grace in [schedule]"]
        )
    }
}
