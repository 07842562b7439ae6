import AdhanTestSupport
import Foundation
import Testing

@testable import AdhanCore

@Suite struct `The check of a timetable` {
    private func judge(
        _ text: String,
        by calculator: PrayerCalculator,
        _ policy: TimetableCheck.Policy = .reject,
        accept: AcceptedDays = .none
    ) throws -> TimetableCheck.Verdict {
        let days = try MosqueFile.year(text).days(in: calculator.zone)
        return TimetableCheck(calculator, policy: policy, accept: accept).verdict(on: days)
    }

    /// The days of a year, with one time of one day shifted.
    private func year(
        _ calculator: PrayerCalculator,
        _ prayer: Prayer,
        on date: String,
        by minutes: Int
    ) throws -> [FileDay] {
        let date = try CivilDate(date)
        return MosqueFile.days(calculator, 2026).map { filed in
            guard filed.day.date == date else { return filed }
            return FileDay(line: filed.line, day: filed.day.moving(prayer, by: .minutes(minutes)))
        }
    }

    @Test func `reports once that the times were written without summer time`() throws {
        let london = try PrayerCalculator.london()
        let dates = try CivilDate("2026-01-01")...CivilDate("2026-12-31")
        let text = MosqueFile.text(london, dates) {
            .seconds(-london.zone.offset(at: london.zone.instant($0, secondOfDay: 43_200)))
        }
        let verdict = try judge(text, by: london)
        let says =
            "line 89, 2026-03-29: every day from 2026-03-29 to 2026-10-24 is an hour early, and is not used:"
            + " all its times fit with clock = \"standard\" in [timetable]"
        #expect(verdict.faults.map(\.description) == [says])
        #expect(verdict.accepted.count == 155)
        #expect(try judge(text, by: london, .warn).accepted.count == 365)
        #expect(try judge(text, by: london, accept: .all).accepted.count == 365)
    }

    @Test func `reports that a year is an hour late, and ends the run at a correct day`() throws {
        let london = try PrayerCalculator.london()
        let right = try CivilDate("2026-02-03")
        let text = MosqueFile.text(london, try CivilDate("2026-02-01")...CivilDate("2026-02-04")) {
            $0 == right ? .zero : .hours(1)
        }
        #expect(
            try judge(text, by: london).faults.map(\.description) == [
                "line 2, 2026-02-01: every day from 2026-02-01 to 2026-02-02 is an hour late, and is not used:"
                    + " were the times written in summer time?",
                "line 5, 2026-02-04: this day is an hour late, and is not used: were the times written in summer time?",
            ]
        )
    }

    @Test func `asks whether it is another year's, if the hour is wrong only until the clocks change`() throws {
        let london = try PrayerCalculator.london()
        let days = MosqueFile.days(london, 2026).map { filed in
            // In 2025 the clocks went back a day later.
            filed.day.date.description == "2026-10-25"
                ? FileDay(line: filed.line, day: filed.day.moving(Prayer.allCases, by: .hours(1))) : filed
        }
        #expect(
            TimetableCheck(london).verdict(on: days).faults.map(\.sentence) == [
                "this day is an hour late, and is not used: does the clock change on another day here, as in the timetable of another year?"
            ]
        )
    }

    @Test func `replaces two times that are an hour off, and keeps the others of their day`() throws {
        let london = try PrayerCalculator.london()
        for change in [Duration.hours(-1), .hours(1)] {
            let days = MosqueFile.days(london, 2026).map { filed in
                filed.day.date.description == "2026-03-12"
                    ? FileDay(line: filed.line, day: filed.day.moving([.sunrise, .maghrib], by: change)) : filed
            }
            let verdict = TimetableCheck(london).verdict(on: days)
            let day = try #require(verdict.accepted.first { $0.date.description == "2026-03-12" })
            #expect(Set(day.replaced.keys) == [.sunrise, .maghrib] && verdict.accepted.count == 365)
            #expect(verdict.faults.count == 2, "\(verdict.faults)")
        }
    }

    @Test func `takes no right time for an error between two wrong ones`() throws {
        let london = try PrayerCalculator.london()
        let wrong = ["2026-11-26", "2026-11-28"]
        let days = MosqueFile.days(london, 2026).map { filed in
            wrong.contains(filed.day.date.description)
                ? FileDay(line: filed.line, day: filed.day.moving(.isha, by: .hours(-1))) : filed
        }
        let verdict = TimetableCheck(london).verdict(on: days)
        #expect(verdict.accepted.filter { !$0.replaced.isEmpty }.map(\.date.description) == wrong, "\(verdict.faults)")
    }

    @Test func `names the time that was meant, calls it, and says how to keep the written one`() throws {
        let london = try PrayerCalculator.london()
        let days = try year(london, .fajr, on: "2026-03-12", by: 60)
        let verdict = TimetableCheck(london).verdict(on: days)
        #expect(
            verdict.faults.map(\.description) == [
                "line 72, 12 March: Fajr 05:30 looks like a typing error for 04:30; 04:30 will be called. "
                    + "To keep it: accept = [\"2026-03-12\"]"
            ]
        )
        let day = try #require(verdict.accepted.first { $0.date.description == "2026-03-12" })
        #expect(london.zone.clockText(day[.fajr]) == "04:30" && day.replaced == [.fajr: .calculation])
        #expect(verdict.accepted.count == 365)
    }

    @Test func `uses a suspicious time if the mosque accepts it, or the config only warns`() throws {
        let london = try PrayerCalculator.london()
        let days = try year(london, .fajr, on: "2026-03-12", by: 60)
        func fajr(_ check: TimetableCheck) -> String? {
            check.verdict(on: days).accepted.first { $0.date.description == "2026-03-12" }
                .map { london.zone.clockText($0[.fajr]) }
        }
        let accepted = TimetableCheck(london, accept: .dates([try CivilDate("2026-03-12")]))
        #expect(fajr(accepted) == "05:30" && accepted.verdict(on: days).faults.isEmpty)
        let warned = TimetableCheck(london, policy: .warn)
        #expect(fajr(warned) == "05:30" && warned.verdict(on: days).faults.isEmpty)
        #expect(
            warned.verdict(on: days).remarks.map(\.sentence) == [
                "Fajr 05:30 looks like a typing error for 04:30; it is called as it stands"
            ]
        )
        let unchecked = TimetableCheck(london, policy: .off)
        #expect(fajr(unchecked) == "05:30" && unchecked.verdict(on: days).faults.isEmpty)
    }

    @Test func `of days that one mistake explains, a config that only warns calls those that are in order`() throws {
        let london = try PrayerCalculator.london()
        // The congregation's Maghrib, half an hour late, is before Isha; exchanged with it, it is not.
        let days = MosqueFile.days(london, 2026).enumerated().map { index, filed in
            guard (100..<130).contains(index) else { return filed }
            let (maghrib, isha) = (filed.day[.maghrib], filed.day[.isha])
            let day = filed.day.replacing(.maghrib, with: isha, from: .file).replacing(
                .isha,
                with: maghrib,
                from: .file
            )
            return FileDay(line: filed.line, day: day)
        }
        let verdict = TimetableCheck(london, policy: .warn).verdict(on: days)
        #expect(verdict.accepted.count == 335 && verdict.remarks.isEmpty, "\(verdict.remarks)")
        #expect(
            verdict.faults.map(\.sentence) == [
                "on 30 days from here to 2026-05-10 the times of Maghrib and Isha seem to be exchanged; these days are not used. "
                    + "Exchange the two in the file, or name the columns as in: adhand timetable import FILE --map maghrib=COLUMN"
            ],
            "\(verdict.faults)"
        )
    }

    @Test func `faults are told in the order of their dates`() throws {
        let dates = try ["2026-03-02", "2026-01-05", "2026-02-03"].map { try CivilDate($0) }
        let faults = dates.enumerated().map { TimetableFault(line: $0 + 2, date: $1, "wrong") }
        let undated = TimetableFault(line: 4, date: nil, "unreadable")
        let whole = TimetableFault(line: 9, date: dates[0], isOfWhole: true, "shifted")
        let found = (faults + [undated, whole]).inOrder
        #expect(found == [whole, faults[1], undated, faults[2], faults[0]], "\(found)")
    }

    @Test func `says the same whatever the config's method, offsets and rule`() throws {
        var london = try PrayerCalculator.london()
        let days = try year(london, .isha, on: "2026-09-12", by: -40)
        let own = TimetableCheck(london).verdict(on: days).faults
        #expect(own.count == 1)
        for method in CalculationMethod.all {
            (london.method, london.madhab, london.highLatitude) = (method, .hanafi, .diyanet)
            london.offsets = try #require(PrayerOffsets([.dhuhr: 30, .isha: -20]))
            #expect(TimetableCheck(london).verdict(on: days).faults == own, "\(method.name)")
        }
    }

    @Test func `uses and reports what is unusual, but can be meant`() throws {
        let london = try PrayerCalculator.london()
        let days = MosqueFile.days(london, 2026).map { filed in
            let (zone, date) = (london.zone, filed.day.date)
            let fixed = PrayerDay(date: date) {
                $0 == .dhuhr ? zone.instant(date, secondOfDay: 48_600) : filed.day[$0]
            }
            return FileDay(line: filed.line, day: fixed.disorder == nil ? fixed : filed.day)
        }
        let verdict = TimetableCheck(london).verdict(on: days)
        #expect(verdict.faults.isEmpty)
        #expect(
            verdict.remarks.map(\.sentence).contains {
                $0.hasPrefix("Dhuhr is ") && $0.hasSuffix("from here on, which is unusual; it is used")
            }
        )
    }

    @Test func `says what only one side contradicts, uses it, and finds no fault in it`() throws {
        let london = try PrayerCalculator.london()
        let verdict = TimetableCheck(london).verdict(on: try year(london, .isha, on: "2026-12-31", by: 60))
        #expect(verdict.faults.isEmpty && verdict.accepted.last?.replaced == [:])
        #expect(
            verdict.remarks.map(\.description) == [
                "line 366, 2026-12-31: Isha 18:58 looks like a typing error for 17:58; it is called as it stands"
            ]
        )
    }

    @Test func `names the clock by which a whole table fits`() throws {
        for (zone, longitude, clock) in [
            ("Africa/Lagos", 3.4, FileClock.utc), ("America/New_York", -74.0, .utc), ("Asia/Jakarta", 106.8, .utc),
            ("America/New_York", -74.0, .standard),
        ] {
            let own = PrayerCalculator(
                coordinates: try Coordinates(latitude: 40, longitude: longitude),
                zone: try .installed(zone),
                method: .mwl
            )
            let written = clock == .utc ? ZoneRules.utc : own.zone.standard(in: 2026)
            let rows = MosqueFile.days(own, 2026).map { filed in
                let times = Prayer.allCases.map { written.clockText(filed.day[$0]) }
                return "\(filed.day.date),\(times.joined(separator: ","))\n"
            }
            let text = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n" + rows.joined()
            let verdict = TimetableCheck(own).verdict(on: try MosqueFile.year(text).days(in: own.zone))
            let cure = "all its times fit with clock = \"\(clock.rawValue)\" in [timetable]"
            #expect(verdict.faults.contains { $0.sentence.contains(cure) }, "\(zone): \(verdict.faults.prefix(3))")
            let right = try WrittenTimetable(Array(text.utf8), clock: clock).days(in: own.zone)
            #expect(TimetableCheck(own).verdict(on: right).faults.isEmpty, "\(zone)")
        }
    }

    @Test func `names the clock of the wall where the config has another`() throws {
        for (zone, longitude) in [("Europe/London", -0.1), ("America/New_York", -74.0)] {
            let own = PrayerCalculator(
                coordinates: try Coordinates(latitude: 51, longitude: longitude),
                zone: try .installed(zone),
                method: .mwl
            )
            let text = MosqueFile.text(own, try CivilDate("2026-01-01")...CivilDate("2026-12-31"))
            for clock in [FileClock.standard, .utc] {
                let set = try WrittenTimetable(Array(text.utf8), clock: clock)
                let stated = try MosqueFile.year(text.replacing("{\"year\"", with: "{\"clock\":\"\(clock)\",\"year\""))
                for (file, cure) in [
                    (set, "all its times fit with clock = \"local\" in [timetable]"),
                    (stated, "all its times fit with \"clock\": \"local\" in the file"),
                ] {
                    let faults = TimetableCheck(own).verdict(on: file.forCheck(in: own.zone).days).faults
                    #expect(
                        !faults.isEmpty && faults.allSatisfy { $0.sentence.contains(cure) },
                        "\(zone) \(clock): \(faults)"
                    )
                }
            }
        }
    }

    @Test func `keeps the congregation that follows the right adhan where the written one is wrong`() throws {
        let london = try PrayerCalculator.london()
        func iqama(_ prayer: Prayer, _ broken: String, _ with: String) throws -> String? {
            let verdict = try judge(MosqueFile.good.replacing(broken, with: with), by: london)
            let day = verdict.accepted.first { $0.date.description == "2026-02-03" }
            #expect(day?.replaced.keys.contains(prayer) == true, "\(verdict.faults)")
            return day?.iqama[prayer].map { london.zone.clockText($0) }
        }
        // After it, between it and the right one, and long before it.
        #expect(try iqama(.fajr, "\"05:41\", \"jamaah\": \"06:30\"", "\"06:41\", \"jamaah\": \"06:30\"") == "06:30")
        #expect(try iqama(.asr, "\"14:28\"", "\"11:28\"") == "15:15")
        #expect(try iqama(.isha, "\"18:42\", \"jamaah\": \"19:45\"", "\"08:42\", \"jamaah\": \"19:45\"") == "19:45")
        // One that precedes the right adhan, too, is still left out.
        #expect(try iqama(.asr, "\"14:28\", \"jamaah\": \"15:15\"", "\"11:28\", \"jamaah\": \"12:15\"") == nil)
    }

    @Test func `replaces the one time of a day that cannot be read, and keeps the others`() throws {
        let london = try PrayerCalculator.london()
        let broken = try MosqueFile.year(MosqueFile.good.replacing("\"16:54\"", with: "\"1654\""))
        #expect(broken.days(in: london.zone).count == 2, "who writes the days anew has no time for it")
        let (days, faults) = broken.forCheck(in: london.zone)
        #expect(faults.isEmpty)
        for policy in TimetableCheck.Policy.allCases {
            for accept in [AcceptedDays.none, .all] {
                let verdict = TimetableCheck(london, policy: policy, accept: accept).verdict(on: days)
                let day = try #require(verdict.accepted.first { $0.date.description == "2026-02-03" })
                let texts = Prayer.allCases.map { london.zone.clockText(day[$0]) }
                let maghrib = texts[4]
                #expect(
                    texts == ["05:41", "07:36", "12:20", "14:28", maghrib, "18:42"]
                        && ["16:53", "16:54"].contains(maghrib)
                )
                #expect(day.replaced == [.maghrib: .calculation] && day.iqama.count == 5, "\(policy)")
                #expect(day.iqama[.maghrib].map { london.zone.clockText($0) } == "16:59")
                #expect(
                    verdict.faults.map(\.description) == [
                        "line 11, 3 February: maghrib is \"1654\", but a time is written HH:MM; \(maghrib) will be called"
                    ]
                )
            }
        }
        // Two are more than one slip.
        let two = try MosqueFile.year(
            MosqueFile.good.replacing("\"16:54\"", with: "\"1654\"").replacing("\"14:28\"", with: "\"\"")
        ).forCheck(in: london.zone)
        #expect(two.days.count == 2 && two.faults.count == 1)
    }

    @Test func `tells a time that cannot be read also on a day that is not used`() throws {
        let london = try PrayerCalculator.london()
        let text = MosqueFile.text(london, try CivilDate("2026-02-01")...CivilDate("2026-02-09")) { _ in .hours(1) }
        let line = try #require(text.split(separator: "\n").first { $0.contains("2026-02-03") })
        let fajr = try #require(line.split(separator: ",").first { $0.contains("fajr") })
        let (days, faults) = try MosqueFile.year(
            text.replacing(line, with: line.replacing(fajr, with: "\"fajr\":\"\""))
        )
        .forCheck(in: london.zone)
        #expect(days.count == 9 && faults.isEmpty)
        let sentences = TimetableCheck(london).verdict(on: days).faults.map(\.sentence)
        #expect(sentences.contains("fajr is \"\", but a time is written HH:MM"), "\(sentences)")
    }

    @Test func `accepts the Asr of either madhab, and says which it is`() throws {
        var london = try PrayerCalculator.london()
        london.madhab = .hanafi
        let days = MosqueFile.days(london, 2026)
        #expect(TimetableCheck(london).verdict(on: days).remarks.isEmpty)
        london.madhab = .shafi
        let verdict = TimetableCheck(london).verdict(on: days)
        #expect(verdict.faults.isEmpty)
        #expect(
            verdict.remarks.map(\.sentence) == [
                "Asr is that of hanafi, but [calculation] has madhab = \"shafi\"; the file's times are used"
            ]
        )
    }

    @Test func `says that the times are another place's`() throws {
        let london = try PrayerCalculator.london()
        var east = london
        east.coordinates = try Coordinates(latitude: 51.5074, longitude: 2.2722)
        let verdict = TimetableCheck(east).verdict(on: MosqueFile.days(london, 2026))
        #expect(
            verdict.remarks.map(\.sentence).contains(
                "the times fit a place 2.4° further west; they are used"
            )
        )
    }

    @Test func `says in one sentence that another place's times cannot be meant here`() throws {
        let london = try PrayerCalculator.london()
        var west = london
        west.coordinates = try Coordinates(latitude: 51.5074, longitude: -2.5278)
        let days = try year(london, .isha, on: "2026-09-12", by: -40)
        let verdict = TimetableCheck(west).verdict(on: days)
        let kept = verdict.accepted.filter { !$0.replaced.isEmpty }.count
        #expect(kept > 300)
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

    private static func calculator(_ name: String) throws -> PrayerCalculator {
        let city = try #require(cities[name])
        return PrayerCalculator(
            coordinates: try Coordinates(latitude: city.0, longitude: city.1),
            zone: try .installed(city.2),
            method: .mwl
        )
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
        let dates = try CivilDate("2026-01-01")...CivilDate("2026-12-31")
        let verdict = try judge(MosqueFile.text(other, dates), by: own)
        let said = (verdict.faults + verdict.remarks).map(\.sentence)
        #expect(said.count == 1 && verdict.accepted.isEmpty, "\(said.count) \(said.prefix(4))")
        let words =
            /on 365 days from here on the times do not fit this place; .* [\d,]+ km [a-z-]+, or one in another zone;/
        #expect(said.first?.contains(words) == true, "\(said.prefix(1))")
        #expect(far.map { said.first?.contains(" about \($0), or") == true } ?? true, "\(said.prefix(1))")
    }

    @Test(arguments: ["2026-10-25", "2026-04-01"])
    func `a week that is an hour off is one sentence where Maghrib comes late, too`(first: String) throws {
        var london = try Self.calculator("London")
        london.method = .jafari
        let dates = try CivilDate(first)...CivilDate(first).adding(days: 5)
        let days = MosqueFile.days(london, 2026).map { filed in
            guard dates.contains(filed.day.date) else { return filed }
            return FileDay(line: filed.line, day: PrayerDay(date: filed.day.date) { filed.day[$0] + .hours(1) })
        }
        let verdict = TimetableCheck(london).verdict(on: days)
        let said = (verdict.faults + verdict.remarks).map(\.sentence)
        #expect(said.count == 1 && said.first?.contains("is an hour late") == true, "\(said.prefix(4))")
    }

    @Test func `a month of the mosque's own with late Maghribs and a wrong column is not another place's`() throws {
        var london = try Self.calculator("London")
        london.method = .jafari
        let dates = try CivilDate("2026-02-18")...CivilDate("2026-03-19")
        let days = MosqueFile.days(london, 2026).filter { dates.contains($0.day.date) }.enumerated().map {
            index,
            filed in
            guard index < 6 else { return filed }
            return FileDay(line: filed.line, day: filed.day.moving(.dhuhr, by: .minutes(-14)))
        }
        let verdict = TimetableCheck(london).verdict(on: days)
        let said = (verdict.faults + verdict.remarks).map(\.sentence)
        #expect(verdict.accepted.count == 30 && !said.contains { $0.contains("do not fit this place") }, "\(said)")
    }

    @Test func `advises to keep all times only where they could be used as they stand`() throws {
        let london = try PrayerCalculator.london()
        func verdict(_ prayer: Prayer, _ minutes: Int) throws -> TimetableCheck.Verdict {
            let dates = try CivilDate("2026-02-02")...CivilDate("2026-02-20")
            let days = MosqueFile.days(london, 2026).map { filed in
                guard dates.contains(filed.day.date) else { return filed }
                return FileDay(line: filed.line, day: filed.day.moving(prayer, by: .minutes(minutes)))
            }
            return TimetableCheck(london).verdict(on: days)
        }
        let early = try #require(verdict(.maghrib, -8).faults.first).sentence
        #expect(early.hasSuffix("To keep them: accept = \"all\""), "\(early)")
        // Maghrib after Isha: such a day is never used as it stands.
        let late = try verdict(.maghrib, 150)
        let sentence = try #require(late.faults.first).sentence
        #expect(late.faults.count == 1 && sentence.hasSuffix("; other times take their place"), "\(sentence)")
    }

    @Test func `tells in one sentence that many days lack a time`() throws {
        let london = try PrayerCalculator.london()
        let dates = try CivilDate("2026-01-01")...CivilDate("2026-03-31")
        let rows = MosqueFile.text(london, dates).split(separator: "\n")
        let lacking = rows.map { row -> String in
            guard row.contains("2026-02-0"), let isha = row.range(of: ",\"isha\"") else { return String(row) }
            return row[..<isha.lowerBound] + "}" + (row.hasSuffix(",") ? "," : "")
        }
        let year = try MosqueFile.year(lacking.joined(separator: "\n"))
        #expect(year.faults.map(\.sentence).count == 9)
        let (days, unread) = year.forCheck(in: london.zone)
        #expect(days.count == 90 && unread.isEmpty)
        let faults = TimetableCheck(london).verdict(on: days).faults
        #expect(faults.count == 9)
        let more = lacking.map { row -> String in
            guard row.contains("2026-02-1"), let isha = row.range(of: ",\"isha\"") else { return row }
            return row[..<isha.lowerBound] + "}" + (row.hasSuffix(",") ? "," : "")
        }
        let joint = TimetableCheck(london).verdict(
            on:
                try MosqueFile.year(more.joined(separator: "\n")).forCheck(in: london.zone).days
        )
        #expect(
            joint.faults.map(\.sentence) == ["isha is missing on 19 days from here on; other times take their place"]
        )
        #expect(joint.accepted.count == 90)
    }

    @Test func `a time that cannot be read is replaced to the minute in a calculated table`() throws {
        let london = try PrayerCalculator.london()
        let own = Dictionary(uniqueKeysWithValues: MosqueFile.days(london, 2026).map { ($0.day.date, $0.day) })
        let dates = try CivilDate("2026-01-01")...CivilDate("2026-12-31")
        let text = MosqueFile.text(london, dates)
        for prayer in Prayer.allCases {
            var row = 0
            let rows = text.split(separator: "\n").map { line -> String in
                row += 1
                guard row % 9 == 7, let key = line.range(of: "\"\(prayer.rawValue)\":\"") else { return String(line) }
                return line[..<key.upperBound] + "x" + line[key.upperBound...]
            }
            let days = try MosqueFile.year(rows.joined(separator: "\n")).forCheck(in: london.zone).days
            let replaced = TimetableCheck(london).verdict(on: days).accepted.filter { !$0.replaced.isEmpty }
            #expect(replaced.count == 40 || replaced.count == 41)
            // Where the white nights begin and end, the days on either side are calculated in different ways.
            let whiteNights = try CivilDate("2026-05-15")...CivilDate("2026-07-31")
            let isByTwilight = prayer == .fajr || prayer == .isha
            let wrong = replaced.filter { day in
                day[prayer] != own[day.date]?[prayer] && !(isByTwilight && whiteNights.contains(day.date))
            }.map(\.date)
            #expect(wrong.isEmpty, "\(prayer): \(wrong)")
        }
    }

    @Test func `says in one sentence that a column is early all year`() throws {
        let london = try PrayerCalculator.london()
        let days = MosqueFile.days(london, 2026).map { filed in
            FileDay(line: filed.line, day: filed.day.moving(.maghrib, by: .minutes(-8)))
        }
        let verdict = TimetableCheck(london).verdict(on: days)
        #expect(verdict.accepted.count == 365)
        let sentence = try #require(verdict.faults.first).sentence
        #expect(
            verdict.faults.count == 1 && sentence.contains("min before sunset on 365 days from here on"),
            "\(sentence)"
        )
        #expect(
            sentence.hasPrefix("Maghrib is ") && sentence.hasSuffix("To keep them: accept = \"all\""),
            "\(sentence)"
        )
    }

    @Test(arguments: [
        ([Prayer.maghrib, .isha], "Maghrib and Isha"), ([.dhuhr, .asr], "Dhuhr and Asr"),
        ([.fajr, .sunrise], "Fajr and Sunrise"),
    ])
    func `names two columns that are exchanged, and uses none of the days`(pair: [Prayer], words: String) throws {
        let london = try PrayerCalculator.london()
        let days = MosqueFile.days(london, 2026).map { filed in
            FileDay(
                line: filed.line,
                day: PrayerDay(date: filed.day.date) { prayer in
                    filed.day[pair.contains(prayer) ? pair.first { $0 != prayer } ?? prayer : prayer]
                }
            )
        }
        let verdict = TimetableCheck(london).verdict(on: days)
        #expect(verdict.accepted.isEmpty)
        // It is no wish of the mosque: `accept` would call both times at the wrong prayers.
        #expect(
            verdict.faults.map(\.sentence) == [
                "on 365 days from here on the times of \(words) seem to be exchanged; these days are not used. Exchange the two in the "
                    + "file, or name the columns as in: adhand timetable import FILE --map \(pair[0].rawValue)=COLUMN"
            ]
        )
    }

    /// London's year, with some times of the wall clock replaced.
    private func london(_ prayer: Prayer, _ second: (CivilDate, Int) -> Int) throws -> [FileDay] {
        let london = try PrayerCalculator.london()
        return MosqueFile.days(london, 2026).map { filed in
            let wall = london.zone.wall(at: filed.day[prayer])
            let time = london.zone.instant(wall.date, secondOfDay: second(filed.day.date, wall.secondOfDay))
            return FileDay(line: filed.line, day: filed.day.moving(prayer, by: time - filed.day[prayer]))
        }
    }

    @Test func `takes the day before a Friday for right, also where the year begins with it`() throws {
        let check = TimetableCheck(try .london())
        let fridays = try london(.dhuhr) { date, own in date.weekday == 5 ? 47_700 : own }
        #expect(check.verdict(on: fridays).faults.isEmpty)
        let wrong = try london(.dhuhr) { date, own in
            date.weekday == 5 ? 47_700 : date.description == "2026-01-01" ? own + 3000 : own
        }
        let verdict = check.verdict(on: wrong)
        #expect(verdict.remarks.compactMap(\.date?.description).contains("2026-01-01"), "\(verdict.remarks)")
    }

    @Test func `takes a step that lasts one day for right, and two steps for an error`() throws {
        let check = TimetableCheck(try .london())
        func faults(_ minutes: Int, by step: Int = 900) throws -> [String?] {
            let days = try london(.isha) { date, own in
                (own + step - 1) / step * step + (date.description == "2026-10-08" ? minutes * 60 : 0)
            }
            return check.verdict(on: days).faults.map(\.date?.description)
        }
        #expect(try faults(15) == [])
        #expect(try faults(30) == ["2026-10-08"])
        #expect(try faults(10, by: 600) == [])
        #expect(try faults(30, by: 600) == ["2026-10-08"])
    }

    @Test func `takes no handful of typing errors for a fault of the whole table`() throws {
        let dates = ["2026-01-20", "2026-02-14", "2026-03-10", "2026-09-22", "2026-10-12", "2026-11-27"]
        let days = try london(.isha) { date, own in own + (dates.contains(date.description) ? 3600 : 0) }
        let verdict = TimetableCheck(try .london()).verdict(on: days)
        #expect(verdict.faults.map(\.date?.description) == dates)
        #expect(verdict.faults.allSatisfy { $0.prayer == .isha && $0.fate == .replaced })
        #expect(verdict.accepted.count == 365)
    }

    @Test func `never guesses a Maghrib before sunset`() throws {
        let london = try PrayerCalculator.london()
        let right = MosqueFile.days(london, 2026).first { $0.day.date.description == "2026-03-12" }?.day[.maghrib]
        for minutes in 45...75 {
            let days = try year(london, .maghrib, on: "2026-03-12", by: minutes)
            let called = TimetableCheck(london).verdict(on: days).accepted.first { $0.date.description == "2026-03-12" }
            let off = try #require(called?[.maghrib]) - (try #require(right))
            #expect(off >= .minutes(-1) && off <= .minutes(6), "\(minutes) min late: called \(off) late")
        }
    }

    @Test func `uses nothing of a table whose sun is another place's, whatever fits by chance`() throws {
        let istanbul = PrayerCalculator(
            coordinates: try Coordinates(latitude: 41.01, longitude: 28.98),
            zone: try .installed("Europe/Istanbul"),
            method: .turkey
        )
        // As the mosque in London reads it: the same times on its own wall clock.
        let london = try PrayerCalculator.london()
        let days = MosqueFile.days(istanbul, 2026).map { filed in
            FileDay(line: filed.line, day: filed.day.onTheWall(of: london.zone, as: istanbul.zone))
        }
        let verdict = TimetableCheck(london).verdict(on: days)
        #expect(verdict.accepted.isEmpty)
        #expect(verdict.faults.count { $0.sentence.contains("the times do not fit this place") } == 1)
        #expect(verdict.faults.count < 5, "\(verdict.faults.count)")
        #expect(TimetableCheck(london, accept: .all).verdict(on: days).accepted.count > 360)
    }

    @Test func `calls on a fixed month what the file's own days suggest, not the config's method`() throws {
        var isna = try PrayerCalculator.london()
        let own = MosqueFile.days(isna, 2026)
        isna.method = .isna
        // Far before any dawn.
        let days = try london(.fajr) { date, own in date.components.month == 3 ? 4200 : own }
        let called = TimetableCheck(isna).verdict(on: days).accepted.first { $0.date.description == "2026-03-10" }
        let right = try #require(own.first { $0.day.date.description == "2026-03-10" })
        let off = try #require(called?[.fajr]) - right.day[.fajr]
        #expect(abs(off.inSeconds) <= 180, "\(off)")
    }

    @Test func `names dates with day and month exchanged`() throws {
        let london = try PrayerCalculator.london()
        let days = try MosqueFile.days(london, 2026).map { filed in
            let (year, month, day) = filed.day.date.components
            guard day <= 12 else { return filed }
            let (date, zone) = (try CivilDate(year: year, month: day, day: month), london.zone)
            return FileDay(
                line: filed.line,
                day: PrayerDay(date: date) { prayer in
                    let wall = zone.wall(at: filed.day[prayer])
                    let ahead = filed.day.date.distance(to: wall.date)
                    return zone.instant(date.adding(days: ahead), secondOfDay: wall.secondOfDay)
                }
            )
        }
        let sorted = days.sorted { $0.day.date < $1.day.date }
        let verdict = TimetableCheck(london).verdict(on: sorted)
        // Also where so few of the days have passed that the others would look like typing errors.
        let short = TimetableCheck(london).verdict(on: sorted.filter { $0.day.date.components.day <= 12 })
        for faults in [verdict.faults, short.faults] {
            let sentences = faults.map(\.sentence)
            #expect(sentences.count == 1, "\(sentences)")
            #expect(sentences.first?.contains("day and month of the date seem to be exchanged") == true)
        }
        let wrong = verdict.accepted.filter { day in
            let (_, month, number) = day.date.components
            return number <= 12 && month != number
        }
        #expect(wrong.isEmpty && verdict.accepted.count == 365 - 132, "\(wrong.map(\.date))")
    }

    @Test func `a fault of the whole file stands before those of single days`() throws {
        let london = try PrayerCalculator.london()
        let days = MosqueFile.days(london, 2026).map { filed in
            let isLate = filed.day.date.components.month > 1
            let swapped = PrayerDay(date: filed.day.date) { prayer in
                filed.day[prayer == .maghrib ? .isha : prayer == .isha ? .maghrib : prayer]
            }
            let right = filed.day.date.description == "2026-01-12" ? filed.day.moving(.fajr, by: .hours(1)) : filed.day
            return FileDay(line: filed.line, day: isLate ? swapped : right)
        }
        let faults = TimetableCheck(london).verdict(on: days).faults
        #expect(faults.map { $0.date?.description } == ["2026-02-01", "2026-01-12"], "\(faults)")
    }

    @Test(arguments: [30, 45, -30, 90])
    func `says once that all times of a season are moved, and uses the other days`(minutes: Int) throws {
        let london = try PrayerCalculator.london()
        let days = MosqueFile.days(london, 2026).map { filed in
            (4...9).contains(filed.day.date.components.month)
                ? FileDay(line: filed.line, day: filed.day.moving(Prayer.allCases, by: .minutes(minutes))) : filed
        }
        let verdict = TimetableCheck(london).verdict(on: days)
        let words =
            "all times are about \(abs(minutes)) min \(minutes > 0 ? "late" : "early"), as by the clock of another zone"
        #expect(verdict.faults.count == 1 && verdict.remarks.isEmpty, "\(verdict.faults) \(verdict.remarks)")
        #expect(
            verdict.faults.first?.description.hasPrefix(
                "line 92, 2026-04-01: on 183 days from here to 2026-09-30 \(words)"
            ) == true,
            "\(verdict.faults)"
        )
        #expect(verdict.accepted.count == 182 && verdict.accepted.allSatisfy { $0.replaced.isEmpty })
    }

    @Test(arguments: [(Prayer.fajr, -60), (.maghrib, -60), (.maghrib, -30), (.maghrib, 60)])
    func `says once that one prayer is moved for a season, also at its ends`(prayer: Prayer, minutes: Int) throws {
        let london = try PrayerCalculator.london()
        let days = MosqueFile.days(london, 2026).map { filed in
            let isMoved =
                [4, 9, 10].contains(filed.day.date.components.month) || filed.day.date.description == "2026-12-05"
            return isMoved ? FileDay(line: filed.line, day: filed.day.moving(prayer, by: .minutes(minutes))) : filed
        }
        let verdict = TimetableCheck(london).verdict(on: days)
        // A slip of its own is told alone.
        #expect(verdict.faults.count == 2, "\(verdict.faults)")
        #expect(verdict.faults.last?.description.hasPrefix("line 340, 5 December: ") == true, "\(verdict.faults)")
        #expect(verdict.accepted.count == 365)
        #expect(verdict.accepted.count { $0.replaced[prayer] != nil } == 92)
    }

    @Test func `names a clock of twelve hours`() throws {
        let london = try PrayerCalculator.london()
        let days = MosqueFile.days(london, 2026).map { filed in
            FileDay(
                line: filed.line,
                day: PrayerDay(date: filed.day.date) { prayer in
                    filed.day[prayer] - ([.asr, .maghrib, .isha].contains(prayer) ? .hours(12) : .zero)
                }
            )
        }
        let verdict = TimetableCheck(london).verdict(on: days)
        #expect(verdict.faults.count == 1)
        #expect(verdict.faults.first?.sentence.contains("a clock of twelve hours, without am and pm") == true)
    }

    @Test func `takes equal times as in order, as Dhuhr and Asr in the polar night`() throws {
        let day = try MosqueFile.day("2026-12-20", ["06:30", "11:00", "11:40", "11:40", "12:30", "17:00"])
        let north = PrayerCalculator(
            coordinates: try Coordinates(latitude: 67.85, longitude: 20.2),
            zone: try .installed("Europe/Stockholm"),
            method: .mwl
        )
        let verdict = TimetableCheck(north).verdict(on: day.days(in: north.zone))
        #expect(verdict.accepted.count == 1 && verdict.faults.isEmpty)
    }

    @Test func `never uses a day out of order`() throws {
        let london = try PrayerCalculator.london()
        let crowded = MosqueFile.good.replacing("16:54", with: "18:42:30")
        for policy in TimetableCheck.Policy.allCases {
            let verdict = try judge(crowded, by: london, policy)
            #expect(verdict.accepted.allSatisfy { $0.disorder == nil } && verdict.faults.count == 1, "\(policy)")
        }
        #expect(try judge(crowded, by: london, .off).accepted.count == 2)
        #expect(try judge(crowded, by: london, accept: .all).accepted.count == 2)
        // The time that is wrong is known, and only that one is replaced.
        #expect(try judge(crowded, by: london).accepted.count == 3)
    }
}
