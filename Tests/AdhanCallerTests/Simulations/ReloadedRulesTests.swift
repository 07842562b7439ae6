import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// A person changes the mosque's rules in the middle of a day.
@Suite struct ReloadedRulesTests {
    private static let friday = "2026-11-27"
    private static let fast = "2027-02-10"

    private func friday(_ call: JumuahRules.Call, _ times: [Int] = [12 * 3600 + 1800]) throws -> VirtualBox {
        var rules = MosqueRules()
        rules.jumuah.times = ByDay(times.map(TimeRule.clock))
        rules.jumuah.call = call
        return VirtualBox(at: try .utc(Self.friday, 11), rules, sounding: call == .dhuhr ? [] : [.jumuah])
    }

    /// A box in Ramadan 1448.
    private func ramadan(_ iftar: RamadanRules.Iftar) throws -> VirtualBox {
        var rules = MosqueRules()
        rules.calendar = try HijriCalendar(declared: [
            try HijriMonth("1448-09"): try CivilDate("2027-02-08"),
            try HijriMonth("1448-10"): try CivilDate("2027-03-10"),
        ])
        rules.ramadan.iftar = iftar
        return VirtualBox(at: try .utc(Self.fast, 17), rules, sounding: [.iftar])
    }

    @Test func `iqamas that a file gains are not missed at the times when it had none`() throws {
        let source = MovableDay()
        let box = VirtualBox(at: try .utc("2026-11-20", 11), MosqueRules(), sounding: [.iqama], source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 14))
        source.hasIqama = true
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-11-21", 16))
        #expect(
            try box.rows("2026-11-21").filter { $0.hasPrefix("iqama") } == ["iqama-asr completed"]
        )
    }

    // MARK: A ledger that does not answer

    @Test(arguments: [true, false])
    func `a prayer moved later across a restart is not called twice while the ledger hangs`(hasIqama: Bool) throws {
        let source = MovableDay()
        var rules = MosqueRules()
        if hasIqama { rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 1800))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 14), rules, source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 6))
        box.kill()
        box.marks.removeAll()
        box.diskAnswers = false
        box.wait(until: try .utc("2026-11-21", 15, 7))
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 10))
        source.asr += 900
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-11-21", 15, 40))
        box.diskAnswers = true
        box.run(until: try .utc("2026-11-21", 16, 30))
        #expect(box.story(of: "asr").filter { $0.contains("adhan") } == ["11-21 15:00 adhan-asr"])
    }

    @Test func `a prayer moved later across the first start comes once the ledger could be read`() throws {
        let source = MovableDay()
        let box = VirtualBox(at: try .utc("2026-11-21", 15, 6), source: source)
        box.diskAnswers = false
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 10))
        source.asr += 900
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-11-21", 15, 14))
        box.diskAnswers = true
        box.run(until: try .utc("2026-11-21", 16, 30))
        #expect(box.story(of: "asr") == ["11-21 15:15 adhan-asr"])
    }

    // MARK: Friday

    @Test(arguments: [false, true])
    func `Dhuhr that is left to the khutbah is skipped once that has called it`(restarts: Bool) throws {
        let box = try friday(.khutbah)
        box.start()
        box.run(until: try .utc(Self.friday, 12, 2))
        if restarts { box.losePower(until: try .utc(Self.friday, 12, 4)) }
        box.run(until: try .utc(Self.friday, 12, 29))
        #expect(try box.rows(Self.friday).isEmpty)
        box.run(until: try .utc(Self.friday, 14))
        #expect(box.story == ["11-27 12:30 jumuah-1"])
        #expect(
            try box.rows(Self.friday) == [
                "adhan-dhuhr skipped: called before the khutbah instead", "jumuah-1 completed",
            ]
        )
    }

    @Test func `Dhuhr that is left to a khutbah that nobody heard is missed with it`() throws {
        let box = try friday(.khutbah)
        box.start()
        box.run(until: try .utc(Self.friday, 12, 20))
        box.player.behaviour = .findsNoDevice("no sound card")
        box.run(until: try .utc(Self.friday, 14))
        #expect(
            try box.rows(Self.friday) == [
                "adhan-dhuhr missed: jumuah-1 was to call it: no sound card", "jumuah-1 missed: no sound card",
            ]
        )
    }

    @Test func `Dhuhr and a khutbah while the box was off are both missed for that`() throws {
        let box = try friday(.khutbah)
        box.start()
        box.run(until: try .utc(Self.friday, 12, 2))
        box.losePower(until: try .utc(Self.friday, 13, 30))
        box.run(until: try .utc(Self.friday, 14))
        #expect(
            try box.rows(Self.friday) == [
                "adhan-dhuhr missed: jumuah-1 was to call it: not running", "jumuah-1 missed: not running",
            ]
        )
    }

    @Test func `muted by somebody, Dhuhr is skipped as the khutbah that was to call it`() throws {
        let box = try friday(.khutbah)
        box.start()
        box.run(until: try .utc(Self.friday, 12, 2))
        box.mute(until: try .utc(Self.friday, 13))
        box.run(until: try .utc(Self.friday, 14))
        #expect(
            try box.rows(Self.friday) == ["adhan-dhuhr skipped: muted, by amina", "jumuah-1 skipped: muted, by amina"]
        )
    }

    @Test func `Dhuhr whose khutbah loses its call after Dhuhr's grace is missed`() throws {
        let box = try friday(.khutbah)
        box.start()
        box.run(until: try .utc(Self.friday, 12, 10))
        box.settings.rules.jumuah.call = .dhuhr
        box.settings.sounds.ofOccasions[.jumuah] = nil
        box.reload()
        box.run(until: try .utc(Self.friday, 14))
        #expect(box.called.isEmpty)
        #expect(
            try box.rows(Self.friday) == [
                "adhan-dhuhr missed: it was left to jumuah-1, which does not call it any more"
            ]
        )
    }

    @Test(arguments: [true, false])
    func `Dhuhr that was left to the khutbah is called where a person takes the khutbah's call away`(
        isKhutbahGone: Bool
    ) throws {
        let box = try friday(.khutbah)
        box.start()
        box.run(until: try .utc(Self.friday, 12, 2))
        if isKhutbahGone {
            box.settings.rules.jumuah.times = ByDay(KhutbahRule([]))
        } else {
            box.settings.rules.jumuah.call = .dhuhr
            box.settings.sounds.ofOccasions[.jumuah] = nil
        }
        box.reload()
        box.run(until: try .utc(Self.friday, 14))
        #expect(box.story(of: "adhan") == ["11-27 12:02 adhan-dhuhr"])
        #expect(try box.rows(Self.friday).contains("adhan-dhuhr completed"))
    }

    @Test func `khutbahs that a person adds after three that have begun all come`() throws {
        let box = try friday(.dhuhr, [12 * 3600 + 600, 12 * 3600 + 2400, 13 * 3600 + 600])
        box.start()
        box.run(until: try .utc(Self.friday, 13, 15))
        box.settings.rules.jumuah.times = ByDay([13 * 3600 + 1800, 14 * 3600, 14 * 3600 + 1800].map(TimeRule.clock))
        box.reload()
        box.run(until: try .utc(Self.friday, 17))
        #expect(
            box.story(of: "jumuah") == [
                "11-27 12:10 jumuah-1", "11-27 12:40 jumuah-2", "11-27 13:10 jumuah-3", "11-27 13:30 jumuah-4",
                "11-27 14:00 jumuah-5", "11-27 14:30 jumuah-6",
            ]
        )
        #expect(try Occasion(named: "jumuah-6") == .jumuah(6))
    }

    @Test func `a Friday with a khutbah that has begun has no iqama of Dhuhr`() throws {
        let box = try friday(.dhuhr)
        box.settings.rules.iqama[.dhuhr] = ByDay(IqamaRule(.clock(13 * 3600 + 1800)))
        box.start()
        box.run(until: try .utc(Self.friday, 12, 35))
        box.settings.rules.jumuah.times = ByDay(KhutbahRule([]))
        box.reload()
        box.run(until: try .utc(Self.friday, 14))
        #expect(box.story == ["11-27 12:00 adhan-dhuhr", "11-27 12:30 jumuah-1"])
    }

    @Test func `a Ramadan that a person prolongs moves the khutbah that is still ahead`() throws {
        func calendar(_ shawwal: String) throws -> HijriCalendar {
            try HijriCalendar(declared: [
                try HijriMonth("1447-09"): try CivilDate("2026-02-19"),
                try HijriMonth("1447-10"): try CivilDate(shawwal),
            ])
        }
        var (inRamadan, rules) = (DayCondition(), MosqueRules())
        inRamadan.isRamadan = true
        rules.calendar = try calendar("2026-03-20")
        rules.jumuah.times = ByDay([TimeRule.clock(13 * 3600 + 1800)])
        rules.jumuah.times.add([TimeRule.clock(13 * 3600)], when: inRamadan)
        let box = VirtualBox(at: try .utc("2026-03-20", 11), rules)
        box.start()
        box.run(until: try .utc("2026-03-20", 12, 5))
        box.settings.rules.calendar = try calendar("2026-03-21")
        box.reload()
        box.run(until: try .utc("2026-03-20", 15))
        #expect(box.story(of: "jumuah") == ["03-20 13:00 jumuah-1"])
    }

    @Test(arguments: [(1470, "11-27 12:25 jumuah-1"), (1200, "")])
    func `a khutbah that a person moves into the past is called within its margin, or is missed for that`(
        second: Int,
        story: String
    ) throws {
        let box = try friday(.khutbah)
        box.start()
        box.run(until: try .utc(Self.friday, 12, 25))
        box.settings.rules.jumuah.times = ByDay([TimeRule.clock(12 * 3600 + second)])
        box.reload()
        box.run(until: try .utc(Self.friday, 14))
        #expect(box.story.joined() == story)
        let row = try #require(try box.rows(Self.friday).last)
        #expect(row.hasPrefix(story.isEmpty ? "jumuah-1 missed: its time was moved from " : "jumuah-1 completed"))
    }

    @Test func `a khutbah that has begun does not begin again at the time that a person gives it then`() throws {
        let box = try friday(.khutbah)
        box.start()
        box.run(until: try .utc(Self.friday, 12, 40))
        box.settings.rules.jumuah.times = ByDay([TimeRule.clock(12 * 3600 + 2370)])
        box.reload()
        box.run(until: try .utc(Self.friday, 14))
        #expect(box.story == ["11-27 12:30 jumuah-1"])
        #expect(try box.rows(Self.friday).count == 2)
    }

    @Test func `khutbahs that a person writes after others and a restart have their numbers, and the journal says so`()
        throws
    {
        let box = try friday(.khutbah, [12 * 3600 + 600, 12 * 3600 + 2400])
        box.start()
        box.run(until: try .utc(Self.friday, 13))
        box.settings.rules.jumuah.times = ByDay(
            [13 * 3600 + 3000, 14 * 3600 + 1800, 15 * 3600 + 1800].map(TimeRule.clock)
        )
        box.losePower(until: try .utc(Self.friday, 13, 1))
        box.run(until: try .utc(Self.friday, 17))
        #expect(
            box.story(of: "jumuah") == ["11-27 12:10 jumuah-1", "11-27 12:40 jumuah-2", "11-27 15:30 jumuah-3"]
        )
        let said = box.notices.map { $0.notice.words(.utc) }.filter { $0.contains("It does not come again") }
        #expect(said.count == 2 && said.allSatisfy { $0.contains("completed at its earlier time") }, "\(said)")
    }

    @Test
    func `an iqama that a person takes away while it is waited for has its line in the journal, and others do not`()
        throws
    {
        var rules = MosqueRules()
        for prayer in [Prayer.dhuhr, .asr] { rules.iqama[prayer] = ByDay(IqamaRule(.beside(.adhan, seconds: 1800))) }
        let box = VirtualBox(at: try .utc("2026-11-21", 11), rules)
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 10))
        box.settings.rules.iqama = [:]
        box.reload()
        box.run(until: try .utc("2026-11-22", 16))
        let said = box.notices.map { $0.notice.words(.utc) }.filter { $0.contains("does not come: ") }
        // Dhuhr's is over, and tomorrow's have never been promised.
        #expect(
            said == [
                "2026-11-21 iqama-asr due at 2026-11-21T15:30:00+00:00 does not come: the timetable or the rules have changed, and have none today"
            ]
        )
    }

    @Test func `Dhuhr is called where the khutbah before it was not heard`() throws {
        let box = try friday(.khutbah, [11 * 3600 + 1200])
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        box.run(until: try .utc(Self.friday, 11, 58))
        box.player.behaviour = .plays
        box.run(until: try .utc(Self.friday, 14))
        #expect(box.story == ["11-27 12:00 adhan-dhuhr"])
    }

    @Test func `Dhuhr is not called during a khutbah before it whose adhan was not heard`() throws {
        let box = try friday(.khutbah, [11 * 3600 + 3300])
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        box.run(until: try .utc(Self.friday, 11, 58))
        box.player.behaviour = .plays
        box.run(until: try .utc(Self.friday, 14))
        #expect(box.story.isEmpty)
        #expect(
            try box.rows(Self.friday) == ["jumuah-1 missed: no sound card", "adhan-dhuhr missed: jumuah-1"]
        )
    }

    // MARK: Congregations

    @Test func `a Ramadan that a person declares moves the iqama for which the congregation waits`() throws {
        var (inRamadan, rules) = (DayCondition(), MosqueRules())
        inRamadan.isRamadan = true
        rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
        rules.iqama[.asr]?.add(IqamaRule(.beside(.adhan, seconds: 1800)), when: inRamadan)
        let eve = "2027-02-07"
        let box = VirtualBox(at: try .utc(eve, 14), rules)
        box.start()
        box.run(until: try .utc(eve, 15, 5))
        box.settings.rules.calendar = try HijriCalendar(declared: [try HijriMonth("1448-09"): try CivilDate(eve)])
        box.reload()
        box.run(until: try .utc(eve, 16))
        #expect(box.story(of: "asr") == ["02-07 15:00 adhan-asr", "02-07 15:30 iqama-asr"])
    }

    @Test func `another lead of iftar moves the iqama of a Maghrib that was called`() throws {
        let box = try ramadan(.before(120))
        box.settings.rules.iqama[.maghrib] = ByDay(IqamaRule(.beside(.adhan, seconds: 600)))
        box.start()
        box.run(until: try .utc(Self.fast, 18, 5))
        box.settings.rules.ramadan.iftar = .before(300)
        box.reload()
        box.run(until: try .utc(Self.fast, 19))
        #expect(
            box.story(of: "02-10 18") == [
                "02-10 18:00 iftar", "02-10 18:02 adhan-maghrib", "02-10 18:15 iqama-maghrib",
            ]
        )
    }

    // MARK: Iftar in place of the adhan

    @Test func `a recording of iftar that a person has mended sounds, although it could not be played before`() throws {
        let box = try ramadan(.instead)
        box.player.missing = ["iftar.mp3"]
        box.player.behaviour = .findsNoDevice("no sound card")
        box.start()
        box.run(until: try .utc(Self.fast, 18, 1))
        box.player.missing = []
        box.reload(finding: .plays)
        box.run(until: try .utc(Self.fast, 19))
        #expect(box.story(of: "02-10 18") == ["02-10 18:01 iftar"])
    }

    @Test func `iftar whose time was moved into the past still gives way where its recording hangs`() throws {
        let source = MovableDay()
        var rules = try ramadan(.instead).settings.rules
        rules.ramadan.iftar = .instead
        let box = VirtualBox(at: try .utc(Self.fast, 17), rules, sounding: [.iftar], source: source)
        box.start()
        box.run(until: try .utc(Self.fast, 17, 59))
        source.maghrib -= 90
        box.player.behaviour = .isSlow(.hours(1))
        box.life?.post(.timetableChanged)
        box.run(until: try .utc(Self.fast, 17, 59, 2) - .milliseconds(10))
        box.player.behaviour = .plays
        box.run(until: try .utc(Self.fast, 19))
        #expect(box.story(of: "maghrib") == ["02-10 17:59:02 adhan-maghrib"])
    }

    // MARK: What a correction says

    @Test func `a prayer that was skipped and is then moved to later is said to be skipped`() throws {
        let source = MovableDay()
        let box = VirtualBox(at: try .utc("2026-11-21", 14), source: source)
        box.start()
        box.mute(until: try .utc("2026-11-21", 15, 5))
        box.run(until: try .utc("2026-11-21", 15, 6))
        source.asr += 1800
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-11-21", 16))
        let said = box.notices.map { $0.notice.words(.utc) }.filter { $0.contains("It does not come again") }
        let (new, old) = ("2026-11-21T15:30:00+00:00", "2026-11-21T15:00:00+00:00")
        #expect(
            said == [
                "2026-11-21 adhan-asr is now due at \(new). It does not come again: it was skipped at its earlier time, \(old)"
            ]
        )
        #expect(box.story(of: "asr").isEmpty)
    }

    @Test func `a prayer that is moved twice is said to have been skipped when it was`() throws {
        let source = MovableDay()
        let box = VirtualBox(at: try .utc("2026-11-21", 14), source: source)
        box.start()
        box.mute(until: try .utc("2026-11-21", 15, 5))
        for (hour, minute) in [(15, 6), (15, 40)] {
            box.run(until: try .utc("2026-11-21", hour, minute))
            source.asr += 1800
            box.life?.post(.timetableChanged)
        }
        box.run(until: try .utc("2026-11-21", 16, 30))
        let said = box.notices.map { $0.notice.words(.utc) }.filter { $0.contains("It does not come again") }
        #expect(said.count == 2 && said.allSatisfy { $0.hasSuffix("its earlier time, 2026-11-21T15:00:00+00:00") })
    }

    @Test func `a source that changes while an adhan sounds does not change its row`() throws {
        let source = MovableDay()
        let box = VirtualBox(at: try .utc("2026-11-21", 14), source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 15, 0, 5))
        source.name = .file
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-11-21", 16))
        #expect(try box.row("2026-11-21", .asr)?.source == .calculation)
    }

    @Test func `an armed adhan of another source has that source in its last row, too`() throws {
        let source = MovableDay()
        let box = VirtualBox(at: try .utc("2026-11-21", 14), source: source)
        box.start()
        box.run(until: try .utc("2026-11-21", 14, 59, 55))
        source.name = .file
        box.life?.post(.timetableChanged)
        box.run(until: try .utc("2026-11-21", 15, 0, 10))
        #expect(try box.row("2026-11-21", .asr)?.source == .file)
        box.run(until: try .utc("2026-11-21", 16))
        #expect(try box.row("2026-11-21", .asr)?.source == .file)
        #expect(try box.row("2026-11-21", .asr)?.state == .completed)
    }

    /// Plain days whose Asr, Maghrib and source change.
    private final class MovableDay: TimetableSource, @unchecked Sendable {
        var hasIqama = false
        var asr = 15 * 3600
        var maghrib = 18 * 3600
        var name = SourceName.calculation

        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            dates.map { date in
                var day = PrayerDay.plain(date, asr: asr, maghrib: maghrib, source: name)
                if hasIqama { for prayer in Prayer.called { day.iqama[prayer] = day[prayer] + .minutes(10) } }
                return day
            }
        }
    }
}
