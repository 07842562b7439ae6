import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// A restart between an adhan and its iqama, with another timetable or another config after it.
@Suite struct HeldIqamaTests {
    private final class ChangingSource: TimetableSource, @unchecked Sendable {
        var asr = 15 * 3600
        var khutbahs = [12 * 3600 + 1800, 13 * 3600 + 1800]

        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            dates.map { date in
                var day = PrayerDay.plain(date, asr: asr)
                if date.weekday == 5 { day.jumuah = khutbahs.map { zone.instant(date, secondOfDay: $0) } }
                return day
            }
        }
    }

    private let source = ChangingSource()
    private let rules: MosqueRules

    init() {
        var rules = MosqueRules()
        for prayer in [Prayer.asr, .isha] { rules.iqama[prayer] = ByDay(IqamaRule(.beside(.adhan, seconds: 900))) }
        self.rules = rules
    }

    private func box(_ date: String, _ hour: Int, sounding kinds: [Occasion.Kind] = []) throws -> VirtualBox {
        let box = VirtualBox(at: try .utc(date, hour), rules, sounding: kinds, source: source)
        box.start()
        return box
    }

    /// Loses the power; the next process has what this one held.
    private func restart(_ box: VirtualBox, until moment: Instant) throws {
        let days = try #require(box.life?.ask { loop, now in loop.pinned(now) })
        box.saved.pinned = PinnedCongregations(days, by: box.settings.rules, in: box.settings.zone)
        box.kill()
        box.wait(until: moment)
    }

    @Test(arguments: [false, true], [3, 12])
    func `an iqama for which they wait outlives a restart`(isMuted: Bool, minute: Int) throws {
        let box = try box("2026-11-21", 14)
        if isMuted { box.settings.sounds.ofPrayers[.asr] = nil }
        box.run(until: try .utc("2026-11-21", 15, 2))
        try restart(box, until: try .utc("2026-11-21", 15, minute))
        source.asr += 600
        box.start()
        box.run(until: try .utc("2026-11-22", 16))
        #expect(
            box.story(of: "asr") == [
                "11-21 15:00 adhan-asr", "11-21 15:15 iqama-asr", "11-22 15:10 adhan-asr", "11-22 15:25 iqama-asr",
            ]
        )
    }

    @Test func `a config that changes its rules changes it after a restart, too, and no other`() throws {
        let box = try box("2026-11-21", 14)
        box.run(until: try .utc("2026-11-21", 15, 5))
        try restart(box, until: try .utc("2026-11-21", 15, 6))
        box.settings.rules.iqama[.isha] = ByDay(IqamaRule(.beside(.adhan, seconds: 1200)))
        source.asr += 600
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 7))
        try restart(box, until: try .utc("2026-11-21", 15, 8))
        box.settings.rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 1200)))
        box.start()
        box.run(until: try .utc("2026-11-21", 21))
        #expect(box.story(of: "iqama") == ["11-21 15:30 iqama-asr", "11-21 20:20 iqama-isha"])
    }

    @Test func `an iqama that has passed is not held, nor is one whose adhan is ahead`() throws {
        let box = try box("2026-11-21", 14)
        box.run(until: try .utc("2026-11-21", 14, 59))
        #expect(try #require(box.life?.ask { loop, now in loop.pinned(now) }).isEmpty)
        box.run(until: try .utc("2026-11-21", 15, 10))
        #expect(try #require(box.life?.ask { loop, now in loop.pinned(now) }).map(\.congregations.count) == [1])
        try restart(box, until: try .utc("2026-11-21", 15, 16))
        source.asr += 1200
        box.start()
        box.run(until: try .utc("2026-11-21", 16))
        #expect(try #require(box.life?.ask { loop, now in loop.pinned(now) }).isEmpty)
        let day = try #require(box.life?.ask { loop, _ in loop.timetable?.days.dropFirst().first })
        #expect(day.iqama[.asr] == (try .utc("2026-11-21", 15, 35)))
    }

    @Test func `a Friday's khutbahs keep their times and numbers through a restart`() throws {
        let box = try box("2026-11-27", 11, sounding: [.jumuah])
        box.run(until: try .utc("2026-11-27", 12, 45))
        try restart(box, until: try .utc("2026-11-27", 12, 50))
        source.khutbahs = [13 * 3600 + 2700]
        box.start()
        box.run(until: try .utc("2026-11-27", 15))
        #expect(box.story(of: "jumuah") == ["11-27 12:30 jumuah-1", "11-27 13:30 jumuah-2"])
    }
}
