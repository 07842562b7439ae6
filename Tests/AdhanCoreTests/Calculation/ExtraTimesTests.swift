import AdhanCore
import AdhanTestSupport
import Testing

@Suite struct `The times beside the six` {
    private func at(_ hour: Int, _ minute: Int = 0) throws -> Instant { try .utc("2026-11-21", hour, minute) }

    @Test func `are imsak, ishraq, duha, zawal, midnight and the last third`() throws {
        // Sunrise 07:00 and Maghrib 18:00. The night until Fajr at 05:00 has eleven hours, that until sunrise thirteen.
        let (day, next) = (try PrayerDay.plain("2026-11-21"), try PrayerDay.plain("2026-11-22"))
        let extra = ExtraTimes(of: day, before: next)
        let found = [extra.imsak, extra.ishraq, extra.duha, extra.zawal, extra.midnight, extra.lastThird]
        #expect(try found == [at(4, 50), at(7, 15), at(9, 45), at(11, 50), at(23, 30), at(25, 20)])
        var spans = ExtraTimes.Spans()
        (spans.midnight, spans.imsak) = (.sunrise, 20)
        let other = ExtraTimes(of: day, before: next, spans)
        #expect(try other.midnight == at(24, 30) && other.imsak == at(4, 40))
    }

    @Test func `prayer is not offered after sunrise, at zenith and before sunset`() throws {
        let day = try PrayerDay.plain("2026-11-21")
        let times = NotOffered.times(of: day)
        #expect(times.map(\.why) == [.sunrise, .zenith, .sunset])
        #expect(try times.map(\.from) == [at(7), at(11, 50), at(17, 45)])
        #expect(try times.map(\.to) == [at(7, 15), at(12), at(18)])
        var spans = ExtraTimes.Spans()
        (spans.beforeSunset, spans.zawal) = (20, 0)
        #expect(NotOffered.times(of: day, spans).map(\.why) == [.sunrise, .sunset])
        #expect(try NotOffered.times(of: day, spans).last?.from == at(17, 40))
    }

    /// Sunrise, Asr and Maghrib in minutes of a day whose Dhuhr is at 720, and the minutes of each time.
    @Test(arguments: [([700, 725, 735], [15, 5, 10]), ([712, 720, 728], [8, 8]), ([720, 720, 720], [])])
    func `on a short day in the far north these times do not overlap`(day: [Int], lengths: [Int]) throws {
        let times = NotOffered.times(
            of: .plain(
                try CivilDate("2026-12-21"),
                sunrise: day[0] * 60,
                dhuhr: 720 * 60,
                asr: day[1] * 60,
                maghrib: day[2] * 60
            )
        )
        #expect(times.map { $0.from.duration(to: $0.to) } == lengths.map { .minutes($0) })
        if times.count == 2 { #expect(times.map(\.why) == [.sunrise, .sunset]) }
    }
}

@Suite struct `Taraweeh` {
    /// The first and last mosque date whose evening has it.
    private func evenings(_ starts: [String: String]) throws -> [String] {
        let calendar = try HijriCalendar.with(starts)
        let first = try CivilDate("2027-01-20")
        let days = (0..<70).map { PrayerDay.plain(first.adding(days: $0)) }
        let found = zip(days, days.dropFirst()).filter { calendar.hasTaraweeh(onTheEveningOf: $0, before: $1) }
            .map(\.0.date)
        let begin = try #require(found.first)
        #expect(found == found.indices.map { begin.adding(days: $0) })
        return [begin, try #require(found.last)].map(\.description)
    }

    @Test func `is from the eve of 1 Ramadan to the eve of the last day, with 29 days and with 30`() throws {
        for (shawwal, last) in [("2027-03-09", "2027-03-07"), ("2027-03-10", "2027-03-08")] {
            #expect(try evenings(["1448-09": "2027-02-08", "1448-10": shawwal]) == ["2027-02-07", last])
        }
        // Where the mosque saw the moon a day earlier.
        #expect(try evenings(["1448-09": "2027-02-07"]).first == "2027-02-06")
    }

    @Test func `of the last day of a timetable goes by the calendar`() throws {
        for (date, hasIt) in [("2027-02-07", true), ("2027-02-06", false)] {
            #expect(HijriCalendar.ummAlQura.hasTaraweeh(onTheEveningOf: try .plain(date), before: nil) == hasIt)
        }
    }
}
