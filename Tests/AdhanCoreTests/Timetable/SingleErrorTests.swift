import AdhanTestSupport
import Testing

@testable import AdhanCore

/// One error in a file has no other consequences.
@Suite struct `One error in a timetable` {
    private let london: PrayerCalculator

    init() throws { london = try .london() }

    private func judged(_ text: String) throws -> (verdict: TimetableCheck.Verdict, faults: [String], days: [FileDay]) {
        let written = try MosqueFile.year(text)
        let days = written.forCheck(in: london.zone).days
        let verdict = TimetableCheck(london).verdict(on: days)
        return (verdict, (written.faults(beside: verdict) + verdict.faults).map(\.sentence), days)
    }

    @Test func `in Dhuhr moves no Isha that is after midnight`() throws {
        let rows = (1...30).map { day in
            "2026-06-\(day.padded(to: 2)),01:25,04:43,\(day == 17 ? "01:05" : "13:05"),17:25,21:24,01:02"
        }
        let found = try judged((["date,fajr,sunrise,dhuhr,asr,maghrib,isha"] + rows).joined(separator: "\n"))
        #expect(
            found.verdict.faults.count == 1 && found.verdict.faults[0].sentence.hasPrefix("Dhuhr"),
            "\(found.faults)"
        )
        let isha = try #require(found.verdict.accepted.first { $0.isOn("2026-06-17") })[.isha]
        #expect(london.zone.formatted(isha) == "2026-06-18T01:02:00+01:00")
    }

    @Test func `in an adhan makes no fault of the congregation that follows the right one`() throws {
        func faults(_ broken: String, _ with: String) throws -> [String] {
            try judged(MosqueFile.good.replacing(broken, with: with)).faults
        }
        let revived = try faults("\"05:41\", \"jamaah\": \"06:30\"", "\"06:41\", \"jamaah\": \"06:30\"")
        #expect(revived.count == 1 && revived[0].hasPrefix("Fajr 06:41"), "\(revived)")
        // One that precedes the right adhan, too, stays a fault.
        let both = try faults("\"14:28\", \"jamaah\": \"15:15\"", "\"11:28\", \"jamaah\": \"08:15\"")
        #expect(both.count == 2 && both.contains { $0.hasPrefix("the iqama of asr") }, "\(both)")
    }

    @Test func `in Fajr loses no imsak, in the check or in the file that is written anew`() throws {
        let days = MosqueFile.days(london).prefix(60).map(\.day)
        func clock(_ index: Int, _ minutes: Int) -> String {
            london.zone.clockText(days[index][.fajr] - .minutes(minutes))
        }
        /// With other texts for Fajr and imsak on the day 30.
        func file(_ fajr: String?, _ imsak: String? = nil) -> String {
            let rows = days.enumerated().map { row, day in
                let times = Prayer.allCases.map { london.zone.clockText(day[$0]) }
                let own = [row == 30 ? fajr ?? times[0] : times[0]] + times.dropFirst()
                let early = row == 30 ? imsak ?? clock(row, 10) : clock(row, 10)
                return ([day.date.description] + own + [early]).joined(separator: ",")
            }
            return (["date,fajr,sunrise,dhuhr,asr,maghrib,isha,imsak"] + rows).joined(separator: "\n")
        }
        for fajr in [clock(30, 60), "x"] {
            let (verdict, faults, judged) = try judged(file(fajr))
            #expect(verdict.accepted[30].imsak.map { london.zone.clockText($0) } == clock(30, 10), "\(fajr)")
            #expect(faults.count == 1 && faults[0].lowercased().hasPrefix("fajr"), "\(faults)")
            #expect(TimetableText(judged, in: london.zone).imsak(of: judged[30]) == clock(30, 10))
        }
        // One that is after the right Fajr, too, stays a fault, and is none.
        let late = try judged(file(nil, "09:30"))
        #expect(late.verdict.accepted[30].imsak == nil && late.faults.count - late.verdict.faults.count == 1)
    }

    @Test func `is not said to be used on days that are not used`() throws {
        let verdict = TimetableCheck(london).verdict(on: try MosqueFile.exchangingDayAndMonth(london))
        let used = Set(verdict.accepted.map(\.date))
        #expect(used.count < 300)
        let said = verdict.remarks.filter { $0.through != nil && $0.sentence.contains("it is used. Correct it") }
        #expect(said.allSatisfy { $0.date.map { used.contains($0) } == true }, "\(said.prefix(2))")
    }
}

/// Where twilight does not end, Isha and the next day's Fajr come close, and may meet.
@Suite struct `The night between two days of a timetable` {
    private let rochdale: PrayerCalculator
    /// The year 2026. In summer, Isha and the next Fajr are in the middle of the night, as some authorities print it.
    private let days: [FileDay]

    init() throws {
        let rochdale = try PrayerCalculator.at(53.6097, -2.1561, "Europe/London", .isna)
        self.rochdale = rochdale
        let summer = try span("2026-05-15", "2026-07-28")
        func middle(_ date: CivilDate) -> Instant {
            let (day, next) = (rochdale.day(date), rochdale.day(date.adding(days: 1)))
            let half = day[.maghrib].duration(to: next[.sunrise]) / 2
            return Instant(seconds: Int64(((day[.maghrib] + half).inSeconds / 60).rounded()) * 60)
        }
        days = MosqueFile.days(rochdale) { plain in
            var day = plain
            if summer.contains(day.date) { day = day.moving(.isha, by: middle(day.date) - day[.isha]) }
            let eve = day.date.adding(days: -1)
            return summer.contains(eve) ? day.moving(.fajr, by: middle(eve) - day[.fajr]) : day
        }
    }

    private func moved(_ prayer: Prayer, on date: String, by minutes: Int) -> [FileDay] {
        days.map { $0.day.isOn(date) ? $0.moving(prayer, by: .minutes(minutes)) : $0 }
    }

    @Test func `is in order where Isha and the next Fajr are the same minute, and each day is the file's`() throws {
        let verdict = TimetableCheck(rochdale).verdict(on: days)
        #expect(verdict.faults.isEmpty && verdict.accepted == days.map(\.day))
        let chain = TimetableChain([Days(verdict.accepted), rochdale])
        #expect(chain.days(CivilDate.year(2026), in: rochdale.zone) == verdict.accepted)
    }

    @Test func `names the one time that is out of order by some minutes, and replaces only that`() throws {
        for (prayer, date, minutes, clock, sentence) in [
            (
                Prayer.fajr, "2026-06-30", -10, "01:13",
                "Fajr 01:03 is before the last day's Isha (01:13), and looks like a typing error for 01:13; 01:13 will be called. "
                    + "To keep it: accept = [\"2026-06-30\"]"
            ),
            (.isha, "2026-06-29", 9, "01:12", "Isha 01:22 is after the next day's Fajr (01:13)"),
        ] {
            let verdict = TimetableCheck(rochdale).verdict(on: moved(prayer, on: date, by: minutes))
            let day = try #require(verdict.accepted.first { $0.isOn(date) })
            #expect(rochdale.zone.clockText(day[prayer]) == clock)
            #expect(verdict.faults.count == 1 && verdict.faults[0].sentence.contains(sentence), "\(verdict.faults)")
            #expect(verdict.accepted.count { !$0.replaced.isEmpty } == 1)
        }
    }

    @Test func `is used as it stands if the mosque accepts the day, or the config only warns`() throws {
        let wrong = moved(.fajr, on: "2026-06-30", by: -10)
        let dates = AcceptedDays.dates([try CivilDate("2026-06-30")])
        for (check, remarks) in [
            (TimetableCheck(rochdale, accept: dates), 0), (TimetableCheck(rochdale, policy: .warn), 1),
        ] {
            let verdict = check.verdict(on: wrong)
            #expect(verdict.faults.isEmpty && verdict.accepted == wrong.map(\.day))
            #expect(remarks == 0 || verdict.remarks.count == remarks)
        }
    }

    @Test func `is used and told once where nothing says which of the two is wrong`() throws {
        let june = days.map { $0.day.date.components.month == 6 ? $0.moving(.isha, by: .minutes(10)) : $0 }
        let verdict = TimetableCheck(rochdale).verdict(on: june)
        #expect(verdict.accepted == june.map(\.day), "\(verdict.faults)")
        let words = "Isha is after the next day's Fajr on 30 days from here on; they are called as they stand"
        #expect(verdict.remarks.map(\.sentence).filter { $0.contains("next day's Fajr") } == [words])
    }
}

/// Tables in which some weekdays have a time of their own.
@Suite struct `Weekdays with a time of their own` {
    private let london: PrayerCalculator

    init() throws { london = try .london() }

    /// What is told of the year, with some of the times on the wall clock, in minutes.
    private func told(_ prayer: Prayer, _ minutes: (CivilDate, Int) -> Int) -> [String] {
        let days = MosqueFile.days(london) { day in
            let wall = london.zone.wall(at: day[prayer])
            let written = minutes(day.date, wall.secondOfDay / 60) * 60
            return day.moving(prayer, by: london.zone.instant(wall.date, secondOfDay: written) - day[prayer])
        }
        let verdict = TimetableCheck(london).verdict(on: days)
        return (verdict.faults + verdict.remarks).filter { $0.date != nil && !$0.sentence.contains("unusual") }
            .map(\.description)
    }

    /// In winter: the minutes of weekdays, from Sunday, 0, on, and of the others.
    private static let rules: [(Prayer, [Int: Int], Int?)] = [
        (.dhuhr, [6: 795, 0: 795], 750), (.fajr, [6: 390, 0: 390], 360), (.dhuhr, [5: 780, 6: 780, 0: 780], nil),
        (.isha, [5: 1230, 6: 1230, 0: 1230], 1200), (.dhuhr, [5: 810, 6: 795, 0: 795], 750),
    ]

    private func told(_ rule: (Prayer, [Int: Int], Int?), but date: String = "", by minutes: Int = 0) -> [String] {
        told(rule.0) { day, own in
            guard [11, 12, 1].contains(day.components.month) else { return own }
            return (rule.1[day.weekday] ?? rule.2 ?? own) + (day.description == date ? minutes : 0)
        }
    }

    /// Fridays at 13:30, but for one at 14:30.
    private func toldOfFridays(_ date: String) -> [String] {
        told(.dhuhr) { $0.weekday == 5 ? $0.description == date ? 870 : 810 : $1 }
    }

    @Test(arguments: rules.indices)
    func `of two or three days are in order`(index: Int) { #expect(told(Self.rules[index]) == []) }

    /// In a week from Monday, 7 December 2026, on.
    @Test(arguments: rules.indices, [25, 40, 60])
    func `hide no single error on any weekday`(index: Int, minutes: Int) throws {
        for day in 7...13 {
            let found = told(Self.rules[index], but: "2026-12-\(day.padded(to: 2))", by: minutes)
            #expect(found.count == 1 && found.first?.contains("\(day) December") == true, "\(day): \(found)")
        }
    }

    /// Also where the clocks have changed, and where the last one before the end of the file is wrong.
    @Test(arguments: [
        ("2026-04-03", "13:30 will be called"), ("2026-03-13", "for 13:30; 13:30 will be called"),
        ("2026-12-18", "18 December"),
    ])
    func `get their own time where they are wrong, and not that of the days beside`(friday: String, words: String) {
        let found = toldOfFridays(friday)
        #expect(found.count == 1 && found.first?.contains(words) == true, "\(found)")
        let sunday = told((.dhuhr, [6: 795, 0: 795], 750), but: "2026-12-13", by: 60)
        #expect(sunday.first?.contains("13:15 will be called") == true, "\(sunday)")
    }
}
