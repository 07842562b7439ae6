import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanDisplay

/// The Hijri date of this moment, as the daemon's status has it.
@Suite struct APITests {
    private let days: [PrayerDay]

    init() throws { days = try ["2026-11-21", "2026-11-22"].map { PrayerDay.plain(try CivilDate($0)) } }

    private func hijri(_ now: Instant, turn: HijriCalendar.Turn, days count: Int = 2) throws -> String? {
        var calendar = HijriCalendar.ummAlQura
        calendar.turn = turn
        let point = try Coordinates(latitude: 53.6097, longitude: -2.1561)
        var view = DaemonView(since: now)
        view.times = TimesReport(
            Place(name: "Central Mosque", coordinates: point, timezone: "Europe/London"),
            .utc,
            Array(days.prefix(count)),
            before: nil,
            MosqueRules(),
            ExtraTimes.Spans(),
            calendar,
            showsAll: true
        )
        let api = API(view: view, problems: [], calendar: calendar, pages: Heartbeats(), streams: 0, now: now)
        return api.hijriNow(try CivilDate("2026-11-21"))?.description
    }

    @Test func `it turns at Maghrib where the mosque's does`() throws {
        let today = HijriCalendar.ummAlQura.date(try CivilDate("2026-11-21"))?.description
        let tomorrow = HijriCalendar.ummAlQura.date(try CivilDate("2026-11-22"))?.description
        #expect(today != nil && tomorrow != nil && today != tomorrow)
        let (before, after) = (try Instant.utc("2026-11-21", 17, 59), try Instant.utc("2026-11-21", 18))
        #expect(try hijri(before, turn: .maghrib) == today && hijri(after, turn: .maghrib) == tomorrow)
        #expect(try hijri(after, turn: .maghrib, days: 1) == tomorrow)
        #expect(try hijri(after, turn: .midnight) == today)
    }
}
