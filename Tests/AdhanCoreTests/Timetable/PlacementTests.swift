import AdhanCore
import AdhanTestSupport
import Testing

@Suite struct `A wall time of a file` {
    private func day(_ date: String, _ times: String, in zone: ZoneRules) throws -> PrayerDay {
        let year = try MosqueFile.day(date, times.split(separator: " ").map(String.init))
        return try #require(year.days(in: zone).first).day
    }

    @Test func `takes the offset before a gap, so that 00.30 becomes 01.30`() throws {
        let beirut = try ZoneRules.installed("Asia/Beirut")
        let day = try day("2026-03-29", "00:30 06:30 12:40 16:10 19:00 20:20", in: beirut)
        #expect(beirut.formatted(day[.fajr]) == "2026-03-29T01:30:00+03:00")
        #expect(beirut.formatted(day[.sunrise]) == "2026-03-29T06:30:00+03:00")
    }

    @Test func `that a gap puts out of order is never accepted`() throws {
        // 00:59 is skipped and becomes 01:59, after the sunrise that should follow it.
        let beirut = try PrayerCalculator.at(33.89, 35.5, "Asia/Beirut")
        let year = try MosqueFile.day("2026-03-29", ["00:59", "01:30", "12:40", "16:10", "19:00", "20:20"])
        let verdict = TimetableCheck(beirut, policy: .off).verdict(on: year.days(in: beirut.zone))
        #expect(verdict.accepted.isEmpty)
        let words = "line 1, 2026-03-29: Sunrise 01:30 is before Fajr 01:59; the day is not used"
        #expect(verdict.faults.map(\.description) == [words])
    }

    @Test func `takes the first occurrence in an overlap, which keeps the order`() throws {
        let london = try ZoneRules.installed("Europe/London")
        let day = try day("2026-10-25", "01:30 02:00 11:50 14:20 16:45 18:30", in: london)
        #expect(london.formatted(day[.fajr]) == "2026-10-25T01:30:00+01:00")
        #expect(london.formatted(day[.sunrise]) == "2026-10-25T02:00:00+00:00")
        // The night before, with Isha after midnight in the same hour.
        let eve = try self.day("2026-10-24", "04:30 06:30 12:50 15:20 23:45 01:15", in: london)
        #expect(london.formatted(eve[.isha]) == "2026-10-25T01:15:00+01:00")
    }

    @Test(arguments: ["Europe/London", "Asia/Beirut", "America/Santiago", "Africa/Casablanca", "Australia/Lord_Howe"])
    func `ascends with the wall through every change of the clocks but a gap`(name: String) throws {
        let zone = try ZoneRules.installed(name)
        var random = SeededGenerator(seed: 7)
        for date in CivilDate.year(2026) {
            // Clustered in the night, when clocks change.
            var seconds: Set<Int> = []
            while seconds.count < 6 { seconds.insert(Int.random(in: 0..<18_000, using: &random)) }
            let noon = zone.instant(date, secondOfDay: 12 * 3600)
            let isGap = zone.offset(at: noon) > zone.offset(at: noon - .hours(18))
            let moments = seconds.sorted().map { zone.instant(date, secondOfDay: $0) }
            #expect(isGap || zip(moments, moments.dropFirst()).allSatisfy { $0 < $1 }, "\(name) \(date)")
        }
    }

    @Test func `follows the zone it is asked in`() throws {
        let year = try MosqueFile.year(MosqueFile.good)
        let there = try #require(year.days(in: .fixed(name: "+05", offset: 18_000)).first).day
        let here = try #require(year.days(in: .utc).first).day
        #expect(Prayer.allCases.allSatisfy { here[$0] - there[$0] == .hours(5) })
    }

    /// Late Fajrs are on the evening before, and Maghribs and Ishas shortly after midnight on the next day.
    @Test(arguments: [
        ("23:50 03:26 11:27 15:44 19:29 22:35", "19 23:50, 20 03:26, 20 11:27, 20 15:44, 20 19:29, 20 22:35"),
        ("02:30 04:40 13:02 17:25 21:21 00:35", "20 02:30, 20 04:40, 20 13:02, 20 17:25, 20 21:21, 21 00:35"),
        ("02:10 02:55 13:28 17:50 00:03 01:33", "20 02:10, 20 02:55, 20 13:28, 20 17:50, 21 00:03, 21 01:33"),
    ])
    func `is on the date that keeps its day in order`(times: String, expected: String) throws {
        for zone in [ZoneRules.utc, try .installed("Asia/Almaty")] {
            let day = try day("2026-06-20", times, in: zone)
            #expect(zone.texts(day).map { String($0.dropFirst(3)) }.joined(separator: ", ") == expected)
            #expect(day.isOn("2026-06-20"))
        }
    }

    @Test func `gives the calculated moment again on every day of Oskemen and of London`() throws {
        for calculator in [try PrayerCalculator.oskemen(), try .london()] {
            let year = try MosqueFile.year(MosqueFile.text(calculator, CivilDate.year(2026)))
            #expect(year.faults.isEmpty)
            let own = calculator.days(CivilDate.year(2026))
            let read = year.days(in: calculator.zone).map(\.day)
            #expect(read.map(\.date) == own.map(\.date))
            #expect(zip(read, own).allSatisfy { day, own in Prayer.allCases.allSatisfy { day[$0] == own[$0] } })
            #expect(TimetableCheck(calculator).verdict(on: year.days(in: calculator.zone)).accepted == read)
        }
    }
}

@Suite struct `The clock of a file` {
    /// The written times of 20 June, and the wall's: winter time all year, and UTC, wherever midnight falls.
    @Test(arguments: [
        (
            FileClock.standard, "Europe/London", "02:10 03:50 12:05 16:20 20:20 22:10",
            "03:10 04:50 13:05 17:20 21:20 23:10"
        ),
        (.utc, "Pacific/Auckland", "17:58 19:33 00:23 02:55 05:12 06:40", "05:58 07:33 12:23 14:55 17:12 18:40"),
        (.utc, "America/Anchorage", "12:00 13:45 20:55 01:00 04:05 05:45", "04:00 05:45 12:55 17:00 20:05 21:45"),
    ])
    func `may be winter time all year or UTC`(clock: FileClock, zone: String, written: String, wall: String) throws {
        #expect(try times("2026-06-20", written, clock, zone) == wall.split(separator: " ").map { "06-20 \($0)" })
    }

    private func times(_ date: String, _ times: String, _ clock: FileClock, _ zone: String) throws -> [String] {
        let rules = try ZoneRules.installed(zone)
        let text = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n\(date),\(times.replacing(" ", with: ","))\n"
        let written = try WrittenTimetable(Array(text.utf8), clock: clock)
        let day = try #require(written.days(in: rules).first).day
        #expect(day.isOn(date))
        return rules.texts(day)
    }

    @Test func `that never changes has no gap and no overlap on the day the zone's does`() throws {
        let found = try times("2026-03-29", "00:30 04:30 10:40 14:10 17:00 18:20", .utc, "Europe/London")
        #expect(found.prefix(2) == ["03-29 00:30", "03-29 05:30"])
        let winter = "05:42 07:37 12:20 14:27 16:52 18:41"
        let same = try times("2026-02-02", winter, .standard, "Europe/London").map { String($0.dropFirst(6)) }
        #expect(same.joined(separator: " ") == winter)
    }

    @Test func `is stated by the file, otherwise by the config`() throws {
        let text = MosqueFile.good.replacing("{\"year\": 2026", with: "{\"year\": 2026, \"clock\": \"utc\"")
        let here = try WrittenTimetable(Array(text.utf8), clock: .standard)
        let there = try WrittenTimetable(Array(MosqueFile.good.utf8), clock: .utc)
        let zone = try ZoneRules.installed("America/New_York")
        #expect(here.days(in: zone) == there.days(in: zone) && !here.isLocal)
    }

    @Test func `does not matter for moments, which have their own offset`() throws {
        let bytes = Array(ShapeSample.alAdhanMoments.text.utf8)
        let zone = try ZoneRules.installed("Asia/Karachi")
        let days = try FileClock.allCases.map { try WrittenTimetable(bytes, clock: $0).days(in: zone) }
        #expect(Set(days).count == 1 && days.first?.first.map { zone.clockText($0.day[.fajr]) } == "10:42")
    }
}

@Suite struct `A bundled timetable` {
    private func objection(
        _ place: Coordinates?,
        on date: String = "2026-11-21",
        location: String = #""location": {"latitude": 53.6097, "longitude": -2.1561},"#
    ) throws -> String? {
        let text = """
            {"year": 2026, \(location) "prayerTimes": [{"date": "2026-02-03", "fajr": "05:41", "sunrise": "07:36",
            "dhuhr": "12:20", "asr": "14:28", "maghrib": "16:54", "isha": "18:42"}]}
            """
        return BundleScope(try MosqueFile.year(text)).objection(at: place, on: try CivilDate(date))
    }

    private func rochdale(north kilometres: Double = 0) throws -> Coordinates {
        try Coordinates(latitude: 53.6097 + kilometres / 111.195, longitude: -2.1561)
    }

    @Test func `is valid at its place and near it, and else says how far away that is`() throws {
        for kilometres in [0, 4.99] { #expect(try objection(rochdale(north: kilometres)) == nil) }
        for (place, away) in [
            (try rochdale(north: 5.01), "5.1"), (try Coordinates(latitude: 51.5074, longitude: -0.1278), "271"),
        ] {
            let words = "the bundled timetable is of 53.6097, -2.1561, \(away) km away; it is valid within 5 km"
            #expect(try objection(place) == words)
        }
        #expect(try objection(Place.fallback.coordinates) != nil)
        #expect(try objection(nil)?.hasSuffix("no place is set in the config") == true)
    }

    @Test func `is not valid in another year`() throws {
        for day in ["2026-01-01", "2026-12-31"] { #expect(try objection(rochdale(), on: day) == nil) }
        let words = "the bundled timetable is of 2026, and is not valid in another year"
        for day in ["2025-12-31", "2027-01-01"] { #expect(try objection(rochdale(), on: day) == words) }
    }

    @Test func `without a place is not valid anywhere`() throws {
        for location in ["", #""location": null,"#, #""location": {"latitude": 53.6, "longitude": 200},"#] {
            let found = try objection(rochdale(), location: location)
            #expect(found?.contains("does not say for which place") == true)
        }
        let table = BundleScope(try MosqueFile.year(ShapeSample.table.text))
        let found = table.objection(at: try rochdale(), on: try CivilDate("2026-11-21"))
        #expect(found?.contains("does not say for which place") == true)
    }
}
