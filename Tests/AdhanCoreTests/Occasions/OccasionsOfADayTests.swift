import AdhanTestSupport
import Testing

@testable import AdhanCore

/// Plain days: Fajr 05:00, sunrise 07:00, Dhuhr 12:00, Asr 15:00, Maghrib 18:00, Isha 20:00 UTC.
@Suite struct OccasionsOfADayTests {
    private func occasions(_ date: String, _ rules: MosqueRules, sounds: SoundPlan? = nil) throws -> [ScheduledOccasion]
    {
        let date = try CivilDate(date)
        let days = rules.applied(to: [.plain(date)], in: .utc)
        return Timetable(
            zone: .utc,
            days: days,
            window: date...date,
            loadedAt: Instant(seconds: 0),
            rules: rules,
            sounds: sounds
        ).occasions
    }

    private func lines(_ occasions: [ScheduledOccasion]) -> [String] {
        occasions.map { due in
            let wall = ZoneRules.utc.wall(at: due.at)
            return
                "\(ClockText.format(wall.secondOfDay)) \(due.key.occasion.name)\(due.silence.map { ": \($0)" } ?? "")"
        }
    }

    @Test func `a plain day has five adhans`() throws {
        #expect(
            try lines(occasions("2026-11-21", MosqueRules())) == [
                "05:00 adhan-fajr", "12:00 adhan-dhuhr", "15:00 adhan-asr", "18:00 adhan-maghrib", "20:00 adhan-isha",
            ]
        )
    }

    @Test func `on a Friday the adhan may be called before the khutbah instead of Dhuhr's, and nothing sounds on top`()
        throws
    {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([12 * 3600 + 1800, 14 * 3600 + 3000])
        rules.jumuah.call = .khutbah
        rules.jumuah.firstAdhan = 1200
        rules.iqama[.dhuhr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
        #expect(
            try lines(
                occasions("2026-11-27", rules).filter {
                    $0.key.occasion.prayer == .dhuhr || $0.key.occasion.prayer == .asr
                }
            ) == [
                "12:00 adhan-dhuhr: called before the khutbah instead", "12:10 jumuah-1-adhan", "12:30 jumuah-1",
                "14:30 jumuah-2-adhan", "14:50 jumuah-2", "15:00 adhan-asr: khutbah of jumuah-2",
            ]
        )
        #expect(try !lines(occasions("2026-11-26", rules)).contains { $0.contains("jumuah") })
    }

    @Test func `Ramadan has imsak, suhoor and iftar, and the adhan follows the recording of iftar`() throws {
        var rules = MosqueRules()
        rules.ramadan.suhoor = [3600]
        rules.ramadan.iftar = .before(120)
        #expect(
            try lines(occasions("2027-02-08", rules)).filter { !$0.hasSuffix("dhuhr") && !$0.hasSuffix("asr") } == [
                "04:00 suhoor-1h", "04:50 imsak", "05:00 adhan-fajr", "18:00 iftar", "18:02 adhan-maghrib",
                "20:00 adhan-isha",
            ]
        )
        rules.ramadan.iftar = .instead
        #expect(try lines(occasions("2027-02-08", rules)).contains("18:00 adhan-maghrib: iftar sounds instead"))
        #expect(try lines(occasions("2027-02-07", rules)).count == 5)
    }

    @Test func `imsak is the timetable's where that is before Fajr, and may be off`() throws {
        func imsak(_ rules: MosqueRules, minutesBeforeFajr minutes: Int?) throws -> Instant? {
            var day = PrayerDay.plain(try CivilDate("2027-02-08"))
            day.imsak = minutes.map { day[.fajr] - .minutes($0) }
            return rules.occasions(of: day, before: nil, in: .utc).first { $0.key.occasion == .imsak }?.at
        }
        var rules = MosqueRules()
        rules.ramadan.imsakMinutes = 12
        #expect(try imsak(rules, minutesBeforeFajr: 20) == .utc("2027-02-08", 4, 40))
        #expect(try imsak(rules, minutesBeforeFajr: -1) == .utc("2027-02-08", 4, 48), "after Fajr it is none")
        #expect(try imsak(rules, minutesBeforeFajr: nil) == .utc("2027-02-08", 4, 48))
        rules.ramadan.hasImsak = false
        #expect(try imsak(rules, minutesBeforeFajr: 20) == nil)
    }

    @Test func `the fast ends, and iftar sounds, also where Maghrib is not called`() throws {
        for iftar in [RamadanRules.Iftar.before(120), .instead] {
            var rules = MosqueRules()
            rules.ramadan.iftar = iftar
            rules.adhan[.maghrib] = ByDay(.off)
            rules.tarhim[.maghrib] = ByDay(300)
            let found = try occasions("2027-02-08", rules)
            let due = try #require(found.first { $0.key.occasion == .iftar })
            #expect(try due.at == .utc("2027-02-08", 18) && due.before == nil && due.latest == nil, "no adhan ends it")
            let silent = found.filter { $0.silence != nil }.map {
                "\($0.key.occasion.name): \($0.silence?.description ?? "")"
            }
            #expect(silent == ["tarhim-maghrib: off in [adhan]", "adhan-maghrib: off in [adhan]"])
        }
    }

    @Test func `what comes before another occasion is late by little, and ends before it`() throws {
        var rules = MosqueRules()
        (rules.ramadan.suhoor, rules.ramadan.iftar) = ([3600], .before(120))
        (rules.jumuah.times, rules.jumuah.firstAdhan) = (ByDay([13 * 3600]), 1200)
        // A Friday of Ramadan.
        let found = try occasions("2027-02-12", rules)
        func due(_ occasion: Occasion) throws -> ScheduledOccasion {
            try #require(found.first { $0.key.occasion == occasion })
        }
        func time(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) throws -> Instant {
            try .utc("2027-02-12", hour, minute, second)
        }
        let (suhoor, imsak, first, iftar) = (
            try due(.suhoor(3600)), try due(.imsak), try due(.firstAdhan(1)), try due(.iftar)
        )
        #expect(try suhoor.latest == time(4, 1) && suhoor.before == .init(occasion: .adhan(.fajr), at: time(5)))
        #expect(try imsak.latest == time(4, 51) && imsak.before == nil)
        #expect(try first.latest == time(12, 59, 30) && first.before == .init(occasion: .jumuah(1), at: time(13)))
        #expect(
            try iftar.latest == time(18, 1, 30) && iftar.before == .init(occasion: .adhan(.maghrib), at: time(18, 2))
        )
        #expect(try due(.jumuah(1)).latest == time(13, 1))
    }

    @Test func `in Ramadan the iqama of Maghrib is not before the adhan that waits for iftar`() throws {
        var rules = MosqueRules()
        rules.ramadan.iftar = .before(300)
        rules.iqama[.maghrib] = ByDay(IqamaRule(.beside(.begins, seconds: 240)))
        #expect(try lines(occasions("2027-02-08", rules)).suffix(4).contains("18:05 iqama-maghrib"))
        #expect(try lines(occasions("2026-11-21", rules)).contains("18:04 iqama-maghrib"))
    }

    @Test func `each Eid has its prayers with the takbir before them`() throws {
        var rules = MosqueRules()
        rules.eid.fitr = [8 * 3600]
        rules.eid.adha = [7 * 3600 + 1800, 9 * 3600]
        rules.eid.takbir = 1200
        #expect(try lines(occasions("2027-03-09", rules)).filter { $0.contains("eid") } == ["08:00 eid-1"])
        #expect(
            try lines(occasions("2027-05-16", rules)).filter { $0.contains("eid") || $0.contains("takbir") } == [
                "07:10 takbir-1", "07:30 eid-1", "08:40 takbir-2", "09:00 eid-2",
            ]
        )
    }

    @Test func `reminders come before any occasion, and are silent with it`() throws {
        var rules = MosqueRules()
        rules.reminders = [.adhan(.asr): [1800, 600], .iqama(.asr): [120]]
        rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
        rules.adhan[.asr] = ByDay(.off)
        #expect(
            try lines(occasions("2026-11-21", rules).filter { $0.key.occasion.prayer == .asr }) == [
                "14:30 reminder-asr-30m: off in [adhan]", "14:50 reminder-asr-10m: off in [adhan]",
                "15:00 adhan-asr: off in [adhan]",
                "15:13 reminder-iqama-asr-2m", "15:15 iqama-asr",
            ]
        )
    }

    @Test func `a prayer at volume 0 is silent for that reason, in quiet hours for theirs`() throws {
        var sounds = SoundPlan(adhan: Recordings("adhan.mp3"))
        sounds.volumes.ofPrayers[.asr] = .silent
        sounds.volumes.quiet = [QuietHours(from: 4 * 3600, to: 6 * 3600, volume: .silent)]
        #expect(
            try lines(occasions("2026-11-21", MosqueRules(), sounds: sounds)).filter {
                $0.split(separator: ":").count > 2
            } == [
                "05:00 adhan-fajr: quiet hours", "15:00 adhan-asr: volume is 0",
            ]
        )
    }

    @Test func `quiet hours do not silence what has no sound`() throws {
        var (sounds, rules) = (SoundPlan(adhan: Recordings("adhan.mp3")), MosqueRules())
        sounds.volumes.quiet = [QuietHours(from: 14 * 3600, to: 16 * 3600, volume: .silent)]
        rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
        #expect(
            try lines(occasions("2026-11-21", rules, sounds: sounds)).filter { $0.hasPrefix("15") } == [
                "15:00 adhan-asr: quiet hours", "15:15 iqama-asr",
            ]
        )
    }

    @Test func `in Ramadan the tarhim of Maghrib comes before iftar`() throws {
        var rules = MosqueRules()
        (rules.ramadan.iftar, rules.tarhim) = (.before(120), [.maghrib: ByDay(300)])
        func tarhim(_ date: String) throws -> ScheduledOccasion? {
            try occasions(date, rules).first { $0.key.occasion == .tarhim(.maghrib) }
        }
        let maghrib = try Instant.utc("2027-02-08", 18)
        #expect(try tarhim("2027-02-08")?.before == .init(occasion: .iftar, at: maghrib))
        #expect(try tarhim("2027-02-08")?.at == maghrib - .minutes(5))
        #expect(try tarhim("2026-11-21")?.before?.occasion == .adhan(.maghrib))
    }

    @Test func `an adhan does not begin with its iqama or after it`() throws {
        var rules = MosqueRules()
        rules.iqama[.maghrib] = ByDay(IqamaRule(.beside(.adhan, seconds: 120)))
        let due = try #require(try occasions("2026-11-21", rules).first { $0.key.occasion == .adhan(.maghrib) })
        #expect(try due.end(.minutes(5)) == .utc("2026-11-21", 18, 1, 59))
        #expect(try due.end(.minutes(1)) == .utc("2026-11-21", 18, 1))
    }

    @Test func `an adhan that is due with its iqama, or with the khutbah, is late by a minute at most`() throws {
        var rules = MosqueRules()
        rules.iqama[.maghrib] = ByDay(IqamaRule(.beside(.adhan, seconds: 0)))
        rules.jumuah.times = ByDay([12 * 3600])
        let friday = try occasions("2026-11-27", rules)
        for (prayer, hour) in [(Prayer.maghrib, 18), (.dhuhr, 12)] {
            let due = try #require(friday.first { $0.key.occasion == .adhan(prayer) })
            #expect(try due.at == .utc("2026-11-27", hour) && due.end(.minutes(5)) == .utc("2026-11-27", hour, 1))
        }
    }

    @Test func `a prayer is called unless it is off or called before the khutbah, and iftar stands for Maghrib's`()
        throws
    {
        var rules = MosqueRules()
        rules.adhan[.asr] = ByDay(.off)
        rules.switches = [.isha: .off(by: "root")]
        (rules.jumuah.times, rules.jumuah.call) = (ByDay([13 * 3600]), .khutbah)
        rules.ramadan.iftar = .instead
        func called(_ date: String) throws -> [Prayer] {
            let day = try #require(rules.applied(to: [.plain(try CivilDate(date))], in: .utc).first)
            let occasions = DayOccasions([day], before: nil, .utc, rules)
            return Prayer.called.filter { occasions.calls($0, on: day) }
        }
        #expect(try called("2026-11-26") == [.fajr, .dhuhr, .maghrib])
        #expect(try called("2026-11-27") == [.fajr, .maghrib])
        #expect(try called("2027-02-11") == [.fajr, .dhuhr, .maghrib], "Ramadan")
    }

    @Test func `whether isha is called on the eve of Ramadan goes by the next day's own Hijri date`() throws {
        var (rules, ramadan) = (MosqueRules(), DayCondition())
        ramadan.isRamadan = true
        rules.adhan[.isha, default: ByDay()].add(.off, when: ramadan)
        rules.calendar.turn = .maghrib
        // 1 Ramadan by Umm al-Qura is 8 February; the source has it a day later.
        var (eve, next) = (PrayerDay.plain(try CivilDate("2027-02-07")), PrayerDay.plain(try CivilDate("2027-02-08")))
        (eve.hijri, next.hijri) = (try HijriDate("1448-08-29"), try HijriDate("1448-08-30"))
        let occasions = DayOccasions([eve], before: next, .utc, rules)
        #expect(occasions.calls(.isha, on: eve))
        next.hijri = try HijriDate("1448-09-01")
        #expect(!DayOccasions([eve], before: next, .utc, rules).calls(.isha, on: eve))
    }

    @Test func `an iqama that is waited for does not change any more`() throws {
        var rules = MosqueRules()
        rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
        let date = try CivilDate("2026-11-21")
        let before = Timetable(
            zone: .utc,
            days: rules.applied(to: [.plain(date)], in: .utc),
            window: date...date,
            loadedAt: Instant(seconds: 0),
            rules: rules
        )
        rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 1800)))
        let days = rules.applied(to: [.plain(date)], in: .utc)
        func iqama(_ hour: Int, _ minute: Int) throws -> Instant? {
            before.keepingCongregations(days, now: try .utc("2026-11-21", hour, minute)).first?.iqama[.asr]
        }
        #expect(try iqama(14, 59) == .utc("2026-11-21", 15, 30))
        #expect(try iqama(15, 0) == .utc("2026-11-21", 15, 15))
        #expect(try iqama(15, 14) == .utc("2026-11-21", 15, 15))
        // It has been prayed.
        #expect(try iqama(15, 15) == .utc("2026-11-21", 15, 15))
    }

    @Test func `an adhan that would be too late to be called keeps its time, within its prayer's`() throws {
        let date = try CivilDate("2026-11-27")
        func called(_ prayer: Prayer, _ old: PrayerDay, _ new: PrayerDay, _ hour: Int, _ minute: Int) throws -> String {
            let timetable = Timetable(zone: .utc, days: [old], window: date...date, loadedAt: Instant(seconds: 0))
            let day = timetable.keepingCongregations([new], now: try .utc("2026-11-27", hour, minute)).first
            return try ZoneRules.utc.clockText(#require(day).adhan(of: prayer))
        }
        let (old, plain) = (PrayerDay.plain(date, fajr: 6 * 3600 + 1800), PrayerDay.plain(date))
        #expect(try called(.fajr, old, plain, 5, 5) == "05:00", "it is called late")
        #expect(try called(.fajr, old, plain, 5, 6) == "06:30")
        #expect(try called(.fajr, old, plain, 6, 30) == "05:00", "it was due")
        #expect(try called(.fajr, old, .plain(date, sunrise: 6 * 3600 + 1800), 5, 6) == "05:00")
        // An adhan never begins at its iqama or later.
        var near = plain
        near.iqama[.fajr] = near[.fajr] + .minutes(3)
        #expect(try called(.fajr, old, near, 5, 2) == "05:00")
        #expect(try called(.fajr, old, near, 5, 3) == "06:30")
        // Nor in the khutbah.
        var friday = plain
        friday.jumuah = [friday[.dhuhr] + .hours(1)]
        #expect(try called(.dhuhr, .plain(date, dhuhr: 13 * 3600), friday, 12, 10) == "12:00")
        #expect(try called(.dhuhr, .plain(date, dhuhr: 13 * 3600 - 60), friday, 12, 10) == "12:59")
    }
}
