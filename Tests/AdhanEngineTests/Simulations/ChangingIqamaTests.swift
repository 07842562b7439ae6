import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanConfig
@testable import AdhanEngine

/// Iqamas that change from week to week, with the season, or with the clocks.
@Suite struct ChangingIqamaTests {
    /// Asr moves by two minutes a day.
    private struct LaterAsr: TimetableSource {
        let first: CivilDate
        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            dates.map { .plain($0, asr: 15 * 3600 + first.distance(to: $0) * 120) }
        }
    }

    @Test func `the iqama of a week changes on its day, and an adhan before it with it`() throws {
        var rules = MosqueRules()
        rules.iqama[.asr] = ByDay(IqamaRule(.beside(.begins, seconds: 1200), round: 15, changesOn: 5))
        rules.adhan[.asr] = ByDay(.at(try TimeRule("iqama-15m")))
        let first = try CivilDate("2026-11-16")
        let box = VirtualBox(at: try .utc("2026-11-18", 0), rules, source: LaterAsr(first: first))
        box.start()
        box.run(until: try .utc("2026-11-28", 0))
        // Until Thursday the 19th Asr begins by 15:06 and the iqama is at 15:30; the week from the 20th ends with 15:20.
        #expect(
            box.story(of: "asr") == [
                "11-18 15:15 adhan-asr", "11-18 15:30 iqama-asr", "11-19 15:15 adhan-asr", "11-19 15:30 iqama-asr",
                "11-20 15:30 adhan-asr", "11-20 15:45 iqama-asr", "11-21 15:30 adhan-asr", "11-21 15:45 iqama-asr",
                "11-22 15:30 adhan-asr", "11-22 15:45 iqama-asr", "11-23 15:30 adhan-asr", "11-23 15:45 iqama-asr",
                "11-24 15:30 adhan-asr", "11-24 15:45 iqama-asr", "11-25 15:30 adhan-asr", "11-25 15:45 iqama-asr",
                "11-26 15:30 adhan-asr", "11-26 15:45 iqama-asr", "11-27 15:45 adhan-asr", "11-27 16:00 iqama-asr",
            ]
        )
    }

    @Test func `the last Friday before the clocks go back and the first after it have their own times`() throws {
        let london = try SystemZones.find("Europe/London")
        var (winter, rules) = (DayCondition(), MosqueRules())
        winter.season = .winter
        rules.jumuah.times = ByDay([13 * 3600 + 900])
        rules.jumuah.times.add([12 * 3600 + 2700], when: winter)
        rules.iqama[.isha] = ByDay(IqamaRule(.clock(21 * 3600)))
        rules.iqama[.isha]?.add(IqamaRule(.clock(20 * 3600)), when: winter)
        let box = VirtualBox(at: try .utc("2026-10-23", 0), rules, zone: london)
        box.start()
        box.run(until: try .utc("2026-10-31", 0))
        #expect(box.story(of: "jumuah") == ["10-23 13:15 jumuah-1", "10-30 12:45 jumuah-1"])
        #expect(
            box.story(of: "iqama-isha").map { $0.prefix(11) } == [
                "10-23 21:00", "10-24 21:00", "10-25 20:00", "10-26 20:00", "10-27 20:00", "10-28 20:00", "10-29 20:00",
                "10-30 20:00",
            ]
        )
    }

    @Test func `an iqama does not change while the congregation waits for it`() throws {
        var rules = MosqueRules()
        rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
        let source = ChangingSource()
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 5))
        // A corrected timetable comes between the adhan and its iqama.
        source.asr = 15 * 3600 + 600
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-11-22", 16))
        #expect(box.story(of: "iqama") == ["11-21 15:15 iqama-asr", "11-22 15:25 iqama-asr"])
    }

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

    @Test(arguments: [false, true])
    func `a reload changes an iqama for which they wait only where it changes the rules`(isRuled: Bool) throws {
        var rules = MosqueRules()
        rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
        let source = ChangingSource()
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 5))
        source.asr = 15 * 3600 + 600
        box.settings.sounds.volumes.usual = Volume(percent: 50)
        if isRuled { box.settings.rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 1200))) }
        box.reload()
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.story(of: "iqama") == ["11-21 15:\(isRuled ? 30 : 15) iqama-asr"])
        #expect(box.player.heard.isEmpty, "the adhan was heard before the reload")
    }

    @Test func `an iqama stays through several corrections while they wait`() throws {
        var rules = MosqueRules()
        rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
        let source = ChangingSource()
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, source: source)
        box.start()
        for minute in [5, 6, 7] {
            box.run(until: try .utc("2026-11-21", 15, minute))
            source.asr = 15 * 3600 + minute * 120
            box.life?.post(.timetableChanged)
        }
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.story(of: "asr") == ["11-21 15:00 adhan-asr", "11-21 15:15 iqama-asr"])
    }

    @Test func `a khutbah that vanishes from the timetable after Dhuhr was left to it is still called`() throws {
        let source = ChangingSource()
        var rules = MosqueRules()
        rules.jumuah.call = .khutbah
        let box = VirtualBox(at: try .utc("2026-11-27", 11), rules, sounding: [.jumuah], source: source)
        box.start()
        box.run(until: try .utc("2026-11-27", 12, 10))
        source.khutbahs = []
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-11-27", 14))
        #expect(box.story == ["11-27 12:30 jumuah-1", "11-27 13:30 jumuah-2"])
    }

    @Test func `the khutbahs of a Friday do not change once the first has begun`() throws {
        let source = ChangingSource()
        let box = VirtualBox(at: try .utc("2026-11-27", 11), MosqueRules(), source: source)
        box.start()
        box.run(until: try .utc("2026-11-27", 12, 40))
        source.khutbahs = [13 * 3600 + 1800, 14 * 3600 + 1800]
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-12-04", 23))
        #expect(
            box.story(of: "jumuah") == [
                "11-27 12:30 jumuah-1", "11-27 13:30 jumuah-2", "12-04 13:30 jumuah-1", "12-04 14:30 jumuah-2",
            ]
        )
    }

    @Test func `an iqama does not change either when the clock is doubted and trusted again while they wait`() throws {
        var rules = MosqueRules()
        rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
        let source = ChangingSource()
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, source: source)
        box.settings.asksClock = true
        box.start()
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc("2026-11-21", 15, 5))
        source.asr = 15 * 3600 + 600
        box.life?.post(.clock(.untrusted(.noHardwareClock)))
        box.run(until: try .utc("2026-11-21", 15, 6))
        box.life?.post(.clock(.synchronised))
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.story(of: "iqama") == ["11-21 15:15 iqama-asr"])
    }
}
