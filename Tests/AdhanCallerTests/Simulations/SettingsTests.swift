import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// A person changes settings while the box runs. What fits into a row is in `PersonScenes`.
@Suite struct SettingsTests {
    @Test func `each change is in the ledger, the last one first`() throws {
        let box = try ScriptedBox("11:00 start; set adhan.dhuhr off; 13:00 set adhan.dhuhr default; 13:01").box
        #expect(try box.ledger.changes(limit: 9).map(\.value) == [nil, "off"])
    }

    /// Ramadan of 1448 begins on 2027-02-08, and its Eid is on 2027-03-09 or the day after.
    @Test(arguments: [("1448-09-01=2027-02-09", "02-09", "03-10"), ("1448-09-01=2027-02-07", "02-07", "03-09")])
    func `a month's start that was set moves Ramadan and Eid, and outlives a reload and a restart`(
        _ start: String,
        first: String,
        eid: String
    ) throws {
        let scripted = try ScriptedBox(
            "2027-02-06T11:00 suhoor 1h; fitr 08:00; recordings suhoor; start; set hijri.adjust \(start); reload; 02-20T11:00"
        )
        let kept = scripted.box.life?.ask { loop, _ in loop.saved.preferences }
        try scripted.play("sigterm; 02-20T11:01 kill")
        scripted.box.saved.preferences = try #require(kept)
        try scripted.play("start; 03-12T00:00")
        #expect(scripted.box.story(of: "suhoor").first?.hasPrefix(first) == true)
        #expect(scripted.box.story(of: "eid") == ["\(eid) 08:00 eid-1"])
    }

    /// Isha of Ramadan is 120 minutes after Maghrib, and 90 otherwise.
    private func makkah() throws -> PrayerCalculator {
        let coordinates = try Coordinates(latitude: 21.42, longitude: 39.83)
        return PrayerCalculator(
            coordinates: coordinates,
            zone: .utc,
            method: .ummAlQura,
            ramadan: RamadanDates(.ummAlQura)
        )
    }

    @Test(arguments: ["1448-09-01=2027-02-09", "1448-09-01=2027-02-07"])
    func `a change of the Hijri date at any hour leaves five adhans a day, each at its time`(_ start: String) throws {
        for hour in [0, 2, 3, 9, 12, 15, 18, 21] {
            let script = "2027-02-06T00:00 start; 02-07T\(hour):59:58 set hijri.adjust \(start); 02-10T00:00"
            let called = try ScriptedBox(script, source: makkah()).box.called
            #expect(called.count == 20, "\(hour)")
            let maghribs = called.filter { $0.key.occasion == .adhan(.maghrib) }
            let ishas = called.filter { $0.key.occasion == .adhan(.isha) }
            let ramadan = start.hasSuffix("07") ? [90, hour >= 17 ? 90 : 120, 120, 120] : [90, 90, 90, 120]
            #expect(zip(ishas, maghribs).map { $0.at - $1.at } == ramadan.map { .minutes($0) }, "\(hour)")
        }
    }

    /// Isha of Ramadan is at 17:15, and would be at 16:45. Without an iqama, a restart between the change and Isha forgets the time that
    /// Isha had.
    @Test(arguments: [(false, false), (true, false), (true, true)])
    func `a change of the Hijri date that would move Isha into the past leaves it at its time`(
        hasIqama: Bool,
        restarts: Bool
    ) throws {
        let scripted = try ScriptedBox(
            "2027-02-08T12:00 \(hasIqama ? "iqama isha +15m; " : "")start; 17:00 set hijri.adjust 1448-09-01=2027-02-09; read",
            source: makkah()
        )
        let box = scripted.box
        if restarts {
            try scripted.play("17:01")
            box.saved.preferences = try #require(box.life?.ask { loop, _ in loop.saved.preferences })
            try scripted.play("pin; off until 17:02")
        }
        try scripted.play("02-09T18:00")
        let iqamas = ["02-08 17:30 iqama-isha", "02-09 17:31 iqama-isha"]
        let story = ["02-08 17:15 adhan-isha", "02-09 17:16 adhan-isha"] + (hasIqama ? iqamas : [])
        #expect(box.story(of: "isha") == story.sorted())
        #expect(try box.row("2027-02-08", .isha)?.state == .completed)
    }

    @Test func `a volume that is set counts from then on, also for what is armed next`() throws {
        let scripted = try ScriptedBox("11:00 start; set volume.dhuhr 30; 12:30 set volume.asr 0; 19:00")
        #expect(scripted.box.player.heard.map(\.volume) == [Volume(percent: 30), .full])
        try scripted.check(.has, "adhan-asr skipped")
    }

    @Test func `a setting that cannot be written holds up no row`() throws {
        let ledger = LedgerOnADisk { LedgerWithoutSettings() }
        let scripted = try ScriptedBox(
            "11:00 start; set volume.asr 30; disk full; 12:05 disk well; 12:10",
            ledger: ledger
        )
        #expect(try scripted.box.rows("2026-11-21") == ["adhan-dhuhr completed"])
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
        let scripted = try ScriptedBox("10:00 start; disk full; set volume.asr 30; 10:05")
        #expect(try scripted.box.ledger.changes(limit: 9).isEmpty)
        try scripted.play("disk well; 10:07")
        #expect(try scripted.box.ledger.changes(limit: 9).map(\.key) == ["volume.asr"])
    }

    @Test func `more changes than may wait for a full disk are told as not recorded`() throws {
        let scripted = try ScriptedBox("10:00 start; disk full")
        for volume in 1...101 { try scripted.play("set volume.asr \(volume % 100)") }
        let told = scripted.box.notices.compactMap {
            if case .preferred(_, let isRecorded) = $0.notice { isRecorded } else { nil }
        }
        #expect(told == Array(repeating: true, count: 100) + [false])
        let inForce = scripted.box.life?.ask { loop, _ in loop.saved.preferences.inForce.map(\.value) }
        #expect(inForce == [.volume(Volume(percent: 1))])
    }

    @Test func `the days beyond the timetable have what a person has set`() throws {
        let scripted = try ScriptedBox("14:00 ramadan 2027-02-08 2027-03-10; start; 14:01 set adhan.asr off")
        let outlook = scripted.box.life?.ask { loop, _ in loop.outlook() }
        let adhans = outlook?.occasions.filter { $0.key.occasion == .adhan(.asr) } ?? []
        #expect(!adhans.isEmpty && adhans.allSatisfy { $0.silence == .switchedOff(by: "amina") })
    }
}
