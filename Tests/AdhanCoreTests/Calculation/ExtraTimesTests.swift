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
}
