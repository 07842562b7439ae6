import AdhanTestSupport
import Testing

@testable import AdhanCore

/// A year of plain days from 2026-11-21 on: Fajr 05:00, sunrise 07:00, Dhuhr 12:00, Asr 15:00, Maghrib 18:00, Isha 20:00 UTC.
@Suite struct `What the mosque's rules do unexpectedly` {
    /// - Parameters:
    ///   - written: the keys of the config.
    ///   - length: of the recordings.
    ///   - change: of the timetable's days.
    private func remarks(
        _ written: Set<String> = [],
        length: @escaping (Occasion) -> Duration? = { _ in nil },
        change: (inout PrayerDay) -> Void = { _ in },
        _ set: (inout MosqueRules) throws -> Void
    ) throws -> [String] {
        try check(written, length: length, change: change, set).remarks.map { "\($0.key): \($0.words)" }
    }

    private func check(
        _ written: Set<String> = [],
        length: @escaping (Occasion) -> Duration? = { _ in nil },
        change: (inout PrayerDay) -> Void = { _ in },
        _ set: (inout MosqueRules) throws -> Void
    ) throws -> RulesCheck {
        var rules = MosqueRules()
        try set(&rules)
        let first = try CivilDate("2026-11-21")
        let days = (0...365).map { number in
            var day = PrayerDay.plain(first.adding(days: number))
            change(&day)
            return day
        }
        return RulesCheck(rules, on: days, in: .utc, written: written, length: length)
    }

    private func clock(_ text: String) throws -> ByDay<AdhanRule> { ByDay(.at(try TimeRule(text))) }
    private func iqama(_ text: String, least: Int = 0) throws -> ByDay<IqamaRule> {
        ByDay(IqamaRule(try TimeRule(text), least: least))
    }

    private func off(_ prayers: [Prayer]) -> [Prayer: ByDay<AdhanRule>] {
        Dictionary(uniqueKeysWithValues: prayers.map { ($0, ByDay(.off)) })
    }

    private func minutes(_ minutes: Int) -> (Occasion) -> Duration? { { _ in .minutes(minutes) } }

    private let fridays = "on 52 Fridays of the coming year, first on 2026-11-27"

    @Test func `of no rules, and of rules that do what they say, nothing is told`() throws {
        #expect(try remarks { _ in }.isEmpty)
        let found = try remarks(["jumuah.khutbah", "iqama.fajr"], length: minutes(3)) {
            $0.adhan = [.fajr: try clock("iqama-15m"), .dhuhr: try clock("12:30"), .asr: ByDay(.off)]
            $0.iqama = [.fajr: try iqama("sunrise-45m"), .asr: try iqama("+20m")]
            ($0.jumuah.times, $0.jumuah.firstAdhan) = (ByDay([13 * 3600, 14 * 3600]), 1200)
            ($0.tarhim, $0.reminders) = ([.fajr: ByDay(600)], [.adhan(.maghrib): [600], .imsak: [300]])
        }
        #expect(found.isEmpty, "\(found)")
    }

    // MARK: Adhans

    @Test func `an adhan that counts from an iqama that nobody knows`() throws {
        let found = try remarks(["adhan.fajr"]) { $0.adhan[.fajr] = try clock("iqama-15m") }
        let then = "then it is called when the prayer begins; see [iqama]"
        let words = "the adhan of fajr counts from the iqama, and no iqama of fajr is known on every day; \(then)"
        #expect(found == ["adhan.fajr: \(words)"])
        // Of Dhuhr the khutbah is known on Fridays.
        let dhuhr = try remarks { ($0.adhan[.dhuhr], $0.jumuah.times) = (try clock("iqama-15m"), ByDay([13 * 3600])) }
        #expect(dhuhr.first?.contains("is known on 314 days of the coming year, first on 2026-11-21; ") == true)
    }

    @Test func `a fixed adhan before its prayer begins, after its time, and after its iqama`() throws {
        let spring = try span("2027-04-01", "2027-04-30")
        let found = try remarks(
            change: {
                if spring.contains($0.date) { $0 = .plain($0.date, dhuhr: 13 * 3600, asr: 16 * 3600) }
            },
            { rules in
                rules.adhan = [
                    .dhuhr: try clock("12:30"), .asr: try clock("18:30"), .isha: try clock("21:00"),
                    // A wait that is sometimes too short for the rule is usual, one that always is does nothing.
                    .maghrib: try clock("iqama-15m"),
                ]
                rules.iqama = [.isha: try iqama("20:30"), .maghrib: try iqama("+10m")]
            }
        )
        let (then, early) = ("then it is called when the prayer begins", "is before the prayer begins on")
        #expect(
            found == [
                "adhan.dhuhr: the adhan of dhuhr \(early) 30 days of the coming year, first on 2027-04-01; \(then)",
                "adhan.asr: the adhan of asr is after the prayer's time has ended on every day; \(then)",
                "adhan.maghrib: the adhan of maghrib \(early) every day; \(then)",
                "adhan.isha: the adhan of isha is after the iqama on every day; then it is called at the iqama",
            ]
        )
    }

    @Test func `adhans that are due while the one before still sounds`() throws {
        let late = "adhan.isha: the adhan of isha is due while the one before still sounds on every day; "
        for (gap, words) in [
            (9, nil), (4, "then it begins late, when that one has ended"),
            (2, "then it is missed, for it may begin 5m late at most, by grace in [schedule]"),
        ] as [(Int, String?)] {
            let found = try remarks(length: minutes(8)) {
                ($0.adhan[.isha], $0.adhan[.maghrib]) = (try clock("20:00"), try clock("19:\(60 - gap)"))
            }
            #expect(found == (words.map { [late + $0] } ?? []))
        }
    }

    @Test func `a config by which no prayer is called`() throws {
        let words = "adhan: no prayer is called on any day of the coming year, by [adhan]"
        #expect(try remarks(["adhan.fajr"]) { $0.adhan = off(Prayer.called) } == [words])
        #expect(try remarks(["adhan.fajr"]) { $0.adhan = off([.fajr, .dhuhr, .asr, .maghrib]) }.isEmpty)
        // A prayer that only the khutbah calls is called.
        let friday = try remarks(["adhan.fajr"]) { rules in
            rules.adhan = off(Prayer.called)
            (rules.jumuah.times, rules.jumuah.call) = (ByDay([.clock(13 * 3600)]), .khutbah)
        }
        #expect(!friday.contains { $0.contains("no prayer is called") }, "\(friday)")
        // So is a Maghrib that iftar announces in place of its adhan.
        var rules = MosqueRules()
        (rules.adhan, rules.ramadan.iftar) = (off([.fajr, .dhuhr, .asr, .isha]), .instead)
        let days = MosqueTimetable(PlainSource(), MosqueRules()).days(try span("2027-02-10", "2027-02-10"), in: .utc)
        let fast = RulesCheck(rules, on: days, in: .utc).remarks.map(\.words)
        #expect(!fast.contains { $0.contains("no prayer is called") }, "\(fast)")
    }

    // MARK: Iqamas

    private static let none =
        "then there is no iqama; write another time, or least = \"10m\" for 10 minutes after the adhan"

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
            { $0.iqama[.fajr] = try iqama(rule, least: least) }
        )
        #expect(found == ["iqama.fajr: the iqama of fajr \(words) on every day; \(then)"])
    }

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
            (["iqama"], [], "fajr, dhuhr, asr, maghrib, isha"), ([], [], nil),
            (["iqama"], Prayer.called, nil),
            (["iqama", "iqama.fajr"], [.isha], "dhuhr, asr, maghrib"),
            (["iqama", "iqama.file"], Prayer.called, nil),
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
        let expected = words.map { ["iqama.asr: [iqama] asr \($0)\(back)"] } ?? []
        #expect(try found { $0.iqama[.asr] = ByDay(rule) } == expected)
        var from = DayCondition()
        from.span = .once(try span("2026-12-05", "2026-12-06"))
        let dated = try found { rules in
            rules.iqama[.asr] = ByDay()
            rules.iqama[.asr]?.add(rule, when: from)
        }
        let verb = words?.hasPrefix("takes") == true ? "takes away" : "replaces"
        let days = "\(verb) the timetable's 15:20 on 2 days of the coming year, first on 2026-12-05"
        #expect(dated == (words == nil ? [] : ["iqama.asr: [iqama] asr \(days)\(back)"]))
        let khutbahs =
            "jumuah.times: [jumuah] times replace the timetable's 13:15 \(fridays); times = \"timetable\" gives it back"
        #expect(try found { $0.jumuah.times = ByDay([13 * 3600]) } == [khutbahs])
        let none = khutbahs.replacing(" replace ", with: " take away ")
        #expect(try found { $0.jumuah.times = ByDay(KhutbahRule([])) } == [none])
    }

    @Test func `an iqama that is due while its adhan still sounds`() throws {
        let then = "then it waits for the adhan to end: write a later iqama"
        let words = "the iqama of maghrib is due while its adhan, which lasts 4m11s, still sounds on every day; \(then)"
        // An adhan that is off sounds into nothing.
        for (length, isOff, expected) in [
            (251, false, ["iqama.maghrib: \(words)"]), (180, false, []), (nil, false, []),
            (251, true, []),
        ] as [(Int?, Bool, [String])] {
            let found = try remarks(["iqama.maghrib"], length: { $0.isAdhan ? length.map { .seconds($0) } : nil }) {
                $0.iqama = [.maghrib: try iqama("+3m")]
                if isOff { $0.adhan[.maghrib] = ByDay(.off) }
            }
            #expect(found == expected)
        }
        // The timetable's own iqama is named, too.
        let theirs = try remarks(length: minutes(4), change: { $0.iqama[.asr] = $0[.asr] }, { _ in })
        #expect(theirs.count == 1 && theirs.first?.hasPrefix("iqama.asr: the iqama of asr is due while") == true)
    }

    // MARK: Fridays and Eids

    @Test func `an Eid prayer before sunrise`() throws {
        let found = try remarks(["eid.fitr"]) { $0.eid.fitr = [5 * 3600] }
        #expect(found.count == 1 && found[0].contains("an Eid prayer is before sunrise on 20"), "\(found)")
        #expect(try remarks(["eid.fitr"]) { $0.eid.fitr = [8 * 3600] }.isEmpty)
    }

    @Test func `settings of a Friday without khutbahs`() throws {
        let words = "for no Friday has a khutbah: write when it begins, as in times = [\"13:15\"]"
        let first = try remarks(["jumuah.first_adhan", "jumuah.khutbah"]) { $0.jumuah.firstAdhan = 1200 }
        #expect(first == ["jumuah.first_adhan: [jumuah] first_adhan and khutbah do nothing, \(words)"])
        let iqama = try remarks(["jumuah.iqama"]) { $0.jumuah.iqama = 1500 }
        #expect(iqama == ["jumuah.iqama: [jumuah] iqama does nothing, \(words)"])
    }

    @Test func `khutbahs that overlap, calls in them, and a first adhan that is longer than its lead`() throws {
        let found = try remarks(["jumuah", "jumuah.first_adhan"], length: { _ in .seconds(200) }) {
            rules in
            rules.jumuah.times = ByDay([12 * 3600 + 1800, 12 * 3600 + 2400, 14 * 3600 + 3000])
            rules.jumuah.firstAdhan = 120
        }
        let silent = "then it does not sound; if it should, write a shorter khutbah into [jumuah]"
        #expect(
            found == [
                "jumuah: a khutbah begins while the one before lasts, by khutbah = \"20m\", \(fridays); write a shorter khutbah, or other times",
                "jumuah: jumuah-2-adhan is due during a khutbah \(fridays); \(silent)",
                "jumuah: the adhan of asr is due during a khutbah \(fridays); \(silent)",
                "jumuah.first_adhan: [jumuah] first_adhan = \"2m\" is shorter than its recording, 3m20s: the khutbah ends it",
            ]
        )
        let late = try remarks(["adhan.dhuhr", "jumuah"]) {
            ($0.jumuah.times, $0.adhan[.dhuhr]) = (ByDay([12 * 3600 + 1800]), try clock("12:45"))
        }
        let words =
            "the adhan of dhuhr is after the first khutbah begins \(fridays); then it is called when that begins"
        #expect(late == ["adhan.dhuhr: \(words)"])
        // Of calls in a khutbah, those that are off are not named.
        let none = try remarks { ($0.jumuah.times, $0.adhan[.asr]) = (ByDay([14 * 3600 + 3000]), ByDay(.off)) }
        #expect(none.isEmpty, "\(none)")
    }

    @Test func `a khutbah that begins before Dhuhr does`() throws {
        let words = "jumuah: the first khutbah begins before Dhuhr does \(fridays); "
        for call in [JumuahRules.Call.dhuhr, .khutbah] {
            let own = try remarks(["jumuah"]) { ($0.jumuah.times, $0.jumuah.call) = (ByDay([11 * 3600 + 1800]), call) }
            #expect(own == [words + "write a later one, as in times = [\"dhuhr+15m\"]"])
        }
        // [jumuah] times would not be used.
        let theirs = try remarks(change: { $0.jumuah = [$0[.dhuhr] - .minutes(30)] }, { _ in })
        #expect(theirs == [words + "have it corrected in the timetable"])
    }

    @Test func `a timetable that has the Friday prayer, and no rule how long its khutbah is before it`() throws {
        func found(_ iqama: Int?) throws -> [String] {
            try remarks(change: { day in (day.jumuah, day.hasJumuahPrayers) = ([day[.dhuhr] + .hours(1)], true) }) {
                $0.jumuah.iqama = iqama
            }
        }
        let open = try found(nil)
        #expect(open.count == 1 && open[0].hasPrefix("jumuah: the timetable says when the Friday prayer begins"))
        #expect(try found(1200).isEmpty)
    }

    @Test func `a Friday prayer that meets the next khutbah, or Asr`() throws {
        let found = try remarks(["jumuah.iqama", "jumuah.times"]) {
            ($0.jumuah.times, $0.jumuah.iqama) = (ByDay([13 * 3600, 14 * 3600 + 1800]), 90 * 60)
        }
        let late = "write an earlier one, as in times = [\"asr-45m\"]"
        #expect(
            found == [
                "jumuah.iqama: a khutbah begins before the prayer of the one before, by iqama, \(fridays); write a shorter iqama, or other times",
                "jumuah: a khutbah or its prayer is after Dhuhr's time has ended \(fridays); \(late)",
            ]
        )
        #expect(try remarks { ($0.jumuah.times, $0.jumuah.iqama) = (ByDay([13 * 3600, 14 * 3600]), 1500) }.isEmpty)
    }

    @Test func `an adhan that sounds on into a khutbah, or for which the khutbah's own is missed`() throws {
        let (dhuhr, cut) = (
            "jumuah: the adhan of dhuhr",
            "an adhan is never cut; for silence, let the khutbah begin later"
        )
        let missed = "that one waits a minute at most; let the khutbah begin later"
        // Where the khutbah's adhan replaces that of Dhuhr, nothing is told.
        for (minutes, call, length, words) in [
            (4, .dhuhr, nil, " is less than 5m before a khutbah \(fridays); \(cut)"),
            (6, .dhuhr, 400, ", which lasts 6m40s, sounds on into a khutbah \(fridays); \(cut)"),
            (
                4, .both, nil,
                " is so soon before a khutbah that the khutbah's own adhan may be missed \(fridays); \(missed)"
            ),
            (6, .dhuhr, nil, nil), (6, .both, nil, nil), (4, .dhuhr, 180, nil), (4, .khutbah, nil, nil),
        ] as [(Int, JumuahRules.Call, Int?, String?)] {
            let found = try remarks(length: { $0 == .adhan(.dhuhr) ? length.map { .seconds($0) } : nil }) {
                ($0.jumuah.times, $0.jumuah.call) = (ByDay([12 * 3600 + minutes * 60]), call)
            }
            #expect(found == (words.map { [dhuhr + $0] } ?? []))
        }
    }

    // MARK: Lesser sounds

    @Test func `a tarhim that begins before the prayer before it is called`() throws {
        let found = try remarks(
            change: {
                if $0.date.components.month == 6 { $0 = .plain($0.date, fajr: 3600, isha: 86_400) }
            },
            { $0.tarhim = [.fajr: ByDay(3600)] }
        )
        let days = "on 29 days of the coming year, first on 2027-06-02; then that adhan ends it"
        #expect(found == ["tarhim.fajr: the tarhim of fajr begins before the adhan of the prayer before \(days)"])
    }

    @Test func `a tarhim and reminders of an adhan that is off`() throws {
        let found = try remarks(["tarhim.fajr", "reminders.adhan-fajr"]) { rules in
            (rules.adhan[.fajr], rules.iqama[.isha]) = (ByDay(.off), try iqama("+20m"))
            rules.tarhim = [.fajr: ByDay(600), .isha: ByDay(600)]
            rules.reminders = [.adhan(.fajr): [1200, 600], .iqama(.isha): [300]]
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
        let words = "reminders.file: [reminders] file does nothing: no reminder is set, as in adhan-maghrib = \"10m\""
        #expect(try remarks(["reminders.file"]) { _ in } == [words])
    }

    // MARK: Exceptions

    @Test func `an exception that never holds, or always, where the clocks never go ahead`() throws {
        let check = try check { _ in }
        let today = try #require(check.days.first?.date)
        let yesterday = today.adding(days: -1)
        // Ramadan is in February and March 2027.
        let spring = DayCondition.Span.yearly(try MonthDay("05-01"), try MonthDay("06-30"))
        let rows: [((inout DayCondition) -> Void, String?)] = [
            ({ $0.season = .summer }, "the clocks of UTC never go ahead, so season = \"summer\" is never"),
            ({ $0.season = .winter }, "the clocks of UTC never go ahead, so season = \"winter\" is every day"),
            ({ $0.isRamadan = true }, nil),
            ({ ($0.isRamadan, $0.span) = (true, spring) }, "this exception holds on no day of the coming year"),
            ({ ($0.weekdays, $0.span) = ([5], spring) }, nil),
            (
                { $0.span = .once(CivilDate.first...yesterday) },
                "this exception is over: its last day was \(yesterday.inWords). It can be removed"
            ),
            ({ $0.span = .once(CivilDate.first...today) }, nil),
        ]
        for (set, words) in rows {
            var condition = DayCondition()
            set(&condition)
            #expect(check.words(on: condition) == words)
        }
    }

    @Test func `exceptions of Friday's tables that never apply`() throws {
        var (saturday, friday) = (DayCondition(), DayCondition())
        (saturday.weekdays, friday.weekdays) = ([6], [5])
        func words(_ condition: DayCondition, in table: String, khutbahs: [Int] = [13 * 3600]) throws
            -> String?
        {
            try check { rules in
                (rules.jumuah.times, rules.iqama[.dhuhr]) = (ByDay(khutbahs), try iqama("+20m"))
                if khutbahs.isEmpty { rules.jumuah.times = ByDay() }
                rules.iqama[.dhuhr]?.add(IqamaRule(try TimeRule("+30m")), when: friday)
            }.words(on: condition, in: table)
        }
        let none = "this exception holds on no Friday of the coming year, and [jumuah] is about Fridays only"
        #expect(try words(saturday, in: "jumuah") == none)
        #expect(try words(saturday, in: "iqama") == nil && words(friday, in: "jumuah") == nil)
        let place = "the khutbah of [jumuah] takes the place of Dhuhr's iqama"
        #expect(try words(friday, in: "iqama")?.contains(place) == true)
        // Where no Friday has a khutbah, Dhuhr has its iqama.
        #expect(try words(friday, in: "iqama", khutbahs: []) == nil)
    }
}
