import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanCore

@Suite struct `The check of a timetable` {
    private let london: PrayerCalculator

    init() throws { london = try .london() }

    private func judge(
        _ text: String,
        by calculator: PrayerCalculator? = nil,
        _ policy: TimetableCheck.Policy = .reject,
        accept: AcceptedDays = .none
    ) throws -> TimetableCheck.Verdict {
        let calculator = calculator ?? london
        let days = try MosqueFile.year(text).days(in: calculator.zone)
        return TimetableCheck(calculator, policy: policy, accept: accept).verdict(on: days)
    }

    /// London's year, some of its days changed.
    private func verdict(
        _ policy: TimetableCheck.Policy = .reject,
        _ change: (PrayerDay) -> PrayerDay
    ) -> TimetableCheck.Verdict { TimetableCheck(london, policy: policy).verdict(on: MosqueFile.days(london, change)) }

    /// London's year, with another second of the day for a prayer.
    private func written(_ prayer: Prayer, _ second: (CivilDate, Int) -> Int) -> [FileDay] {
        MosqueFile.days(london) { day in
            let wall = london.zone.wall(at: day[prayer])
            let time = london.zone.instant(wall.date, secondOfDay: second(day.date, wall.secondOfDay))
            return day.moving(prayer, by: time - day[prayer])
        }
    }

    private func clock(_ prayer: Prayer, on date: String, _ verdict: TimetableCheck.Verdict) -> String? {
        verdict.accepted.first { $0.isOn(date) }.map { london.zone.clockText($0[prayer]) }
    }

    // MARK: One time

    /// Fajr at 05:30 on 12 March, an hour late.
    private var suspicious: [FileDay] {
        MosqueFile.days(london) { $0.isOn("2026-03-12") ? $0.moving(.fajr, by: .hours(1)) : $0 }
    }

    @Test func `names the time that was meant, calls it, and says how to keep the written one`() throws {
        let verdict = TimetableCheck(london).verdict(on: suspicious)
        let words = "line 72, 12 March: Fajr 05:30 looks like a typing error for 04:30; 04:30 will be called. "
        #expect(verdict.faults.map(\.description) == [words + "To keep it: accept = [\"2026-03-12\"]"])
        #expect(clock(.fajr, on: "2026-03-12", verdict) == "04:30" && verdict.accepted.count == 365)
        #expect(verdict.accepted.first { $0.isOn("2026-03-12") }?.replaced == [.fajr: .calculation])
    }

    @Test func `uses a suspicious time if the mosque accepts it, or the config only warns`() throws {
        let warning = "Fajr 05:30 looks like a typing error for 04:30; it is called as it stands"
        for (check, remarks) in [
            (TimetableCheck(london, accept: .dates([try CivilDate("2026-03-12")])), []),
            (TimetableCheck(london, policy: .warn), [warning]), (TimetableCheck(london, policy: .off), []),
        ] {
            let verdict = check.verdict(on: suspicious)
            #expect(clock(.fajr, on: "2026-03-12", verdict) == "05:30" && verdict.faults.isEmpty)
            #expect(verdict.remarks.map(\.sentence) == remarks)
        }
    }

    @Test func `says what only one side contradicts, uses it, and finds no fault in it`() throws {
        let verdict = verdict { $0.isOn("2026-12-31") ? $0.moving(.isha, by: .hours(1)) : $0 }
        #expect(verdict.faults.isEmpty && verdict.accepted.last?.replaced == [:])
        let words = "line 366, 2026-12-31: Isha 18:58 looks like a typing error for 17:58; it is called as it stands"
        #expect(verdict.remarks.map(\.description) == [words])
    }

    @Test func `says the same whatever the config's method, offsets and rule`() throws {
        let days = MosqueFile.days(london) { $0.isOn("2026-09-12") ? $0.moving(.isha, by: .minutes(-40)) : $0 }
        let own = TimetableCheck(london).verdict(on: days).faults
        #expect(own.count == 1)
        var other = london
        for method in CalculationMethod.all {
            (other.method, other.madhab, other.highLatitude) = (method, .hanafi, .diyanet)
            other.offsets = try #require(PrayerOffsets([.dhuhr: 30, .isha: -20]))
            #expect(TimetableCheck(other).verdict(on: days).faults == own, "\(method.name)")
        }
    }

    @Test func `replaces two times that are an hour off, and keeps the others of their day`() throws {
        for change in [Duration.hours(-1), .hours(1)] {
            let verdict = verdict { $0.isOn("2026-03-12") ? $0.moving([.sunrise, .maghrib], by: change) : $0 }
            let day = try #require(verdict.accepted.first { $0.isOn("2026-03-12") })
            #expect(Set(day.replaced.keys) == [.sunrise, .maghrib] && verdict.accepted.count == 365)
            #expect(verdict.faults.count == 2, "\(verdict.faults)")
        }
    }

    @Test func `takes no right time for an error between two wrong ones`() throws {
        let verdict = verdict { $0.isOn("2026-11-26", "2026-11-28") ? $0.moving(.isha, by: .hours(-1)) : $0 }
        let replaced = verdict.accepted.filter { !$0.replaced.isEmpty }.map(\.date.description)
        #expect(replaced == ["2026-11-26", "2026-11-28"], "\(verdict.faults)")
    }

    @Test func `takes no handful of typing errors for a fault of the whole table`() throws {
        let dates = ["2026-01-20", "2026-02-14", "2026-03-10", "2026-09-22", "2026-10-12", "2026-11-27"]
        let verdict = verdict { dates.contains($0.date.description) ? $0.moving(.isha, by: .hours(1)) : $0 }
        #expect(verdict.faults.map(\.date?.description) == dates && verdict.accepted.count == 365)
        #expect(verdict.faults.allSatisfy { $0.prayer == .isha && $0.fate == .replaced })
    }

    @Test func `never guesses a Maghrib before sunset`() throws {
        let right = try #require(MosqueFile.days(london).first { $0.day.isOn("2026-03-12") }?.day[.maghrib])
        for minutes in 45...75 {
            let verdict = verdict { $0.isOn("2026-03-12") ? $0.moving(.maghrib, by: .minutes(minutes)) : $0 }
            let off = try #require(verdict.accepted.first { $0.isOn("2026-03-12") })[.maghrib] - right
            #expect(off >= .minutes(-1) && off <= .minutes(6), "\(minutes) min late: called \(off) late")
        }
    }

    @Test func `takes a step that lasts one day for right, and two steps for an error`() throws {
        for (minutes, step, faults) in [
            (15, 900, []), (30, 900, ["2026-10-08"]), (10, 600, []), (30, 600, ["2026-10-08"]),
        ] {
            let days = written(.isha) { date, own in
                (own + step - 1) / step * step + (date.description == "2026-10-08" ? minutes * 60 : 0)
            }
            #expect(TimetableCheck(london).verdict(on: days).faults.map(\.date?.description) == faults)
        }
    }

    @Test func `takes the day before a Friday for right, also where the year begins with it`() throws {
        for isWrong in [false, true] {
            let days = written(.dhuhr) { date, own in
                date.weekday == 5 ? 47_700 : isWrong && date.description == "2026-01-01" ? own + 3000 : own
            }
            let verdict = TimetableCheck(london).verdict(on: days)
            let isTold = verdict.remarks.compactMap(\.date?.description).contains("2026-01-01")
            #expect(isWrong ? isTold : verdict.faults.isEmpty, "\(verdict.remarks)")
        }
    }

    @Test func `uses and reports what is unusual, but can be meant`() throws {
        let verdict = verdict { day in
            let fixed = day.mapping { $0 == .dhuhr ? london.zone.instant(day.date, secondOfDay: 48_600) : day[$0] }
            return fixed.disorder == nil ? fixed : day
        }
        let words = "from here on, which is unusual; it is used"
        #expect(verdict.faults.isEmpty)
        #expect(verdict.remarks.contains { $0.sentence.hasPrefix("Dhuhr is ") && $0.sentence.hasSuffix(words) })
    }

    @Test func `takes equal times as in order, as Dhuhr and Asr in the polar night`() throws {
        let day = try MosqueFile.day("2026-12-20", ["06:30", "11:00", "11:40", "11:40", "12:30", "17:00"])
        let north = try PrayerCalculator.at(67.85, 20.2, "Europe/Stockholm")
        let verdict = TimetableCheck(north).verdict(on: day.days(in: north.zone))
        #expect(verdict.accepted.count == 1 && verdict.faults.isEmpty)
    }

    @Test func `never uses a day out of order`() throws {
        let crowded = MosqueFile.good.replacing("16:54", with: "18:42:30")
        for policy in TimetableCheck.Policy.allCases {
            let verdict = try judge(crowded, policy)
            #expect(verdict.accepted.allSatisfy { $0.disorder == nil } && verdict.faults.count == 1, "\(policy)")
            // Rejecting, the time that is wrong is known, and only that one is replaced.
            if policy != .warn { #expect(verdict.accepted.count == (policy == .reject ? 3 : 2)) }
        }
        #expect(try judge(crowded, accept: .all).accepted.count == 2)
    }

    @Test func `keeps the congregation that follows the right adhan where the written one is wrong`() throws {
        // After it, between it and the right one, and long before it; one that precedes the right adhan, too, is left out.
        for (prayer, broken, with, iqama) in [
            (Prayer.fajr, "\"05:41\", \"jamaah\": \"06:30\"", "\"06:41\", \"jamaah\": \"06:30\"", "06:30"),
            (.asr, "\"14:28\"", "\"11:28\"", "15:15"),
            (.isha, "\"18:42\", \"jamaah\": \"19:45\"", "\"08:42\", \"jamaah\": \"19:45\"", "19:45"),
            (.asr, "\"14:28\", \"jamaah\": \"15:15\"", "\"11:28\", \"jamaah\": \"12:15\"", nil),
        ] as [(Prayer, String, String, String?)] {
            let verdict = try judge(MosqueFile.good.replacing(broken, with: with))
            let day = try #require(verdict.accepted.first { $0.isOn("2026-02-03") })
            #expect(day.replaced.keys.contains(prayer), "\(verdict.faults)")
            #expect(day.iqama[prayer].map { london.zone.clockText($0) } == iqama)
        }
    }

    // MARK: A time that cannot be read

    @Test func `replaces the one time of a day that cannot be read, and keeps the others`() throws {
        let broken = try MosqueFile.year(MosqueFile.good.replacing("\"16:54\"", with: "\"1654\""))
        #expect(broken.days(in: london.zone).count == 2, "who writes the days anew has no time for it")
        let (days, faults) = broken.forCheck(in: london.zone)
        #expect(faults.isEmpty)
        for policy in TimetableCheck.Policy.allCases {
            for accept in [AcceptedDays.none, .all] {
                let verdict = TimetableCheck(london, policy: policy, accept: accept).verdict(on: days)
                let day = try #require(verdict.accepted.first { $0.isOn("2026-02-03") })
                let texts = Prayer.allCases.map { london.zone.clockText(day[$0]) }
                let maghrib = texts[4]
                #expect(texts == ["05:41", "07:36", "12:20", "14:28", maghrib, "18:42"])
                #expect(["16:53", "16:54"].contains(maghrib) && day.replaced == [.maghrib: .calculation], "\(policy)")
                #expect(day.iqama.count == 5 && day.iqama[.maghrib].map { london.zone.clockText($0) } == "16:59")
                let words = "maghrib is \"1654\", but a time is written HH:MM; \(maghrib) will be called"
                #expect(verdict.faults.map(\.description) == ["line 11, 3 February: " + words])
            }
        }
        // Two are more than one slip.
        let text = MosqueFile.good.replacing("\"16:54\"", with: "\"1654\"").replacing("\"14:28\"", with: "\"\"")
        let two = try MosqueFile.year(text).forCheck(in: london.zone)
        #expect(two.days.count == 2 && two.faults.count == 1)
    }

    @Test func `tells a time that cannot be read also on a day that is not used`() throws {
        let text = MosqueFile.text(london, try span("2026-02-01", "2026-02-09")) { _ in .hours(1) }
        let line = try #require(text.split(separator: "\n").first { $0.contains("2026-02-03") })
        let fajr = try #require(line.split(separator: ",").first { $0.contains("fajr") })
        let broken = text.replacing(line, with: line.replacing(fajr, with: "\"fajr\":\"\""))
        let (days, faults) = try MosqueFile.year(broken).forCheck(in: london.zone)
        #expect(days.count == 9 && faults.isEmpty)
        let sentences = TimetableCheck(london).verdict(on: days).faults.map(\.sentence)
        #expect(sentences.contains("fajr is \"\", but a time is written HH:MM"), "\(sentences)")
    }

    @Test func `tells in one sentence that many days lack a time`() throws {
        let rows = MosqueFile.text(london, try span("2026-01-01", "2026-03-31")).split(separator: "\n")
        for (months, faults) in [(["2026-02-0"], 9), (["2026-02-0", "2026-02-1"], 1)] {
            let lacking = rows.map { row -> String in
                guard months.contains(where: { row.contains($0) }), let isha = row.range(of: ",\"isha\"") else {
                    return String(row)
                }
                return row[..<isha.lowerBound] + "}" + (row.hasSuffix(",") ? "," : "")
            }
            let year = try MosqueFile.year(lacking.joined(separator: "\n"))
            #expect(year.faults.count == faults)
            let (days, unread) = year.forCheck(in: london.zone)
            #expect(days.count == 90 && unread.isEmpty)
            let verdict = TimetableCheck(london).verdict(on: days)
            #expect(verdict.faults.count == faults && verdict.accepted.count == 90)
            let joint = "isha is missing on 19 days from here on; other times take their place"
            if faults == 1 { #expect(verdict.faults.map(\.sentence) == [joint]) }
        }
    }

    @Test func `a time that cannot be read is replaced to the minute in a calculated table`() throws {
        let own = Dictionary(uniqueKeysWithValues: MosqueFile.days(london).map { ($0.day.date, $0.day) })
        let text = MosqueFile.text(london, CivilDate.year(2026))
        // Where the white nights begin and end, the days on either side are calculated in different ways.
        let whiteNights = try span("2026-05-15", "2026-07-31")
        for prayer in Prayer.allCases {
            var row = 0
            let rows = text.split(separator: "\n").map { line -> String in
                row += 1
                guard row % 9 == 7, let key = line.range(of: "\"\(prayer.rawValue)\":\"") else { return String(line) }
                return line[..<key.upperBound] + "x" + line[key.upperBound...]
            }
            let days = try MosqueFile.year(rows.joined(separator: "\n")).forCheck(in: london.zone).days
            let replaced = TimetableCheck(london).verdict(on: days).accepted.filter { !$0.replaced.isEmpty }
            let isByTwilight = prayer == .fajr || prayer == .isha
            let wrong = replaced.filter { day in
                day[prayer] != own[day.date]?[prayer] && !(isByTwilight && whiteNights.contains(day.date))
            }.map(\.date)
            #expect((40...41).contains(replaced.count) && wrong.isEmpty, "\(prayer): \(wrong)")
        }
    }

    // MARK: The clock

    @Test func `reports once that the times were written without summer time`() throws {
        let text = MosqueFile.text(london, CivilDate.year(2026)) {
            .seconds(-london.zone.offset(at: london.zone.instant($0, secondOfDay: 43_200)))
        }
        let verdict = try judge(text)
        let says =
            "line 89, 2026-03-29: every day from 2026-03-29 to 2026-10-24 is an hour early, and is not used:"
            + " all its times fit with clock = \"standard\" in [timetable]"
        #expect(verdict.faults.map(\.description) == [says] && verdict.accepted.count == 155)
        #expect(try judge(text, .warn).accepted.count == 365 && judge(text, accept: .all).accepted.count == 365)
    }

    @Test func `reports that a year is an hour late, and ends the run at a correct day`() throws {
        let right = try CivilDate("2026-02-03")
        let text = MosqueFile.text(london, try span("2026-02-01", "2026-02-04")) { $0 == right ? .zero : .hours(1) }
        let late = "an hour late, and is not used: were the times written in summer time?"
        #expect(
            try judge(text).faults.map(\.description) == [
                "line 2, 2026-02-01: every day from 2026-02-01 to 2026-02-02 is \(late)",
                "line 5, 2026-02-04: this day is \(late)",
            ]
        )
    }

    @Test func `asks whether it is another year's, if the hour is wrong only until the clocks change`() throws {
        // In 2025 the clocks went back a day later.
        let verdict = verdict { $0.isOn("2026-10-25") ? $0.moving(Prayer.allCases, by: .hours(1)) : $0 }
        let words = "does the clock change on another day here, as in the timetable of another year?"
        #expect(verdict.faults.map(\.sentence) == ["this day is an hour late, and is not used: \(words)"])
    }

    @Test func `names the clock by which a whole table fits`() throws {
        for (zone, longitude, clock) in [
            ("Africa/Lagos", 3.4, FileClock.utc), ("America/New_York", -74.0, .utc), ("Asia/Jakarta", 106.8, .utc),
            ("America/New_York", -74.0, .standard),
        ] {
            let own = try PrayerCalculator.at(40, longitude, zone)
            let written = clock == .utc ? ZoneRules.utc : own.zone.standard(in: 2026)
            let rows = MosqueFile.days(own).map { filed in
                let times = Prayer.allCases.map { written.clockText(filed.day[$0]) }
                return "\(filed.day.date),\(times.joined(separator: ","))\n"
            }
            let text = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n" + rows.joined()
            let faults = try judge(text, by: own).faults
            let cure = "all its times fit with clock = \"\(clock.rawValue)\" in [timetable]"
            #expect(faults.contains { $0.sentence.contains(cure) }, "\(zone): \(faults.prefix(3))")
            let right = try WrittenTimetable(Array(text.utf8), clock: clock).days(in: own.zone)
            #expect(TimetableCheck(own).verdict(on: right).faults.isEmpty, "\(zone)")
        }
    }

    @Test func `names the clock of the wall where the config has another`() throws {
        for (zone, longitude) in [("Europe/London", -0.1), ("America/New_York", -74.0)] {
            let own = try PrayerCalculator.at(51, longitude, zone)
            let text = MosqueFile.text(own, CivilDate.year(2026))
            for clock in [FileClock.standard, .utc] {
                let set = try WrittenTimetable(Array(text.utf8), clock: clock)
                let stated = try MosqueFile.year(text.replacing("{\"year\"", with: "{\"clock\":\"\(clock)\",\"year\""))
                for (file, cure) in [
                    (set, "clock = \"local\" in [timetable]"), (stated, "\"clock\": \"local\" in the file"),
                ] {
                    let faults = TimetableCheck(own).verdict(on: file.forCheck(in: own.zone).days).faults
                    let isNamed = faults.allSatisfy { $0.sentence.contains("all its times fit with " + cure) }
                    #expect(!faults.isEmpty && isNamed, "\(zone) \(clock): \(faults)")
                }
            }
        }
    }

    @Test func `names a clock of twelve hours`() throws {
        let verdict = verdict { day in
            day.mapping { day[$0] - ([.asr, .maghrib, .isha].contains($0) ? .hours(12) : .zero) }
        }
        #expect(verdict.faults.count == 1)
        #expect(verdict.faults.first?.sentence.contains("a clock of twelve hours, without am and pm") == true)
    }

    @Test(arguments: ["2026-10-25", "2026-04-01"])
    func `a week that is an hour off is one sentence where Maghrib comes late, too`(first: String) throws {
        let jafari = try Self.calculator("London", .jafari)
        let dates = try CivilDate(first)...CivilDate(first).adding(days: 5)
        let days = MosqueFile.days(jafari) { day in
            dates.contains(day.date) ? day.mapping { day[$0] + .hours(1) } : day
        }
        let verdict = TimetableCheck(jafari).verdict(on: days)
        let said = (verdict.faults + verdict.remarks).map(\.sentence)
        #expect(said.count == 1 && said.first?.contains("is an hour late") == true, "\(said.prefix(4))")
    }

    // MARK: The whole file

    @Test func `faults are told in the order of their dates`() throws {
        let dates = try ["2026-03-02", "2026-01-05", "2026-02-03"].map { try CivilDate($0) }
        let faults = dates.enumerated().map { TimetableFault(line: $0 + 2, date: $1, "wrong") }
        let undated = TimetableFault(line: 4, date: nil, "unreadable")
        let whole = TimetableFault(line: 9, date: dates[0], isOfWhole: true, "shifted")
        let found = (faults + [undated, whole]).inOrder
        #expect(found == [whole, faults[1], undated, faults[2], faults[0]], "\(found)")
    }

    @Test func `accepts the Asr of either madhab, and says which it is`() throws {
        var hanafi = london
        hanafi.madhab = .hanafi
        let days = MosqueFile.days(hanafi)
        #expect(TimetableCheck(hanafi).verdict(on: days).remarks.isEmpty)
        let verdict = TimetableCheck(london).verdict(on: days)
        let words = "Asr is that of hanafi, but [calculation] has madhab = \"shafi\"; the file's times are used"
        #expect(verdict.faults.isEmpty && verdict.remarks.map(\.sentence) == [words])
    }

    @Test func `of days that one mistake explains, a config that only warns calls those that are in order`() throws {
        // The congregation's Maghrib, half an hour late, is before Isha; exchanged with it, it is not.
        let april = try span("2026-04-11", "2026-05-10")
        let verdict = verdict(.warn) { day in
            guard april.contains(day.date) else { return day }
            return day.replacing(.maghrib, with: day[.isha], from: .file)
                .replacing(.isha, with: day[.maghrib], from: .file)
        }
        #expect(verdict.accepted.count == 335 && verdict.remarks.isEmpty, "\(verdict.remarks)")
        let words =
            "on 30 days from here to 2026-05-10 the times of Maghrib and Isha seem to be exchanged; these days are not used. "
            + "Exchange the two in the file, or name the columns as in: adhand timetable import FILE --map maghrib=COLUMN"
        #expect(verdict.faults.map(\.sentence) == [words], "\(verdict.faults)")
    }

    @Test(arguments: [
        (Prayer.maghrib, Prayer.isha, "Maghrib and Isha"), (.dhuhr, .asr, "Dhuhr and Asr"),
        (.fajr, .sunrise, "Fajr and Sunrise"),
    ])
    func `names two columns that are exchanged`(one: Prayer, two: Prayer, words: String) throws {
        let verdict = verdict { day in day.mapping { day[$0 == one ? two : $0 == two ? one : $0] } }
        #expect(verdict.accepted.isEmpty)
        // It is no wish of the mosque: `accept` would call both times at the wrong prayers.
        #expect(
            verdict.faults.map(\.sentence) == [
                "on 365 days from here on the times of \(words) seem to be exchanged; these days are not used. Exchange the two in the "
                    + "file, or name the columns as in: adhand timetable import FILE --map \(one.rawValue)=COLUMN"
            ]
        )
    }

    @Test func `names dates with day and month exchanged`() throws {
        let days = try MosqueFile.exchangingDayAndMonth(london)
        let verdict = TimetableCheck(london).verdict(on: days)
        // Also where so few of the days have passed that the others would look like typing errors.
        let short = TimetableCheck(london).verdict(on: days.filter { $0.day.date.components.day <= 12 })
        for sentences in [verdict.faults.map(\.sentence), short.faults.map(\.sentence)] {
            #expect(sentences.count == 1, "\(sentences)")
            #expect(sentences.first?.contains("day and month of the date seem to be exchanged") == true)
        }
        let wrong = verdict.accepted.map(\.date.components).filter { $0.day <= 12 && $0.month != $0.day }
        #expect(wrong.isEmpty && verdict.accepted.count == 365 - 132, "\(wrong)")
    }

    @Test func `a fault of the whole file stands before those of single days`() throws {
        let faults = verdict { day in
            if day.isOn("2026-01-12") { return day.moving(.fajr, by: .hours(1)) }
            guard day.date.components.month > 1 else { return day }
            return day.mapping { day[$0 == .maghrib ? .isha : $0 == .isha ? .maghrib : $0] }
        }.faults
        #expect(faults.map { $0.date?.description } == ["2026-02-01", "2026-01-12"], "\(faults)")
    }

    @Test(arguments: [30, 45, -30, 90])
    func `says once that all times of a season are moved, and uses the other days`(minutes: Int) throws {
        let verdict = verdict { day in
            (4...9).contains(day.date.components.month) ? day.moving(Prayer.allCases, by: .minutes(minutes)) : day
        }
        let off = "\(abs(minutes)) min \(minutes > 0 ? "late" : "early"), as by the clock of another zone"
        let words = "line 92, 2026-04-01: on 183 days from here to 2026-09-30 all times are about \(off)"
        #expect(verdict.faults.count == 1 && verdict.remarks.isEmpty, "\(verdict.faults) \(verdict.remarks)")
        #expect(verdict.faults.first?.description.hasPrefix(words) == true, "\(verdict.faults)")
        #expect(verdict.accepted.count == 182 && verdict.accepted.allSatisfy { $0.replaced.isEmpty })
    }

    @Test(arguments: [(Prayer.fajr, -60), (.maghrib, -60), (.maghrib, -30), (.maghrib, 60)])
    func `says once that one prayer is moved for a season, also at its ends`(prayer: Prayer, minutes: Int) throws {
        let verdict = verdict { day in
            let isMoved = [4, 9, 10].contains(day.date.components.month) || day.isOn("2026-12-05")
            return isMoved ? day.moving(prayer, by: .minutes(minutes)) : day
        }
        // A slip of its own is told alone.
        #expect(verdict.faults.count == 2, "\(verdict.faults)")
        #expect(verdict.faults.last?.description.hasPrefix("line 340, 5 December: ") == true, "\(verdict.faults)")
        #expect(verdict.accepted.count == 365 && verdict.accepted.count { $0.replaced[prayer] != nil } == 92)
    }

    @Test func `says in one sentence that a column is early all year`() throws {
        let verdict = verdict { $0.moving(.maghrib, by: .minutes(-8)) }
        let sentence = try #require(verdict.faults.first).sentence
        #expect(verdict.accepted.count == 365 && verdict.faults.count == 1)
        #expect(sentence.contains("min before sunset on 365 days from here on"), "\(sentence)")
        #expect(
            sentence.hasPrefix("Maghrib is ") && sentence.hasSuffix("To keep them: accept = \"all\""),
            "\(sentence)"
        )
    }

    @Test func `advises to keep all times only where they could be used as they stand`() throws {
        let dates = try span("2026-02-02", "2026-02-20")
        // Maghrib after Isha: such a day is never used as it stands.
        for (minutes, ending) in [(-8, "To keep them: accept = \"all\""), (150, "; other times take their place")] {
            let faults = verdict { dates.contains($0.date) ? $0.moving(.maghrib, by: .minutes(minutes)) : $0 }.faults
            #expect(faults.first?.sentence.hasSuffix(ending) == true && (minutes < 0 || faults.count == 1), "\(faults)")
        }
    }

    @Test func `calls on a fixed month what the file's own days suggest, not the config's method`() throws {
        var isna = london
        isna.method = .isna
        let right = try #require(MosqueFile.days(london).first { $0.day.isOn("2026-03-10") }).day
        // Far before any dawn.
        let days = written(.fajr) { date, own in date.components.month == 3 ? 4200 : own }
        let called = try #require(TimetableCheck(isna).verdict(on: days).accepted.first { $0.date == right.date })
        #expect(abs((called[.fajr] - right[.fajr]).inSeconds) <= 180)
    }

    @Test func `a month of the mosque's own with late Maghribs and a wrong column is not another place's`() throws {
        let jafari = try Self.calculator("London", .jafari)
        let dates = try span("2026-02-18", "2026-03-19")
        let days = MosqueFile.days(jafari).filter { dates.contains($0.day.date) }.enumerated().map { index, filed in
            index < 6 ? filed.moving(.dhuhr, by: .minutes(-14)) : filed
        }
        let verdict = TimetableCheck(jafari).verdict(on: days)
        let said = (verdict.faults + verdict.remarks).map(\.sentence)
        #expect(verdict.accepted.count == 30 && !said.contains { $0.contains("do not fit this place") }, "\(said)")
    }

    // MARK: Another place

    @Test func `says that the times are another place's`() throws {
        var east = london
        east.coordinates = try Coordinates(latitude: 51.5074, longitude: 2.2722)
        let remarks = TimetableCheck(east).verdict(on: MosqueFile.days(london)).remarks.map(\.sentence)
        #expect(remarks.contains("the times fit a place 2.4° further west; they are used"))
    }

    @Test func `says in one sentence that another place's times cannot be meant here`() throws {
        var west = london
        west.coordinates = try Coordinates(latitude: 51.5074, longitude: -2.5278)
        let days = MosqueFile.days(london) { $0.isOn("2026-09-12") ? $0.moving(.isha, by: .minutes(-40)) : $0 }
        let verdict = TimetableCheck(west).verdict(on: days)
        #expect(verdict.accepted.count { !$0.replaced.isEmpty } > 300)
        #expect(verdict.faults.count == 2 && verdict.remarks.isEmpty, "\(verdict.faults) \(verdict.remarks)")
        let sentence = try #require(verdict.faults.first).sentence
        #expect(sentence.hasPrefix("the times fit a place 2.4° further east: "), "\(sentence)")
        // It is more than the advice for the typing error, which it includes.
        let advice = "To keep them, and all other times of the file: accept = \"all\""
        #expect(sentence.contains("Maghrib on ") && sentence.hasSuffix(advice), "\(sentence)")
        // A typing error beside it is still told.
        #expect(verdict.faults.last?.description.contains("12 September: Isha ") == true)
        #expect(TimetableCheck(west, accept: .all).verdict(on: days).faults.isEmpty)
    }

    /// By city: latitude, longitude and zone.
    private static let cities: [String: (Double, Double, String)] = [
        "London": (51.51, -0.13, "Europe/London"), "Detroit": (42.33, -83.05, "America/Detroit"),
        "Seattle": (47.61, -122.33, "America/Los_Angeles"), "Miami": (25.76, -80.19, "America/New_York"),
        "Riyadh": (24.71, 46.68, "Asia/Riyadh"), "Jakarta": (-6.2, 106.85, "Asia/Jakarta"),
        "Istanbul": (41.01, 28.98, "Europe/Istanbul"), "Oslo": (59.91, 10.75, "Europe/Oslo"),
        "Cape Town": (-33.92, 18.42, "Africa/Johannesburg"), "Madrid": (40.42, -3.7, "Europe/Madrid"),
    ]

    private static func calculator(_ name: String, _ method: CalculationMethod = .mwl) throws -> PrayerCalculator {
        let city = try #require(cities[name])
        return try .at(city.0, city.1, city.2, method)
    }

    @Test(
        arguments: [
            ("London", "Detroit", nil), ("Seattle", "Detroit", nil), ("Madrid", "Detroit", nil),
            ("Miami", "Detroit", "1,800 km south"), ("Istanbul", "London", nil), ("Oslo", "Istanbul", nil),
            ("Riyadh", "London", nil), ("Jakarta", "Cape Town", nil),
            // By the clock, these are neighbours: the sun tells the latitude.
            ("Seattle", "London", nil), ("Detroit", "Madrid", nil), ("Detroit", "Seattle", nil),
            ("London", "Seattle", nil),
        ] as [(String, String, String?)]
    )
    func `another town's timetable is one sentence, not one a day`(there: String, here: String, far: String?) throws {
        let (own, other) = (try Self.calculator(here), try Self.calculator(there))
        let verdict = try judge(MosqueFile.text(other, CivilDate.year(2026)), by: own)
        let said = (verdict.faults + verdict.remarks).map(\.sentence)
        #expect(said.count == 1 && verdict.accepted.isEmpty, "\(said.count) \(said.prefix(4))")
        let words =
            /on 365 days from here on the times do not fit this place; .* [\d,]+ km [a-z-]+, or one in another zone;/
        #expect(said.first?.contains(words) == true, "\(said.prefix(1))")
        #expect(far.map { said.first?.contains(" about \($0), or") == true } ?? true, "\(said.prefix(1))")
    }

    @Test func `uses nothing of a table whose sun is another place's, whatever fits by chance`() throws {
        let istanbul = try Self.calculator("Istanbul", .turkey)
        // As the mosque in London reads it: the same times on its own wall clock.
        let days = MosqueFile.days(istanbul) { $0.onTheWall(of: london.zone, as: istanbul.zone) }
        let verdict = TimetableCheck(london).verdict(on: days)
        #expect(verdict.accepted.isEmpty && verdict.faults.count < 5, "\(verdict.faults.count)")
        #expect(verdict.faults.count { $0.sentence.contains("the times do not fit this place") } == 1)
        #expect(TimetableCheck(london, accept: .all).verdict(on: days).accepted.count > 360)
    }
}
