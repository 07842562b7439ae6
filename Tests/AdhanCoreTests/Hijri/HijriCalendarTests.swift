import AdhanTestSupport
import AdhanCore
import Testing

/// Umm al-Qura's calendar with a mosque's declarations.
@Suite struct HijriCalendarTests {
    private func hijri(_ date: String, _ calendar: HijriCalendar = .ummAlQura) throws -> String {
        try #require(calendar.date(try CivilDate(date))).description
    }

    /// First days of months as published by the authorities of Saudi Arabia.
    @Test(arguments: [
        ("2025-03-01", "1446-09-01"), ("2025-06-26", "1447-01-01"), ("2026-02-17", "1447-08-29"),
        ("2026-02-18", "1447-09-01"), ("2026-03-19", "1447-09-30"), ("2026-03-20", "1447-10-01"),
        ("2026-06-16", "1448-01-01"), ("2026-11-21", "1448-06-11"),
    ])
    func `Umm al-Qura's days`(date: String, hijri expected: String) throws { #expect(try hijri(date) == expected) }

    @Test func `a Ramadan seen a day later does not move the months after it, unless one is declared`() throws {
        let seen = try HijriCalendar.with(["1447-09": "2026-02-19"])
        let both = try HijriCalendar.with(["1447-09": "2026-02-19", "1447-10": "2026-03-21"])
        for (calendar, date, expected) in [
            (seen, "2026-02-18", "1447-08-30"), (seen, "2026-02-19", "1447-09-01"), (seen, "2026-03-19", "1447-09-29"),
            (seen, "2026-03-20", "1447-10-01"), (both, "2026-03-20", "1447-09-30"), (both, "2026-03-21", "1447-10-01"),
        ] { #expect(try hijri(date, calendar) == expected) }
        for month in try (HijriMonth("1447-10")...HijriMonth("1448-12")) {
            #expect(seen.start(of: month) == HijriCalendar.ummAlQura.start(of: month))
        }
    }

    @Test func `a month that would have 28 days moves the next one, no further than necessary`() throws {
        // In Umm al-Qura's calendar Dhu al-Qa'da of 1447 has 30 days, the two after it 29 and 30.
        var pushed = 0
        for month in try HijriMonth("1446-01")...HijriMonth("1449-12") {
            let own = HijriCalendar.ummAlQura
            let length = own.start(of: month).distance(to: own.start(of: month.advanced(by: 1)))
            let before = own.start(of: month.advanced(by: -1)).distance(to: own.start(of: month))
            guard length == 29, before == 29 else { continue }
            pushed += 1
            let late = try HijriCalendar(declared: [month: own.start(of: month).adding(days: 1)])
            let next = month.advanced(by: 1)
            #expect(late.start(of: month).distance(to: late.start(of: next)) == 29)
            #expect(late.start(of: month.advanced(by: 8)) == own.start(of: month.advanced(by: 8)))
        }
        #expect(pushed > 0)
    }

    @Test func `every day of two hundred years follows the one before`() throws {
        let seen = try HijriCalendar.with(["1447-09": "2026-02-19", "1448-09": "2027-02-08"])
        var last = try #require(seen.date(try CivilDate("1950-01-01")))
        for date in try CivilDate("1950-01-02")...CivilDate("2060-01-01") {
            let next = try #require(seen.date(date))
            let follows =
                next.month == last.month ? next.day == last.day + 1 : next.day == 1 && (29...30).contains(last.day)
            #expect(follows, "\(date): \(next) after \(last)")
            last = next
        }
    }

    @Test(arguments: [
        (
            "1447-09", "2026-03-19",
            "1447-09 cannot begin on 2026-03-19: in Umm al-Qura's calendar it begins on 2026-02-18"
        ),
        ("1447-10", "2026-03-18", "1447-09 would have 28 days"),
        ("1447-10", "2026-03-21", "1447-09 would have 31 days"),
        ("1448-09", "2027-02-09", "too; write 1448-07 = \"2026-12-11\" and 1448-08 = \"2027-01-10\""),
    ])
    func `an impossible declaration is rejected`(month: String, date: String, sentence: String) throws {
        let words = AdhanCoreTests.refusal { try HijriCalendar.with([month: date]) }
        #expect(words.contains(sentence), "\(words)")
        // Two days that cannot both be right are for a person to correct.
        let both = AdhanCoreTests.refusal {
            try HijriCalendar.with(["1447-09": "2026-02-18", "1447-10": "2026-03-21"])
        }
        #expect(both.contains("would have 31 days, and a month has 29 or 30; correct one"))
    }

    @Test func `what a refused declaration proposes is accepted, for every month of 40 years`() throws {
        for month in try HijriMonth("1440-01")...HijriMonth("1480-12") {
            for days in [-1, 1] {
                let date = HijriCalendar.ummAlQura.start(of: month).adding(days: days)
                guard case .wrongLength(_, _, let mend)? = refusal(of: [month: date]) else { continue }
                #expect(!mend.isEmpty && mend.map(\.month) == mend.map(\.month).sorted())
                let declared = Dictionary(uniqueKeysWithValues: mend.map { ($0.month, $0.date) } + [(month, date)])
                #expect(refusal(of: declared) == nil)
            }
        }
    }

    private func refusal(of declared: [HijriMonth: CivilDate]) -> HijriFault? {
        do {
            _ = try HijriCalendar(declared: declared)
            return nil
        } catch { return error }
    }

    @Test(arguments: ["", "1447", "1447-13", "1447-00", "1447-9", "0001-01", "1601-01", "١٤٤٧-٠٩", "1447-09-01"])
    func `an invalid month is rejected and quoted`(text: String) throws {
        #expect(throws: HijriFault.noSuchMonth(text)) { try HijriMonth(text) }
    }

    @Test(arguments: ["0001-03-01", "1800-03-01", "2400-03-01", "9999-12-31"])
    func `outside the known years there is no date`(date: String) throws {
        #expect(HijriCalendar.ummAlQura.date(try CivilDate(date)) == nil)
    }

    @Test func `every known day converts to its Hijri date and back`() throws {
        let calendar = try HijriCalendar.with(["1447-09": "2026-02-19"])
        var expected = calendar.start(of: try HijriMonth("1300-01"))
        #expect(expected == (try CivilDate("1882-11-12")))
        for month in try HijriMonth("1300-01")...HijriMonth("1600-12") {
            let length = calendar.start(of: month).distance(to: calendar.start(of: month.advanced(by: 1)))
            for day in 1...length {
                let hijri = HijriDate(month: month, day: day)
                let back = try calendar.day(of: hijri)
                guard back == expected, calendar.date(back) == hijri else {
                    Issue.record("\(hijri) is \(back), expected \(expected)")
                    return
                }
                expected = expected.adding(days: 1)
            }
            guard length < 30 else { continue }
            let thirtieth = HijriDate(month: month, day: 30)
            #expect(throws: HijriFault.noSuchDay(thirtieth)) { try calendar.day(of: thirtieth) }
        }
        #expect(expected == (try CivilDate("2174-11-26")))
    }

    @Test(arguments: [
        ("1447-9-1", HijriFault.noSuchDate("1447-9-1")), ("1447-13-01", .noSuchDate("1447-13-01")),
        ("1447-09-31", .noSuchDate("1447-09-31")), ("1447-09-00", .noSuchDate("1447-09-00")),
        ("", .noSuchDate("")), ("1447-09", .noSuchDate("1447-09")), ("1447-09-+1", .noSuchDate("1447-09-+1")),
        ("١٤٤٧-٠٩-٠١", .noSuchDate("١٤٤٧-٠٩-٠١")), ("1299-12-29", .unknownYear(1299)),
        ("1601-01-01", .unknownYear(1601)),
    ])
    func `an invalid Hijri date is rejected and quoted`(text: String, fault: HijriFault) {
        #expect(throws: fault) { try HijriDate(text) }
    }

    @Test func `the timetable's Hijri date counts, except in months that the mosque has declared`() throws {
        func said(_ date: String, _ hijri: String, _ calendar: HijriCalendar) throws -> String? {
            var day = PrayerDay.plain(try CivilDate(date))
            day.hijri = try HijriDate(hijri)
            return calendar.date(of: day)?.description
        }
        #expect(try HijriCalendar.ummAlQura.date(of: .plain("2026-02-18"))?.description == "1447-09-01")
        // Declared as in Umm al-Qura's calendar: the timetable's different date counts neither on the first day nor on
        // the day before. Nobody has declared Sha'ban. Then declared a day later.
        let declared = try HijriCalendar.with(["1447-09": "2026-02-18"])
        let later = try HijriCalendar.with(["1447-09": "2026-02-19"])
        for (date, timetable, calendar, expected) in [
            ("2026-02-18", "1447-08-30", .ummAlQura, "1447-08-30"),
            ("2026-02-18", "1447-08-30", declared, "1447-09-01"),
            ("2026-02-17", "1447-09-01", declared, "1447-08-29"), ("2026-02-16", "1447-08-29", declared, "1447-08-29"),
            ("2026-02-18", "1447-09-01", later, "1447-08-30"), ("2026-03-25", "1447-10-07", later, "1447-10-07"),
        ] as [(String, String, HijriCalendar, String)] { #expect(try said(date, timetable, calendar) == expected) }
    }

    @Test func `the date of an evening is the next day's where the day ends at Maghrib`() throws {
        // Plain days: Maghrib at 18:00. Ramadan begins on 18 February.
        let (day, next) = (try PrayerDay.plain("2026-02-17"), try PrayerDay.plain("2026-02-18"))
        var calendar = HijriCalendar.ummAlQura
        func dates(before next: PrayerDay?) throws -> [String?] {
            try [(17, 59), (18, 0), (23, 59)].map {
                calendar.date(at: try .utc("2026-02-17", $0.0, $0.1), of: day, before: next)?.description
            }
        }
        #expect(try dates(before: next) == ["1447-08-29", "1447-08-29", "1447-08-29"])
        calendar.turn = .maghrib
        #expect(try dates(before: next) == ["1447-08-29", "1447-09-01", "1447-09-01"])
        // A declaration leaves that as it is.
        let start = try #require(HijriStart("1447-09-01=2026-02-19"))
        #expect(try calendar.declaring(start).turn == .maghrib)
        #expect(try dates(before: nil) == ["1447-08-29", "1447-09-01", "1447-09-01"])
        // The timetable knows another beginning.
        var other = next
        other.hijri = try HijriDate("1447-08-30")
        #expect(try dates(before: other) == ["1447-08-29", "1447-08-30", "1447-08-30"])
    }

    @Test func `an outlook has a Friday, the next beginning of Ramadan and both Eids`() throws {
        let spans = HijriCalendar.ummAlQura.outlook(after: try CivilDate("2026-11-24"))
        #expect(
            spans.map { "\($0.lowerBound)…\($0.upperBound)" } == [
                "2026-11-25…2026-12-01", "2027-02-06…2027-02-10", "2027-03-07…2027-03-11", "2027-05-14…2027-05-18",
            ]
        )
        // In Ramadan the next one is a year away.
        let later = HijriCalendar.ummAlQura.outlook(after: try CivilDate("2027-02-20"))
        #expect(later.map(\.lowerBound.components.year) == [2027, 2027, 2027, 2028, 2028])
    }
}
