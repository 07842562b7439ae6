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
}
