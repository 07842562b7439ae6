import AdhanCore
import Testing

@Suite struct `A prayer day` {
    @Test func `gives each prayer its own time`() throws {
        let times = (0..<6).map { Instant(seconds: Int64($0) * 3600) }
        var estimates = Estimates.none
        estimates[.isha] = .diyanet
        let day = PrayerDay(
            date: try CivilDate("1970-01-01"),
            fajr: times[0],
            sunrise: times[1],
            dhuhr: times[2],
            asr: times[3],
            maghrib: times[4],
            isha: times[5],
            source: .rehearsal,
            estimates: estimates
        )
        #expect(Prayer.allCases.map { day[$0] } == times)
        #expect(day.source == .rehearsal && day.estimated == [.isha] && day.estimates[.isha] == .diyanet)
    }

    @Test func `keeps every time of the wall clock under new rules of the zone`() throws {
        let utc =
            "date,imsak,fajr,sunrise,dhuhr,asr,maghrib,isha,fajr_iqama,jumuah\n"
            + "2026-02-06,05:31,05:41,07:36,12:20,14:28,16:54,18:42,06:00,13:15\n"
        let hour = ZoneRules.fixed(name: "an hour east", offset: 3600)
        let day = try #require(try WrittenTimetable(Array(utc.utf8)).days(in: .utc).first?.day)
        let expected = try #require(try WrittenTimetable(Array(utc.utf8)).days(in: hour).first?.day)
        #expect(day.imsak != nil && day.onTheWall(of: hour, as: .utc) == expected)
    }
}
