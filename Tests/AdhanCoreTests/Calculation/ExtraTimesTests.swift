import AdhanTestSupport
import AdhanCore
import Testing

@Suite struct `The times beside the six` {
    @Test func `are imsak, ishraq, duha, zawal, midnight and the last third`() throws {
        let date = try CivilDate("2026-11-21")
        // Sunrise 07:00 and Maghrib 18:00. The night until Fajr at 05:00 has eleven hours, that until sunrise thirteen.
        let (day, next) = (PrayerDay.plain(date), PrayerDay.plain(date.adding(days: 1)))
        let extra = ExtraTimes(of: day, before: next)
        #expect(extra.imsak == (try .utc("2026-11-21", 4, 50)))
        #expect(extra.ishraq == (try .utc("2026-11-21", 7, 15)))
        #expect(extra.duha == (try .utc("2026-11-21", 9, 45)))
        #expect(extra.zawal == (try .utc("2026-11-21", 11, 50)))
        #expect(extra.midnight == (try .utc("2026-11-21", 23, 30)))
        #expect(extra.lastThird == (try .utc("2026-11-22", 1, 20)))
        var spans = ExtraTimes.Spans()
        (spans.midnight, spans.imsak) = (.sunrise, 20)
        #expect(ExtraTimes(of: day, before: next, spans).midnight == (try .utc("2026-11-22", 0, 30)))
        #expect(ExtraTimes(of: day, before: next, spans).imsak == (try .utc("2026-11-21", 4, 40)))
    }

    @Test func `prayer is not offered after sunrise, at zenith and before sunset`() throws {
        func at(_ hour: Int, _ minute: Int = 0) throws -> Instant { try .utc("2026-11-21", hour, minute) }
        let day = PrayerDay.plain(try CivilDate("2026-11-21"))
        let times = NotOffered.times(of: day)
        #expect(times.map(\.why) == [.sunrise, .zenith, .sunset])
        #expect(times.map(\.from) == [try at(7), try at(11, 50), try at(17, 45)])
        #expect(times.map(\.to) == [try at(7, 15), try at(12), try at(18)])
        var spans = ExtraTimes.Spans()
        (spans.beforeSunset, spans.zawal) = (20, 0)
        #expect(NotOffered.times(of: day, spans).map(\.why) == [.sunrise, .sunset])
        #expect(NotOffered.times(of: day, spans).last?.from == (try at(17, 40)))
    }

    @Test func `on a short day in the far north these times are shorter and do not overlap`() throws {
        let date = try CivilDate("2026-12-21")
        func times(sunrise: Int, asr: Int, maghrib: Int) -> [NotOffered] {
            NotOffered.times(
                of: .plain(date, sunrise: sunrise * 60, dhuhr: 720 * 60, asr: asr * 60, maghrib: maghrib * 60)
            )
        }
        let short = times(sunrise: 700, asr: 725, maghrib: 735)
        #expect(short.map { $0.from.duration(to: $0.to) } == [.minutes(15), .minutes(5), .minutes(10)])
        let shorter = times(sunrise: 712, asr: 720, maghrib: 728)
        #expect(shorter.map(\.why) == [.sunrise, .sunset])
        #expect(shorter.map { $0.from.duration(to: $0.to) } == [.minutes(8), .minutes(8)])
        #expect(times(sunrise: 720, asr: 720, maghrib: 720).isEmpty)
    }
}
