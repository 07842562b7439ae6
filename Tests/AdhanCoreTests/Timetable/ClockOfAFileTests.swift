import AdhanCore
import Testing

@Suite struct `The clock of a file` {
    private func day(
        _ date: String,
        _ times: [String],
        _ clock: FileClock,
        _ zone: String
    ) throws -> [String] {
        let rules = try ZoneRules.installed(zone)
        let text = "date,fajr,sunrise,dhuhr,asr,maghrib,isha\n\(date),\(times.joined(separator: ","))\n"
        let written = try WrittenTimetable(Array(text.utf8), clock: clock)
        let day = try #require(written.days(in: rules).first).day
        #expect(day.date.description == date)
        return rules.texts(day)
    }

    @Test func `may be winter time all year`() throws {
        let summer = ["02:10", "03:50", "12:05", "16:20", "20:20", "22:10"]
        #expect(
            try day("2026-06-20", summer, .standard, "Europe/London") == [
                "06-20 03:10", "06-20 04:50", "06-20 13:05", "06-20 17:20", "06-20 21:20", "06-20 23:10",
            ]
        )
        let winter = ["05:42", "07:37", "12:20", "14:27", "16:52", "18:41"]
        #expect(
            try day("2026-02-02", winter, .standard, "Europe/London").map { $0.dropFirst(6) } == winter.map { $0[...] }
        )
    }

    @Test func `may be UTC, wherever midnight falls`() throws {
        #expect(
            try day("2026-06-20", ["17:58", "19:33", "00:23", "02:55", "05:12", "06:40"], .utc, "Pacific/Auckland") == [
                "06-20 05:58", "06-20 07:33", "06-20 12:23", "06-20 14:55", "06-20 17:12", "06-20 18:40",
            ]
        )
        #expect(
            try day("2026-06-20", ["12:00", "13:45", "20:55", "01:00", "04:05", "05:45"], .utc, "America/Anchorage")
                == [
                    "06-20 04:00", "06-20 05:45", "06-20 12:55", "06-20 17:00", "06-20 20:05", "06-20 21:45",
                ]
        )
    }

    @Test func `that never changes has no gap and no overlap on the day the zone's does`() throws {
        let times = ["00:30", "04:30", "10:40", "14:10", "17:00", "18:20"]
        #expect(
            try day("2026-03-29", times, .utc, "Europe/London").prefix(2) == ["03-29 00:30", "03-29 05:30"]
        )
    }

    @Test func `is stated by the file, otherwise by the config`() throws {
        let text = MosqueFile.good.replacing("{\"year\": 2026", with: "{\"year\": 2026, \"clock\": \"utc\"")
        let here = try WrittenTimetable(Array(text.utf8), clock: .standard)
        let there = try WrittenTimetable(Array(MosqueFile.good.utf8), clock: .utc)
        let zone = try ZoneRules.installed("America/New_York")
        #expect(here.days(in: zone) == there.days(in: zone))
        #expect(!here.isLocal)
    }

    @Test func `does not matter for moments, which have their own offset`() throws {
        let bytes = Array(ShapeSample.alAdhanMoments.text.utf8)
        let zone = try ZoneRules.installed("Asia/Karachi")
        let days = try FileClock.allCases.map { try WrittenTimetable(bytes, clock: $0).days(in: zone) }
        #expect(Set(days).count == 1)
        #expect(days.first?.first.map { zone.clockText($0.day[.fajr]) } == "10:42")
    }
}
