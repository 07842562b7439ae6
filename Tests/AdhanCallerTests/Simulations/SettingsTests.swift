import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// A person changes settings while the box runs. Plain days: Dhuhr 12:00, Asr 15:00 UTC.
@Suite struct SettingsTests {
    private func set(_ box: VirtualBox, _ key: String, _ value: String) throws {
        let change = try Preferences.Change(key, value, who: "amina", at: box.now)
        box.life?.ask { loop, now in loop.prefer(change, now) }
    }

    @Test func `a prayer that is switched off is skipped with the person's name, until it is switched on`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        try set(box, "adhan.dhuhr", "off")
        box.run(until: try .utc("2026-11-21", 13))
        #expect(try box.rows("2026-11-21") == ["adhan-dhuhr skipped: switched off by amina"])
        try set(box, "adhan.dhuhr", "default")
        box.run(until: try .utc("2026-11-22", 13))
        #expect(try box.row("2026-11-22", .dhuhr)?.state == .completed)
        #expect(try box.ledger.changes(limit: 9).map(\.value) == [nil, "off"])
    }

    @Test func `a prayer that is armed already is not called once it is switched off`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 59, 55))
        try set(box, "adhan.dhuhr", "off")
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.isEmpty)
        #expect(try box.rows("2026-11-21") == ["adhan-dhuhr skipped: switched off by amina"])
    }

    @Test func `a prayer that is committed already is not called once it is switched off`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        box.run(until: try .utc("2026-11-21", 11, 59, 59))
        try set(box, "adhan.dhuhr", "off")
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.isEmpty)
        #expect(try box.rows("2026-11-21") == ["adhan-dhuhr skipped: switched off by amina"])
    }

    @Test func `Dhuhr switched off leaves the khutbah that is only announced`() throws {
        for (call, story) in [(JumuahRules.Call.dhuhr, ["11-27 12:30 jumuah-1"]), (.khutbah, [])] {
            var rules = MosqueRules()
            rules.jumuah.times = ByDay([TimeRule.clock(12 * 3600 + 1800)])
            rules.jumuah.call = call
            let box = VirtualBox(at: try .utc("2026-11-27", 11), rules, sounding: call == .dhuhr ? [] : [.jumuah])
            box.start()
            try set(box, "adhan.dhuhr", "off")
            box.run(until: try .utc("2026-11-27", 14))
            #expect(box.story == story)
        }
    }

    @Test func `a setting outlives a reload of the config`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        try set(box, "adhan.dhuhr", "off")
        box.reload()
        box.run(until: try .utc("2026-11-21", 13))
        #expect(box.called.isEmpty)
    }

    /// Ramadan of 1448 begins on 2027-02-08, and its Eid is on 2027-03-09 or the day after.
    @Test(arguments: [("1448-09-01=2027-02-09", "02-09", "03-10"), ("1448-09-01=2027-02-07", "02-07", "03-09")])
    func `a month's start that was set moves Ramadan and Eid, and outlives a reload and a restart`(
        _ start: String,
        first: String,
        eid: String
    ) throws {
        var rules = MosqueRules()
        rules.ramadan.suhoor = [3600]
        rules.eid.fitr = [8 * 3600]
        let box = VirtualBox(at: try .utc("2027-02-06", 11), rules, sounding: [.suhoor])
        box.start()
        try set(box, "hijri.adjust", start)
        box.reload()
        box.run(until: try .utc("2027-02-20", 11))
        let kept = box.life?.ask { loop, _ in loop.saved.preferences }
        box.stop(by: "a restart")
        box.run(until: try .utc("2027-02-20", 11, 1))
        box.kill()
        box.saved.preferences = try #require(kept)
        box.start()
        box.run(until: try .utc("2027-03-12", 0))
        #expect(box.story(of: "suhoor").first?.hasPrefix(first) == true)
        #expect(box.story(of: "eid") == ["\(eid) 08:00 eid-1"])
    }

    @Test(arguments: ["1448-09-01=2027-02-09", "1448-09-01=2027-02-07"])
    func `a change of the Hijri date at any hour leaves five adhans a day, each at its time`(_ start: String) throws {
        let makkah = PrayerCalculator(
            coordinates: try Coordinates(latitude: 21.42, longitude: 39.83),
            zone: .utc,
            method: .ummAlQura,
            ramadan: RamadanDates(.ummAlQura)
        )
        for hour in [0, 2, 3, 9, 12, 15, 18, 21] {
            let box = VirtualBox(at: try .utc("2027-02-06", 0), source: makkah)
            box.start()
            box.run(until: try .utc("2027-02-07", hour, 59, 58))
            try set(box, "hijri.adjust", start)
            box.run(until: try .utc("2027-02-10", 0))
            #expect(box.called.count == 20, "\(hour)")
            let isha = box.called.filter { $0.key.occasion == .adhan(.isha) }.map { due in
                due.at
                    - (box.called.first { $0.key.date == due.key.date && $0.key.occasion == .adhan(.maghrib) }?.at
                        ?? due.at)
            }
            // Isha of Ramadan is 120 minutes after Maghrib, and 90 otherwise.
            let ramadan = start.hasSuffix("07") ? [90, hour >= 17 ? 90 : 120, 120, 120] : [90, 90, 90, 120]
            #expect(isha == ramadan.map { .minutes($0) }, "\(hour)")
        }
    }

    // Without an iqama, a restart between the change and Isha forgets the time that Isha had.
    @Test(arguments: [(false, false), (true, false), (true, true)])
    func `a change of the Hijri date that would move Isha into the past leaves it at its time`(
        hasIqama: Bool,
        restarts: Bool
    ) throws {
        let makkah = PrayerCalculator(
            coordinates: try Coordinates(latitude: 21.42, longitude: 39.83),
            zone: .utc,
            method: .ummAlQura,
            ramadan: RamadanDates(.ummAlQura)
        )
        var rules = MosqueRules()
        if hasIqama { rules.iqama[.isha] = ByDay(IqamaRule(.beside(.adhan, seconds: 900))) }
        let box = VirtualBox(at: try .utc("2027-02-08", 12), rules, source: makkah)
        box.start()
        // Isha of Ramadan is at 17:15, and would be at 16:45.
        box.run(until: try .utc("2027-02-08", 17))
        try set(box, "hijri.adjust", "1448-09-01=2027-02-09")
        box.life?.post(.timetableChanged)
        if restarts {
            box.run(until: try .utc("2027-02-08", 17, 1))
            let kept = try #require(box.life?.ask { loop, now in (loop.saved.preferences, loop.pinned(now)) })
            box.saved.preferences = kept.0
            box.saved.pinned = PinnedCongregations(kept.1, by: box.settings.rules, in: box.settings.zone)
            box.losePower(until: try .utc("2027-02-08", 17, 2))
        }
        box.run(until: try .utc("2027-02-09", 18))
        #expect(
            box.story(of: "isha")
                == [
                    ["02-08 17:15 adhan-isha"], hasIqama ? ["02-08 17:30 iqama-isha"] : [], ["02-09 17:16 adhan-isha"],
                    hasIqama ? ["02-09 17:31 iqama-isha"] : [],
                ].flatMap(\.self)
        )
        #expect(try box.row("2027-02-08", .isha)?.state == .completed)
    }

    @Test func `a volume that is set counts from then on, also for what is armed next`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11))
        box.start()
        try set(box, "volume.dhuhr", "30")
        box.run(until: try .utc("2026-11-21", 12, 30))
        try set(box, "volume.asr", "0")
        box.run(until: try .utc("2026-11-21", 19))
        #expect(box.player.heard.map(\.volume) == [Volume(percent: 30), .full])
        #expect(try box.rows("2026-11-21").contains { $0.hasPrefix("adhan-asr skipped") })
    }

    @Test func `a setting that cannot be written holds up no row`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 11), ledger: LedgerOnADisk { LedgerWithoutSettings() })
        box.start()
        try set(box, "volume.asr", "30")
        box.ledger.fail(.unwritable)
        box.run(until: try .utc("2026-11-21", 12, 5))
        box.ledger.fail(nil)
        box.run(until: try .utc("2026-11-21", 12, 10))
        #expect(try box.rows("2026-11-21") == ["adhan-dhuhr completed"])
    }

    /// As if somebody had removed the table of the settings.
    private final class LedgerWithoutSettings: Ledger {
        private let rows = InMemoryLedger()

        func load(since: CivilDate, now: Instant) throws(LedgerError) -> LedgerCache {
            try rows.load(since: since, now: now)
        }
        func record(_ origin: LedgerOrigin) { rows.record(origin) }
        func record(_ entry: LedgerEntry) throws(LedgerError) { try rows.record(entry) }
        func record(_ change: SettingChange) throws(LedgerError) {
            throw .unwritable(file: "ledger", reason: "no such table: setting")
        }
        func changes(limit: Int) -> [SettingChange] { [] }
        func reopenIfReplaced() -> String? { nil }
        func close() {}
        func rows(_ dates: Range<CivilDate>, limit: Int) throws(LedgerError) -> LedgerRows {
            try rows.rows(dates, limit: limit)
        }
    }

    @Test func `a change that the disk refuses is written when the disk takes it`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 10))
        box.start()
        box.ledger.fail(.unwritable)
        try set(box, "volume.asr", "30")
        box.run(until: try .utc("2026-11-21", 10, 5))
        #expect(try box.ledger.changes(limit: 9).isEmpty)
        box.ledger.fail(nil)
        box.run(until: try .utc("2026-11-21", 10, 7))
        #expect(try box.ledger.changes(limit: 9).map(\.key) == ["volume.asr"])
    }

    @Test func `more changes than may wait for a full disk are told as not recorded`() throws {
        let box = VirtualBox(at: try .utc("2026-11-21", 10))
        box.start()
        box.ledger.fail(.unwritable)
        for volume in 1...101 { try set(box, "volume.asr", "\(volume % 100)") }
        let told = box.notices.compactMap {
            if case .preferred(_, let isRecorded) = $0.notice { isRecorded } else { nil }
        }
        #expect(told == Array(repeating: true, count: 100) + [false])
        #expect(
            box.life?.ask { loop, _ in loop.saved.preferences.inForce.map(\.value) } == [.volume(Volume(percent: 1))]
        )
    }

    @Test func `who switches Dhuhr off switches Friday's calls off, too`() throws {
        var rules = MosqueRules()
        (rules.jumuah.times, rules.jumuah.call, rules.jumuah.firstAdhan) = (ByDay([13 * 3600]), .both, 1200)
        let box = VirtualBox(at: try .utc("2026-11-27", 11), rules, sounding: [.jumuah, .firstAdhan])
        box.start()
        try set(box, "adhan.dhuhr", "off")
        box.run(until: try .utc("2026-11-27", 14))
        #expect(box.called.isEmpty)
        #expect(
            try box.rows("2026-11-27")
                == ["adhan-dhuhr", "jumuah-1-adhan", "jumuah-1"].map {
                    "\($0) skipped: switched off by amina"
                }
        )
    }
}
