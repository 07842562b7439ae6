import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanSupport
@testable import AdhanCaller

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

    @Test(arguments: [2, 6])
    func `an adhan that found no card and is corrected to later is called then, and not before`(minute: Int) throws {
        var rules = MosqueRules()
        rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
        let source = ChangingSource()
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, source: source)
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 0, 20))
        source.asr = 15 * 3600 + 600
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-11-21", 15, minute))
        box.player.behaviour = .plays
        box.run(until: try .utc("2026-11-21", 17))
        #expect(box.story(of: "asr") == ["11-21 15:10 adhan-asr", "11-21 15:25 iqama-asr"])
    }

    /// A minute earlier, a minute later; over a restart, too.
    @Test(arguments: [14 * 3600 + 3540, 15 * 3600 + 60], [false, true])
    func `a mute until a prayer ends with it where it is corrected`(asr: Int, restarts: Bool) throws {
        let source = ChangingSource()
        let box = VirtualBox(at: try .utc("2026-11-21", 11), source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 30))
        let ending = OccasionKey(try CivilDate("2026-11-21"), .adhan(.asr))
        box.mute(until: try .utc("2026-11-21", 15), ending: ending)
        box.run(until: try .utc("2026-11-21", 14))
        source.asr = asr
        if restarts {
            box.losePower(until: try .utc("2026-11-21", 14, 30))
        } else {
            box.life?.post(.timetableChanged)
        }
        box.run(until: try .utc("2026-11-21", 17))
        #expect(box.called.map(\.key) == [ending])
        #expect(box.called.map(\.at) == [ZoneRules.utc.instant(ending.date, secondOfDay: asr)])
        #expect(try box.row("2026-11-21", .dhuhr)?.state == .skipped)
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
        // Who asks for the days is told of the iqama that counts.
        let dates = try CivilDate("2026-11-21")...CivilDate("2026-11-23")
        let days = try #require(box.life?.ask { loop, _ in loop.findDays()(dates) })
        let minutes = days.map { $0.iqama[.asr].map { ZoneRules.utc.wall(at: $0).secondOfDay / 60 - 15 * 60 } }
        #expect(minutes == [15, 25, 25])
        box.run(until: try .utc("2026-11-22", 16))
        #expect(box.story(of: "iqama") == ["11-21 15:15 iqama-asr", "11-22 15:25 iqama-asr"])
    }

    private final class ChangingSource: TimetableSource, @unchecked Sendable {
        var asr = 15 * 3600
        /// Asr's iqama; nil for none of the source's.
        var iqama: Int?
        var khutbahs = [12 * 3600 + 1800, 13 * 3600 + 1800]
        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            dates.map { date in
                var day = PrayerDay.plain(date, asr: asr)
                day.iqama[.asr] = iqama.map { zone.instant(date, secondOfDay: $0) }
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

    @Test func `a changed rule of one prayer leaves the iqama of another for which they wait`() throws {
        var rules = MosqueRules()
        for prayer in [Prayer.asr, .isha] { rules.iqama[prayer] = ByDay(IqamaRule(.beside(.adhan, seconds: 900))) }
        let source = ChangingSource()
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 5))
        source.asr = 15 * 3600 + 600
        box.settings.rules.iqama[.isha] = ByDay(IqamaRule(.beside(.adhan, seconds: 1200)))
        box.reload()
        box.run(until: try .utc("2026-11-21", 21))
        #expect(box.story(of: "iqama") == ["11-21 15:15 iqama-asr", "11-21 20:20 iqama-isha"])
    }

    @Test func `an adhan that is about to sound is prepared once although its iqama moves`() throws {
        var rules = MosqueRules()
        rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900), isFallback: true))
        let source = ChangingSource()
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 14, 59, 55))
        source.iqama = 15 * 3600 + 1200
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-11-21", 16))
        #expect(box.story(of: "asr") == ["11-21 15:00 adhan-asr", "11-21 15:20 iqama-asr"])
        #expect(!box.notices.contains { if case .gaveUp = $0.notice { true } else { false } })
    }

    @Test(arguments: [-3, 4])
    func `an adhan whose time moves by seconds while it is armed is at the new second`(seconds: Int) throws {
        let source = ChangingSource()
        let box = VirtualBox(at: try .utc("2026-11-21", 14), MosqueRules(), source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 14, 59, 52))
        source.asr += seconds
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-11-21", 16))
        let asr = box.called.filter { $0.key.occasion == .adhan(.asr) }
        #expect(asr.map(\.at) == [try .utc("2026-11-21", 15) + .seconds(seconds)])
    }

    @Test func `a khutbah that a person takes away after it has begun does not take the next one's place`() throws {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([12 * 3600 + 1800, 13 * 3600 + 1800])
        let box = VirtualBox(at: try .utc("2026-11-27", 11), rules)
        box.start()
        box.run(until: try .utc("2026-11-27", 13))
        box.settings.rules.jumuah.times = ByDay([13 * 3600 + 1800, 14 * 3600 + 1800])
        box.reload()
        box.run(until: try .utc("2026-11-27", 16))
        #expect(
            box.story(of: "jumuah") == [
                "11-27 12:30 jumuah-1", "11-27 13:30 jumuah-2", "11-27 14:30 jumuah-3",
            ]
        )
    }

    @Test func `the khutbahs of a Friday stay two in another zone`() throws {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([12 * 3600 + 1800, 13 * 3600 + 1800])
        let box = VirtualBox(at: try .utc("2026-11-27", 11), rules)
        box.start()
        box.run(until: try .utc("2026-11-27", 13))
        box.settings.zone = try SystemZones.find("Atlantic/Cape_Verde")
        box.reload()
        box.run(until: try .utc("2026-11-27", 17))
        let found = box.announced.filter { $0.key.occasion.kind == .jumuah }.map(\.at)
        #expect(try found == [.utc("2026-11-27", 12, 30), .utc("2026-11-27", 14, 30)])
    }

    @Test func `an Eid prayer that is moved after it was announced is said not to come again`() throws {
        var rules = MosqueRules()
        rules.calendar = try HijriCalendar(declared: [try HijriMonth("1448-10"): try CivilDate("2027-03-09")])
        rules.eid.fitr = [8 * 3600]
        let box = VirtualBox(at: try .utc("2027-03-09", 7), rules)
        box.start()
        box.run(until: try .utc("2027-03-09", 8, 30))
        box.settings.rules.eid.fitr = [9 * 3600]
        box.reload()
        box.run(until: try .utc("2027-03-09", 10))
        #expect(box.story(of: "eid") == ["03-09 08:00 eid-1"])
        let said = box.notices.map { $0.notice.words(.utc) }.filter { $0.contains("It does not come again") }
        let (new, old) = ("2027-03-09T09:00:00+00:00", "2027-03-09T08:00:00+00:00")
        #expect(
            said == [
                "2027-03-09 eid-1 is now due at \(new). It does not come again: it was announced at its earlier time, \(old)"
            ]
        )
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
