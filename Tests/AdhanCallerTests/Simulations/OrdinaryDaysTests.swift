import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

/// Days on which nothing goes wrong, and the ends of the year, of February and of summer time, at which other programs went wrong.
@Suite struct OrdinaryDaysTests {
    private static let date = "2026-11-21"

    @Test func `a month of plain days calls each prayer once, at its second`() throws {
        let box = try ScriptedBox("2026-11-01T00:00 start; 12-01T00:00").box
        #expect(box.called.count == 150 && Set(box.called.map(\.key)).count == 150)
        let rows = try box.ledger.entries(.first..<(.last))
        #expect(rows.count == 150)
        #expect(
            rows.allSatisfy { $0.state == .completed && $0.latenessMilliseconds == 0 && $0.heardMilliseconds == 30_000 }
        )
    }

    private func refreshes(_ box: VirtualBox) -> [String] {
        box.notices.compactMap { at, notice in
            guard case .refreshed(let reason, _) = notice else { return nil }
            return "\(ZoneRules.utc.formatted(at).dropFirst(8).prefix(8)) \(reason.rawValue)"
        }
    }

    @Test func `it refreshes an hour after isha and at 00 01, and at nothing else, or when the config says so`() throws
    {
        #expect(
            try refreshes(ScriptedBox("12:30 start; 11-23T12:00").box) == [
                "21T12:30 start", "21T21:00 after isha", "22T00:01 rollover", "22T21:00 after isha",
                "23T00:01 rollover",
            ]
        )
        let scripted = try ScriptedBox("12:30")
        scripted.box.settings.policy.refresh.afterIsha = .minutes(30)
        scripted.box.settings.policy.refresh.rollover = 3 * 3600
        try scripted.play("start; 11-22T12:00")
        #expect(refreshes(scripted.box) == ["21T12:30 start", "21T20:30 after isha", "22T03:00 rollover"])
    }

    @Test(arguments: Scene.all(scenes)) func `an ordinary adhan is armed, committed and called in its seconds`(
        _ scene: Scene
    ) throws {
        try scene.play()
    }

    static let scenes = """
        started is committed within the two seconds before, and the device armed ten seconds before
          11:00 start; 11:59:49
          unsaid: is ready on
          11:59:50
          once: is ready on
          11:59:57
          rows: nothing
          11:59:58
          rows: adhan-dhuhr started
          heard: nothing
          12:00
          heard: 12:00 adhan-dhuhr
        without a place nothing sounds, each prayer is skipped, and that is said at the start
          00:00 unplaced; start
          once: no adhan will sound: place not set
          23:00
          heard: nothing
          rows: adhan-fajr skipped: place not set; adhan-dhuhr skipped: place not set; adhan-asr skipped: place not set; \
        adhan-maghrib skipped: place not set; adhan-isha skipped: place not set
        """

    @Test func `where only the zone is known the mosque's own days sound, and calculated ones are skipped`() throws {
        struct OwnDay: TimetableSource {
            let date: CivilDate
            func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
                dates.contains(date) ? [.plain(date, source: .file)] : []
            }
        }
        let own = OwnDay(date: try CivilDate("2026-11-22"))
        let box = VirtualBox(at: try .utc(Self.date, 0), source: TimetableChain([own, PlainSource()]))
        box.settings.policy.skippedSources = SkippedSources([.bundle, .calculation], because: "place not set")
        box.start()
        box.run(until: try .utc("2026-11-24", 0))
        let rows = try box.ledger.entries(.first..<(.last))
        #expect(rows.map { $0.key.date == own.date } == rows.map { $0.state == .completed })
        #expect(rows.filter { $0.state == .completed }.count == 5)
        #expect(rows.filter { $0.state == .skipped && $0.reason == "place not set" }.count == 10)
    }

    @Test func `the row has everything that the player has reported`() throws {
        let scripted = try ScriptedBox("11:00 start; 13:00")
        let row = try #require(try scripted.box.row(Self.date, .dhuhr))
        #expect(row.state == .completed && row.reason == nil && row.file == "dhuhr.mp3")
        #expect(try row.began == .utc(Self.date, 12) && row.ended == .utc(Self.date, 12, 0, 30))
        #expect(row.latenessMilliseconds == 0 && row.heardMilliseconds == 30_000 && row.gapMilliseconds == 0)
        #expect(row.device == "virtual" && row.sha256 == String(repeating: "0", count: 64))
        try scripted.play("card unplugged 3s; 16:00")
        try scripted.check(.has, "adhan-asr interrupted: the card was unplugged")
        try scripted.play("card plays; 18:00:10 restart; 18:01")
        let broken = try #require(try scripted.box.row(Self.date, .maghrib))
        #expect(broken.state == .interrupted && broken.ended == nil, "nobody knows when it ended")
    }

    @Test func `over years the loop remembers so many rows, and not more`() throws {
        let scripted = try ScriptedBox("2026-01-01T00:00 start; 03-20T00:00")
        let remembered = { scripted.box.life?.ask { loop, _ in loop.memory.count } }
        #expect(remembered() == 78 * 5)
        try scripted.play("2028-01-01T00:00")
        #expect(remembered().map { (31 * 5...DaemonLoop.rememberedRows).contains($0) } == true)
        #expect(remembered() != 730 * 5)
    }

    // MARK: The calendar

    @Test(arguments: [("2027-12-30", "2028-01-02"), ("2028-02-27", "2028-03-02"), ("2027-02-27", "2027-03-02")])
    func `over a year's end and the end of february five are called each day`(_ from: String, _ to: String) throws {
        let box = try ScriptedBox("\(from)T00:00 start; \(to)T00:00").box
        let days = try CivilDate(from).dayNumber..<CivilDate(to).dayNumber
        #expect(box.called.count == 5 * days.count)
        #expect(Set(box.called.map(\.key.date.dayNumber)) == Set(days))
    }

    @Test func `past the last day of the timetable nothing is called, and later days are when they come`() throws {
        let scripted = try ScriptedBox("2026-12-31T00:00")
        let box = scripted.box
        scripted.days.last = scripted.date
        try scripted.play("start; 2027-01-02T12:30")
        #expect(box.called.count == 5 && box.called.allSatisfy { $0.key.date == scripted.date })
        scripted.days.last = .last
        try scripted.play("2027-01-04T00:00")
        #expect(box.called.suffix(5).allSatisfy { $0.key.date.description == "2027-01-03" })
        // The days between had no times, so nothing was missed; from the day the times came each has its row.
        #expect(try box.row("2027-01-02", .isha)?.state == .missed)
    }

    @Test func `ten days that had no times are no absence when the times come`() throws {
        let scripted = try ScriptedBox("2026-12-31T00:00")
        scripted.days.last = scripted.date
        try scripted.play("start; 2027-01-10T12:30")
        scripted.days.last = .last
        try scripted.play("read; 2027-01-10T16:00")
        try scripted.check(.lacks, "adhan-all")
        #expect(scripted.story.last == "01-10 15:00 adhan-asr")
    }

    @Test func `a date that the zone left out is not called`() throws {
        let apia = try SystemZones.find("Pacific/Apia")
        let coordinates = try Coordinates(latitude: -13.83, longitude: -171.76)
        let box = VirtualBox(
            at: apia.instant(try CivilDate("2011-12-29"), secondOfDay: 0),
            source: PrayerCalculator(coordinates: coordinates, zone: apia, method: .mwl),
            zone: apia
        )
        box.start()
        box.run(until: apia.instant(try CivilDate("2012-01-01"), secondOfDay: 0))
        #expect(box.called.count == 10 && Set(box.called.map(\.at)).count == 10)
        #expect(!box.called.contains { $0.key.date.description == "2011-12-30" })
    }

    /// In other programs summer time came a day late, or an hour was added at midnight and at each reboot. This mosque calls at the same
    /// local times all year.
    @Test(arguments: ["2026-03-29", "2026-10-25"], [false, true])
    func `on the day the clocks change the local times hold, from fajr on, also restarted every hour`(
        _ change: String,
        restarts: Bool
    ) throws {
        let london = try SystemZones.find("Europe/London")
        let date = try CivilDate(change)
        let start = london.instant(date.adding(days: -1), secondOfDay: -1800)
        let box = VirtualBox(at: start, source: ScriptedDays(), zone: london)
        for _ in 0..<(restarts ? 72 : 1) {
            box.start()
            box.run(until: restarts ? box.now + .hours(1) : london.instant(date.adding(days: 2), secondOfDay: 0))
            box.kill()
        }
        let walls = box.called.map { london.wall(at: $0.at) }
        #expect(walls.map(\.hour) == (0..<3).flatMap { _ in [5, 12, 15, 18, 20] })
        #expect(walls.allSatisfy { $0.secondOfDay % 3600 == 0 })
    }
}
