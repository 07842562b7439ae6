import AdhanTestSupport
import Testing

@testable import AdhanCore

/// Plain days: Fajr 05:00, sunrise 07:00, Dhuhr 12:00, Asr 15:00, Maghrib 18:00, Isha 20:00 UTC.
@Suite struct OccasionsOfADayTests {
    private func rules(_ set: (inout MosqueRules) throws -> Void) rethrows -> MosqueRules {
        var rules = MosqueRules()
        try set(&rules)
        return rules
    }

    private func after(_ seconds: Int) -> ByDay<IqamaRule> { ByDay(IqamaRule(.beside(.adhan, seconds: seconds))) }

    private func timetable(_ days: [PrayerDay], _ rules: MosqueRules = MosqueRules(), _ sounds: SoundPlan? = nil)
        -> Timetable
    {
        Timetable(
            zone: .utc,
            days: days,
            window: days[0].date...days[0].date,
            loadedAt: Instant(seconds: 0),
            rules: rules,
            sounds: sounds
        )
    }

    private func occasions(_ date: String, _ rules: MosqueRules, _ sounds: SoundPlan? = nil) throws
        -> [ScheduledOccasion]
    {
        timetable(rules.applied(to: [try .plain(date)], in: .utc), rules, sounds).occasions
    }

    private func occasion(_ occasion: Occasion, on date: String, _ rules: MosqueRules) throws -> ScheduledOccasion {
        try #require(try occasions(date, rules).first { $0.key.occasion == occasion })
    }

    /// The day's occasions, those whose line has one of these words: `14:30 reminder-asr-30m: off in [adhan]`.
    private func story(_ date: String, _ rules: MosqueRules, of words: String..., sounds: SoundPlan? = nil) throws
        -> [String]
    {
        try occasions(date, rules, sounds).map { due in
            let clock = ClockText.format(ZoneRules.utc.wall(at: due.at).secondOfDay)
            return "\(clock) \(due.key.occasion.name)\(due.silence.map { ": \($0)" } ?? "")"
        }.filter { line in words.isEmpty || words.contains { line.contains($0) } }
    }

    // MARK: What a day has

    @Test func `a plain day has five adhans`() throws {
        let adhans = [
            "05:00 adhan-fajr", "12:00 adhan-dhuhr", "15:00 adhan-asr", "18:00 adhan-maghrib", "20:00 adhan-isha",
        ]
        #expect(try story("2026-11-21", MosqueRules()) == adhans)
    }

    @Test func `on a Friday the khutbah's adhan may replace Dhuhr's, and nothing sounds on top`() throws {
        let rules = rules {
            $0.jumuah.times = ByDay([12 * 3600 + 1800, 14 * 3600 + 3000])
            ($0.jumuah.call, $0.jumuah.firstAdhan, $0.iqama[.dhuhr]) = (.khutbah, 1200, after(900))
        }
        #expect(
            try story("2026-11-27", rules, of: "dhuhr", "jumuah", "asr") == [
                "12:00 adhan-dhuhr: called before the khutbah instead", "12:10 jumuah-1-adhan", "12:30 jumuah-1",
                "14:30 jumuah-2-adhan", "14:50 jumuah-2", "15:00 adhan-asr: khutbah of jumuah-2",
            ]
        )
        #expect(try story("2026-11-26", rules, of: "jumuah").isEmpty)
    }

    @Test func `Ramadan has imsak, suhoor and iftar, and the adhan follows the recording of iftar`() throws {
        var rules = rules { ($0.ramadan.suhoor, $0.ramadan.iftar) = ([3600], .before(120)) }
        #expect(
            try story("2027-02-08", rules, of: "suhoor", "imsak", "fajr", "iftar", "maghrib") == [
                "04:00 suhoor-1h", "04:50 imsak", "05:00 adhan-fajr", "18:00 iftar", "18:02 adhan-maghrib",
            ]
        )
        rules.ramadan.iftar = .instead
        #expect(try story("2027-02-08", rules).contains("18:00 adhan-maghrib: iftar sounds instead"))
        #expect(try story("2027-02-07", rules).count == 5)
        // The iqama of Maghrib is not before the adhan that waits for iftar.
        rules.ramadan.iftar = .before(300)
        rules.iqama[.maghrib] = ByDay(IqamaRule(.beside(.begins, seconds: 240)))
        #expect(try story("2027-02-08", rules, of: "iqama") == ["18:05 iqama-maghrib"])
        #expect(try story("2026-11-21", rules, of: "iqama") == ["18:04 iqama-maghrib"])
    }

    @Test func `imsak is the timetable's where that is before Fajr, and may be off`() throws {
        // Minutes before Fajr of the timetable's imsak; after Fajr it is none.
        for (minutes, hasImsak, clock) in [
            (20, true, "04:40"), (-1, true, "04:48"), (nil, true, "04:48"), (20, false, nil),
        ] as [(Int?, Bool, String?)] {
            var day = try PrayerDay.plain("2027-02-08")
            day.imsak = minutes.map { day[.fajr] - .minutes($0) }
            let rules = rules { ($0.ramadan.imsakMinutes, $0.ramadan.hasImsak) = (12, hasImsak) }
            let found = rules.occasions(of: day, before: nil, in: .utc).first { $0.key.occasion == .imsak }?.at
            #expect(found.map { ZoneRules.utc.clockText($0) } == clock)
        }
    }

    @Test(arguments: [RamadanRules.Iftar.before(120), .instead])
    func `the fast ends, and iftar sounds, also where Maghrib is not called`(iftar: RamadanRules.Iftar) throws {
        let rules = rules {
            ($0.ramadan.iftar, $0.adhan[.maghrib], $0.tarhim[.maghrib]) = (iftar, ByDay(.off), ByDay(300))
        }
        let due = try occasion(.iftar, on: "2027-02-08", rules)
        #expect(try due.at == .utc("2027-02-08", 18) && due.before == nil && due.latest == nil, "no adhan ends it")
        let silent = try story("2027-02-08", rules, of: ": ").map { $0.dropFirst(6) }
        #expect(silent == ["tarhim-maghrib: off in [adhan]", "adhan-maghrib: off in [adhan]"])
    }

    @Test func `each Eid has its prayers with the takbir before them`() throws {
        let rules = rules { ($0.eid.fitr, $0.eid.adha, $0.eid.takbir) = ([28_800], [27_000, 32_400], 1200) }
        #expect(try story("2027-03-09", rules, of: "eid") == ["08:00 eid-1"])
        let adha = ["07:10 takbir-1", "07:30 eid-1", "08:40 takbir-2", "09:00 eid-2"]
        #expect(try story("2027-05-16", rules, of: "eid", "takbir") == adha)
    }

    @Test func `reminders come before any occasion, and are silent with it`() throws {
        let rules = rules {
            $0.reminders = [.adhan(.asr): [1800, 600], .iqama(.asr): [120]]
            ($0.iqama[.asr], $0.adhan[.asr]) = (after(900), ByDay(.off))
        }
        #expect(
            try story("2026-11-21", rules, of: "asr") == [
                "14:30 reminder-asr-30m: off in [adhan]", "14:50 reminder-asr-10m: off in [adhan]",
                "15:00 adhan-asr: off in [adhan]", "15:13 reminder-iqama-asr-2m", "15:15 iqama-asr",
            ]
        )
    }

    @Test func `a prayer at volume 0 or in quiet hours is silent for that reason, what has no sound is not`() throws {
        var sounds = SoundPlan(adhan: Recordings("adhan.mp3"))
        sounds.volumes.ofPrayers[.asr] = .silent
        sounds.volumes.quiet = [QuietHours(from: 4 * 3600, to: 6 * 3600, volume: .silent)]
        let silent = ["05:00 adhan-fajr: quiet hours", "15:00 adhan-asr: volume is 0"]
        #expect(try story("2026-11-21", MosqueRules(), of: ": ", sounds: sounds) == silent)
        sounds.volumes.ofPrayers = [:]
        sounds.volumes.quiet = [QuietHours(from: 14 * 3600, to: 16 * 3600, volume: .silent)]
        let rules = rules { $0.iqama[.asr] = after(900) }
        let asr = ["15:00 adhan-asr: quiet hours", "15:15 iqama-asr"]
        #expect(try story("2026-11-21", rules, of: "asr", sounds: sounds) == asr)
    }

    // MARK: How late

    @Test func `what comes before another occasion is late by little, and ends before it`() throws {
        let rules = rules {
            ($0.ramadan.suhoor, $0.ramadan.iftar) = ([3600], .before(120))
            ($0.jumuah.times, $0.jumuah.firstAdhan) = (ByDay([13 * 3600]), 1200)
        }
        // A Friday of Ramadan: the occasion, its latest second, and what ends it.
        for (occasion, latest, before) in [
            (.suhoor(3600), "04:01:00", (.adhan(.fajr), "05:00:00")), (.imsak, "04:51:00", nil),
            (.firstAdhan(1), "12:59:30", (.jumuah(1), "13:00:00")),
            (.iftar, "18:01:30", (.adhan(.maghrib), "18:02:00")), (.jumuah(1), "13:01:00", nil),
        ] as [(Occasion, String, (Occasion, String)?)] {
            func clock(_ time: Instant?) -> String? {
                time.map { String(ZoneRules.utc.formatted($0).dropFirst(11).prefix(8)) }
            }
            let due = try self.occasion(occasion, on: "2027-02-12", rules)
            #expect(clock(due.latest) == latest, "\(occasion)")
            guard occasion != .jumuah(1) else { continue }
            #expect(due.before?.occasion == before?.0 && clock(due.before?.at) == before?.1, "\(occasion)")
        }
    }

    @Test func `in Ramadan the tarhim of Maghrib comes before iftar`() throws {
        let rules = rules { ($0.ramadan.iftar, $0.tarhim) = (.before(120), [.maghrib: ByDay(300)]) }
        let maghrib = try Instant.utc("2027-02-08", 18)
        let due = try occasion(.tarhim(.maghrib), on: "2027-02-08", rules)
        #expect(due.before == .init(occasion: .iftar, at: maghrib) && due.at == maghrib - .minutes(5))
        let other = try occasion(.tarhim(.maghrib), on: "2026-11-21", rules)
        #expect(other.before?.occasion == .adhan(.maghrib))
    }

    @Test func `an adhan begins before its iqama, and with one at its second within a minute`() throws {
        let due = try occasion(.adhan(.maghrib), on: "2026-11-21", rules { $0.iqama[.maghrib] = after(120) })
        #expect(try due.end(.minutes(5)) == .utc("2026-11-21", 18, 1, 59))
        #expect(try due.end(.minutes(1)) == .utc("2026-11-21", 18, 1))
        // So with the khutbah.
        let rules = rules { ($0.iqama[.maghrib], $0.jumuah.times) = (after(0), ByDay([12 * 3600])) }
        for (prayer, hour) in [(Prayer.maghrib, 18), (.dhuhr, 12)] {
            let due = try occasion(.adhan(prayer), on: "2026-11-27", rules)
            #expect(try due.at == .utc("2026-11-27", hour) && due.end(.minutes(5)) == .utc("2026-11-27", hour, 1))
        }
    }

    // MARK: Whether a prayer is called

    @Test func `a prayer is called unless it is off or the khutbah calls it, and iftar stands for Maghrib's`() throws {
        let rules = rules {
            ($0.adhan[.asr], $0.switches) = (ByDay(.off), [.isha: .off(by: "root")])
            ($0.jumuah.times, $0.jumuah.call, $0.ramadan.iftar) = (ByDay([13 * 3600]), .khutbah, .instead)
        }
        for (date, called) in [
            ("2026-11-26", [.fajr, .dhuhr, .maghrib]), ("2026-11-27", [.fajr, .maghrib]),
            // Ramadan.
            ("2027-02-11", [.fajr, .dhuhr, .maghrib]),
        ] as [(String, [Prayer])] {
            let day = rules.applied(to: [try .plain(date)], in: .utc)[0]
            let occasions = DayOccasions([day], before: nil, .utc, rules)
            #expect(Prayer.called.filter { occasions.calls($0, on: day) } == called, "\(date)")
        }
    }

    @Test func `whether isha is called on the eve of Ramadan goes by the next day's own Hijri date`() throws {
        var ramadan = DayCondition()
        ramadan.isRamadan = true
        let rules = rules {
            $0.adhan[.isha, default: ByDay()].add(.off, when: ramadan)
            $0.calendar.turn = .maghrib
        }
        // 1 Ramadan by Umm al-Qura is 8 February; the source may have it a day later.
        var (eve, next) = (try PrayerDay.plain("2027-02-07"), try PrayerDay.plain("2027-02-08"))
        eve.hijri = try HijriDate("1448-08-29")
        for (date, isCalled) in [("1448-08-30", true), ("1448-09-01", false)] {
            next.hijri = try HijriDate(date)
            #expect(DayOccasions([eve], before: next, .utc, rules).calls(.isha, on: eve) == isCalled)
        }
    }

    // MARK: Another timetable

    @Test func `an iqama that is waited for does not change any more`() throws {
        let (old, new) = (rules { $0.iqama[.asr] = after(900) }, rules { $0.iqama[.asr] = after(1800) })
        let plain = try PrayerDay.plain("2026-11-21")
        let before = timetable(old.applied(to: [plain], in: .utc), old)
        let days = new.applied(to: [plain], in: .utc)
        // At the last it has been prayed.
        for (hour, minute, iqama) in [(14, 59, "15:30"), (15, 0, "15:15"), (15, 14, "15:15"), (15, 15, "15:15")] {
            let now = try Instant.utc("2026-11-21", hour, minute)
            let found = try #require(before.keepingCongregations(days, now: now).first?.iqama[.asr])
            #expect(ZoneRules.utc.clockText(found) == iqama, "\(hour):\(minute)")
        }
    }

    @Test func `an adhan that would be too late to be called keeps its time, within its prayer's`() throws {
        let date = try CivilDate("2026-11-27")
        let (old, plain) = (PrayerDay.plain(date, fajr: 6 * 3600 + 1800), PrayerDay.plain(date))
        // An adhan never begins at its iqama or later, nor in the khutbah.
        var (near, friday) = (plain, plain)
        near.iqama[.fajr] = near[.fajr] + .minutes(3)
        friday.jumuah = [friday[.dhuhr] + .hours(1)]
        let late = [PrayerDay.plain(date, dhuhr: 13 * 3600), .plain(date, dhuhr: 13 * 3600 - 60)]
        let rows: [(Prayer, PrayerDay, PrayerDay, hour: Int, minute: Int, String)] = [
            (.fajr, old, plain, 5, 5, "05:00"), (.fajr, old, plain, 5, 6, "06:30"), (.fajr, old, plain, 6, 30, "05:00"),
            (.fajr, old, .plain(date, sunrise: 6 * 3600 + 1800), 5, 6, "05:00"), (.fajr, old, near, 5, 2, "05:00"),
            (.fajr, old, near, 5, 3, "06:30"), (.dhuhr, late[0], friday, 12, 10, "12:00"),
            (.dhuhr, late[1], friday, 12, 10, "12:59"),
        ]
        for (prayer, old, new, hour, minute, called) in rows {
            let now = try Instant.utc("2026-11-27", hour, minute)
            let day = try #require(timetable([old]).keepingCongregations([new], now: now).first)
            #expect(ZoneRules.utc.clockText(day.adhan(of: prayer)) == called, "\(hour):\(minute)")
        }
    }
}
