import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanSupport
@testable import AdhanCaller

/// Rules that change from week to week, with the season, in Ramadan or by a person. What fits into a row is in `RuleScenes`.
@Suite struct RulesTests {
    private static let date = "2026-11-21"

    // MARK: From day to day

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
        let box = VirtualBox(at: try .utc("2026-11-18", 0), rules, source: LaterAsr(first: try CivilDate("2026-11-16")))
        box.start()
        box.run(until: try .utc("2026-11-28", 0))
        // Until Thursday the 19th Asr begins by 15:06 and the iqama is at 15:30; the week from the 20th ends with 15:20.
        let times = (18...27).map {
            $0 < 20 ? ($0, "15:15", "15:30") : $0 < 27 ? ($0, "15:30", "15:45") : ($0, "15:45", "16:00")
        }
        #expect(
            box.story(of: "asr") == times.flatMap { ["11-\($0.0) \($0.1) adhan-asr", "11-\($0.0) \($0.2) iqama-asr"] }
        )
    }

    @Test func `the last Friday before the clocks go back and the first after it have their own times`() throws {
        var (winter, rules) = (DayCondition(), MosqueRules())
        winter.season = .winter
        rules.jumuah.times = ByDay([13 * 3600 + 900])
        rules.jumuah.times.add([12 * 3600 + 2700], when: winter)
        rules.iqama[.isha] = ByDay(IqamaRule(.clock(21 * 3600)))
        rules.iqama[.isha]?.add(IqamaRule(.clock(20 * 3600)), when: winter)
        let box = VirtualBox(at: try .utc("2026-10-23", 0), rules, zone: try SystemZones.find("Europe/London"))
        box.start()
        box.run(until: try .utc("2026-10-31", 0))
        #expect(box.story(of: "jumuah") == ["10-23 13:15 jumuah-1", "10-30 12:45 jumuah-1"])
        #expect(box.story(of: "iqama-isha") == (23...30).map { "10-\($0) \($0 < 25 ? 21 : 20):00 iqama-isha" })
    }

    @Test(arguments: [(29, "03-09", "03-08"), (30, "03-10", "03-09")])
    func `Ramadan has the days that the mosque declares, and Eid follows it`(days: Int, eid: String, last: String)
        throws
    {
        let box = try ScriptedBox(
            "2027-02-06T00:00 ramadan 2027-02-08 2027-\(eid); suhoor 1h; iftar 2m; fitr 08:00; adha 08:30; takbir 20m; "
                + "recordings suhoor iftar takbir; start; 03-14T00:00"
        ).box
        for word in ["suhoor-1h", "imsak", "iftar"] {
            let found = box.story(of: word)
            #expect(found.count == days, "\(word)")
            #expect(found.first?.hasPrefix("02-08") == true && found.last?.hasPrefix(last) == true, "\(word)")
        }
        #expect(box.story(of: "eid") == ["\(eid) 08:00 eid-1"])
        #expect(box.story(of: "takbir") == ["\(eid) 07:40 takbir-1"])
    }

    @Test(arguments: [(HijriCalendar.Turn.midnight, "02-07 20:15"), (.maghrib, "02-07 20:30")])
    func `Isha's iqama of Ramadan begins on its eve where the day ends at Maghrib`(
        turn: HijriCalendar.Turn,
        eve: String
    ) throws {
        let scripted = try ScriptedBox("2027-02-06T00:00 iqama isha begins+15m")
        var inRamadan = DayCondition()
        inRamadan.isRamadan = true
        scripted.box.settings.rules.calendar.turn = turn
        scripted.box.settings.rules.iqama[.isha]?.add(IqamaRule(.beside(.begins, seconds: 1800)), when: inRamadan)
        try scripted.play("start; 02-09T00:00")
        let times = scripted.box.story(of: "iqama").map { String($0.prefix(11)) }
        #expect(times == ["02-06 20:15", eve, "02-08 20:30"])
    }

    // MARK: By a person

    /// In Ramadan, Asr's iqama is 30 minutes after its adhan and the khutbah at 13:00; else 15 minutes, and 13:30.
    private func boxWithRamadanRules(_ script: String) throws -> ScriptedBox {
        let scripted = try ScriptedBox(script)
        var (inRamadan, rules) = (DayCondition(), scripted.box.settings.rules)
        inRamadan.isRamadan = true
        rules.iqama[.asr] = ByDay(IqamaRule(.beside(.adhan, seconds: 900)))
        rules.iqama[.asr]?.add(IqamaRule(.beside(.adhan, seconds: 1800)), when: inRamadan)
        rules.jumuah.times = ByDay([TimeRule.clock(13 * 3600 + 1800)])
        rules.jumuah.times.add([TimeRule.clock(13 * 3600)], when: inRamadan)
        scripted.box.settings.rules = rules
        return scripted
    }

    @Test func `a Ramadan that a person prolongs moves the khutbah that is still ahead`() throws {
        let scripted = try boxWithRamadanRules("2026-03-20T11:00 ramadan 2026-02-19 2026-03-20")
        try scripted.play("start; 12:05 ramadan 2026-02-19 2026-03-21; reload; 14:00")
        #expect(scripted.story == ["12:00 adhan-dhuhr", "13:00 jumuah-1"])
    }

    @Test func `a Ramadan that a person declares moves the iqama for which the congregation waits`() throws {
        let scripted = try boxWithRamadanRules("2027-02-07T14:00")
        try scripted.play("start; 15:05 ramadan 2027-02-07 2027-03-09; reload; 16:00")
        #expect(scripted.story == ["15:00 adhan-asr", "15:30 iqama-asr"])
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
        let scripted = try ScriptedBox("2027-03-09T07:00 fitr 08:00; start; 08:30 fitr 09:00; reload; 10:00")
        #expect(scripted.story == ["08:00 eid-1"])
        let (new, old) = ("2027-03-09T09:00:00+00:00", "2027-03-09T08:00:00+00:00")
        let words =
            "2027-03-09 eid-1 is now due at \(new). It does not come again: it was announced at its earlier time, \(old)"
        try scripted.check(.once, words)
        try scripted.check(.once, "It does not come again")
    }

    // MARK: By a corrected timetable

    /// A minute earlier, a minute later; over a restart, too.
    @Test(arguments: ["14:59", "15:01"], ["read", "off until 14:30"])
    func `a mute until a prayer ends with it where it is corrected`(asr: String, event: String) throws {
        let scripted = try ScriptedBox("11:00 start; 11:30")
        let ending = OccasionKey(scripted.date, .adhan(.asr))
        scripted.box.mute(until: try .utc(Self.date, 15), ending: ending)
        try scripted.play("14:00 asr \(asr); \(event); 17:00")
        #expect(scripted.story == ["\(asr) adhan-asr"])
        try scripted.check(.rows, "adhan-dhuhr skipped: muted, by amina; adhan-asr completed")
    }

    @Test func `who asks for the days is told of the iqama that counts while they wait for it`() throws {
        let scripted = try ScriptedBox("14:00 iqama asr +15m; start; 15:05 asr 15:10; read")
        let dates = try CivilDate(Self.date)...CivilDate("2026-11-23")
        let days = try #require(scripted.box.life?.ask { loop, _ in loop.findDays()(dates) })
        let minutes = days.map { $0.iqama[.asr].map { ZoneRules.utc.wall(at: $0).secondOfDay / 60 - 15 * 60 } }
        #expect(minutes == [15, 25, 25])
        try scripted.play("11-22T16:00")
        #expect(scripted.box.story(of: "iqama") == ["11-21 15:15 iqama-asr", "11-22 15:25 iqama-asr"])
    }

    @Test func `an iqama that has passed is not held, nor is one whose adhan is ahead`() throws {
        let scripted = try ScriptedBox("14:00 iqama asr +15m; iqama isha +15m; start; 14:59")
        func pinned() throws -> [Int] {
            try #require(scripted.box.life?.ask { loop, now in loop.pinned(now) }).map(\.congregations.count)
        }
        #expect(try pinned().isEmpty)
        try scripted.play("15:10")
        #expect(try pinned() == [1])
        try scripted.play("pin; kill; 15:16 asr 15:20; start; 16:00")
        #expect(try pinned().isEmpty)
        let day = try #require(scripted.box.life?.ask { loop, _ in loop.timetable?.days.dropFirst().first })
        #expect(day.iqama[.asr] == (try .utc(Self.date, 15, 35)))
    }

    @Test func `a source that changes while an adhan sounds does not change its row; while it is armed it does`() throws
    {
        for (moment, source) in [("15:00:05", SourceName.calculation), ("14:59:55", .file)] {
            let scripted = try ScriptedBox("14:00 start; \(moment)")
            scripted.days.name = .file
            for end in ["15:00:10", "16:00"] {
                try scripted.play("read; \(end)")
                #expect(try scripted.box.row(Self.date, .asr)?.source == source)
            }
            #expect(try scripted.rows() == ["adhan-asr completed"])
        }
    }

    @Test func `a zone that is corrected across the date line calls no prayer again`() throws {
        let (wrong, right) = (try SystemZones.find("Pacific/Pago_Pago"), try SystemZones.find("Pacific/Apia"))
        let coordinates = try Coordinates(latitude: -13.83, longitude: -171.76)
        func source(_ zone: ZoneRules) -> PrayerCalculator {
            PrayerCalculator(coordinates: coordinates, zone: zone, method: .mwl)
        }
        let start = try Instant.utc(Self.date, 2)
        let box = VirtualBox(at: start, source: source(wrong), zone: wrong)
        box.start()
        box.run(until: start + .hours(6))
        let (first, count) = (try #require(box.called.first), box.called.count)
        let again = VirtualBox(at: start, source: source(wrong), zone: wrong)
        again.start()
        again.run(until: first.at + .minutes(2))
        #expect(again.called.count == 1)
        again.settings.zone = right
        again.reload(from: source(right))
        again.run(until: start + .hours(6))
        #expect(again.called.count == count, "\(again.called)")
        let date = first.key.date.adding(days: 1)
        let row = try again.ledger.entries(date..<date.adding(days: 1)).first { $0.key.occasion == first.key.occasion }
        #expect(row?.state == .skipped && row?.reason == "it has its row under \(first.key.date)")
    }

    // MARK: Close calls

    @Test func `a late adhan is as loud as it would have been on time`() throws {
        let scripted = try ScriptedBox("18:30")
        let quiet = QuietHours(from: 20 * 3600 + 60, to: 23 * 3600, volume: Volume(percent: 30))
        scripted.box.settings.sounds.volumes.quiet = [quiet]
        try scripted.play("start; 19:00 off until 20:01:30; 20:10")
        try scripted.check(.times, "20:01:30")
        #expect(scripted.box.player.heard.first?.volume == .full)
    }

    @Test func `what could still have sounded when the power failed is missed, and not forgotten`() throws {
        let scripted = try ScriptedBox(
            "14:00 iqama asr +15m; remind adhan-maghrib 9870s; recordings iqama reminder; start; set adhan.maghrib off; "
                // A row proves that the box ran until 15:15:30, half a minute into the iqama's minute.
                + "15:10 card gone; 15:15:40 off until 15:30; 16:00"
        )
        try scripted.check(.has, "reminder-maghrib-2h44m30s skipped; iqama-asr missed: not running")
    }
}
