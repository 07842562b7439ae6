import AdhanCore
import AdhanTestSupport
import Testing

@Suite struct `A wall time of a file` {
    @Test func `takes the offset before a gap, so that 00.30 becomes 01.30`() throws {
        let beirut = try ZoneRules.installed("Asia/Beirut")
        let year = try MosqueFile.day("2026-03-29", ["00:30", "06:30", "12:40", "16:10", "19:00", "20:20"])
        let day = try #require(year.days(in: beirut).first).day
        #expect(beirut.formatted(day[.fajr]) == "2026-03-29T01:30:00+03:00")
        #expect(beirut.formatted(day[.sunrise]) == "2026-03-29T06:30:00+03:00")
    }

    @Test func `that a gap puts out of order is never accepted`() throws {
        // 00:59 is skipped and becomes 01:59, after the sunrise that should follow it.
        let beirut = try ZoneRules.installed("Asia/Beirut")
        let year = try MosqueFile.day("2026-03-29", ["00:59", "01:30", "12:40", "16:10", "19:00", "20:20"])
        let calculator = PrayerCalculator(
            coordinates: try Coordinates(latitude: 33.89, longitude: 35.5),
            zone: beirut,
            method: .mwl
        )
        let verdict = TimetableCheck(calculator, policy: .off).verdict(on: year.days(in: beirut))
        #expect(verdict.accepted.isEmpty)
        #expect(
            verdict.faults.map(\.description)
                == ["line 1, 2026-03-29: Sunrise 01:30 is before Fajr 01:59; the day is not used"]
        )
    }

    @Test func `takes the first occurrence in an overlap, which keeps the order`() throws {
        let london = try ZoneRules.installed("Europe/London")
        let year = try MosqueFile.day("2026-10-25", ["01:30", "02:00", "11:50", "14:20", "16:45", "18:30"])
        let day = try #require(year.days(in: london).first).day
        #expect(london.formatted(day[.fajr]) == "2026-10-25T01:30:00+01:00")
        #expect(london.formatted(day[.sunrise]) == "2026-10-25T02:00:00+00:00")
        // The night before, with Isha after midnight in the same hour.
        let eve = try MosqueFile.day("2026-10-24", ["04:30", "06:30", "12:50", "15:20", "23:45", "01:15"])
        let isha = try #require(eve.days(in: london).first).day[.isha]
        #expect(london.formatted(isha) == "2026-10-25T01:15:00+01:00")
    }

    @Test(arguments: ["Europe/London", "Asia/Beirut", "America/Santiago", "Africa/Casablanca", "Australia/Lord_Howe"])
    func `ascends with the wall through every change of the clocks but a gap`(name: String) throws {
        let zone = try ZoneRules.installed(name)
        var random = SeededGenerator(seed: 7)
        for date in try CivilDate("2026-01-01")...CivilDate("2026-12-31") {
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

    @Test func `of Fajr is on the evening before if it is late in the evening`() throws {
        let almaty = try ZoneRules.installed("Asia/Almaty")
        let year = try MosqueFile.day("2026-06-01", ["23:50", "03:26", "11:27", "15:44", "19:29", "22:35"])
        let day = try #require(year.days(in: almaty).first).day
        #expect(day.date == (try CivilDate("2026-06-01")))
        #expect(
            almaty.texts(day)
                == ["05-31 23:50", "06-01 03:26", "06-01 11:27", "06-01 15:44", "06-01 19:29", "06-01 22:35"]
        )
    }

    @Test(arguments: [
        (["02:30", "04:40", "13:02", "17:25", "21:21", "00:35"], ["06-20 21:21", "06-21 00:35"]),
        (["02:10", "02:55", "13:28", "17:50", "00:03", "01:33"], ["06-21 00:03", "06-21 01:33"]),
    ])
    func `of Maghrib and Isha is on the next day if it is shortly after midnight`(times: [String], expected: [String])
        throws
    {
        let day = try #require(try MosqueFile.day("2026-06-20", times).days(in: .utc).first).day
        #expect(ZoneRules.utc.texts(day).suffix(2) == expected[...])
    }

    @Test func `gives the calculated moment again on every day of Oskemen and of London`() throws {
        for calculator in [try PrayerCalculator.oskemen(), try .london()] {
            let dates = try CivilDate("2026-01-01")...CivilDate("2026-12-31")
            let year = try MosqueFile.year(MosqueFile.text(calculator, dates))
            #expect(year.faults.isEmpty)
            let own = calculator.days(dates)
            let read = year.days(in: calculator.zone).map(\.day)
            #expect(read.map(\.date) == own.map(\.date))
            #expect(zip(read, own).allSatisfy { day, own in Prayer.allCases.allSatisfy { day[$0] == own[$0] } })
            #expect(TimetableCheck(calculator).verdict(on: year.days(in: calculator.zone)).accepted == read)
        }
    }
}
