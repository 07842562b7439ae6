import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// What `LedgerScenes` cannot say in a row.
@Suite struct LedgerTroubleTests {
    private static let date = "2026-11-21"

    @Test func `an absence of six days lists every prayer and plays none of them`() throws {
        let box = try ScriptedBox("2026-11-01T11:00 start; 13:00 off until 11-07T13:00; 11-07T13:01").box
        let rows = try box.ledger.entries(.first..<(.last))
        #expect(rows.filter { $0.state == .missed }.count == 30 && rows.count == 31)
        #expect(box.called.count == 1)
    }

    @Test func `with a device that is lost at each attempt, it is begun at most every quarter of a minute`() throws {
        let box = try ScriptedBox("11:00 card dies; start; 12:10").box
        #expect(box.called.isEmpty)
        #expect(try box.row(Self.date, .dhuhr)?.state == .missed)
        let rows = box.notices.filter { if case .settled = $0.notice { true } else { false } }
        #expect((10...25).contains(rows.count), "\(rows.count) rows in five minutes")
    }

    private func completed(_ date: String) throws -> LedgerEntry {
        let key = OccasionKey(try CivilDate(date), .adhan(.dhuhr))
        return LedgerEntry(ScheduledOccasion(key, at: try .utc(date, 12), source: .calculation), .completed)
    }

    @Test func `a ledger that has the prayer already keeps it from sounding`() throws {
        let scripted = try ScriptedBox("11:00 start; 11:59")
        // Another process has written the row meanwhile: the ledger is the last guard.
        try scripted.box.ledger.record(completed(Self.date))
        try scripted.play("13:00")
        #expect(scripted.box.called.isEmpty)
        #expect(try scripted.rows() == ["adhan-dhuhr completed"])
    }

    @Test func `a step of the clock reads it for another day, and waits for the answer`() throws {
        let scripted = try ScriptedBox("11:00")
        let box = scripted.box
        try box.ledger.record(completed("2026-10-12"))
        try scripted.play("start; 11:01")
        let starts = box.starts
        try scripted.play("disk slow 3s; clock 10-12T11:59:57; 10-12T12:10")
        #expect(box.called.isEmpty && box.refusedToCall == nil)
        #expect(box.notices.count { if case .ledgerLoaded = $0.notice { true } else { false } } == 2)
        #expect(box.starts == starts, "the days are those it had")
        #expect(!box.notices.contains { if case .marks = $0.notice { true } else { false } }, "the marks are known")
    }

    @Test func `while rows wait for a full disk the ledger fails, and a stop tries to write them`() throws {
        let scripted = try ScriptedBox("11:00 start; 11:59:50")
        func isFailing() -> Bool? { scripted.box.life?.ask { $0.snapshot($1).isLedgerFailing } }
        #expect(isFailing() == false)
        try scripted.play("disk full; 12:01:10")
        #expect(isFailing() == true)
        try scripted.play("disk well; sigterm")
        #expect(try scripted.rows() == ["adhan-dhuhr completed"])
        #expect(isFailing() == false)
    }

    @Test func `over days with a broken file its reasons are kept for the present ones only`() throws {
        let scripted = try ScriptedBox("00:00 card broken; start; 11-27T12:02")
        let obstacles = try #require(scripted.box.life?.ask { loop, _ in loop.obstacles })
        #expect(obstacles.count < 15)
        // Somebody asks for a refresh while it is tried again.
        try scripted.play("refresh; 11-27T12:06")
        #expect(try scripted.box.row("2026-11-27", .dhuhr)?.reason == "not an MP3 file")
    }

    // MARK: Marks

    /// Three prayers of the 12th are in the ledger, and later ones only in marks, since the SD card is full.
    private static let fullCard = "2026-11-12T00:00 start; 15:30 disk full; "

    @Test func `ten days that are only in marks are no absence`() throws {
        let scripted = try ScriptedBox(
            Self.fullCard + "11-22T09:00 off until 11-22T09:10; 11-22T09:20 disk well; 11-22T09:30"
        )
        let rows = try scripted.rows()
        #expect(rows.allSatisfy { $0.hasSuffix(" completed") } && rows.count == 51, "\(rows)")
    }

    @Test func `days off between marked ones are recorded as missed, the marked ones are not`() throws {
        let box = try ScriptedBox(
            Self.fullCard + "11-13T09:00 off until 11-23T09:00; 11-24T09:00 off until 11-26T09:00; "
                + "11-26T09:10 disk well; 11-26T09:20"
        ).box
        let rows = try box.ledger.entries(.first..<(.last))
        let missed = rows.filter { $0.state == .missed }
        let absence = try #require(missed.first)
        #expect(absence.key.occasion == .absence)
        #expect(absence.due == (try #require(try box.row("2026-11-13", .fajr)?.due)) + .seconds(1))
        #expect(absence.ended.map { $0 <= box.now - .days(3) && $0 > box.now - .days(4) } == true, "\(absence)")
        // From Dhuhr of the 24th to Fajr of the 26th.
        #expect(missed.dropFirst().count == 10)
        #expect(rows.count == 6 + 1 + 5 + 10)
    }

    @Test func `the mark of a first try that nobody heard does not have a completed adhan called again`() throws {
        let scripted = try ScriptedBox("11:00 card dies; start; 12:00:05 marks full; card plays; 12:01")
        let box = scripted.box
        #expect(try scripted.rows() == ["adhan-dhuhr completed"] && box.marks.load().map(\.state) == [.missed])
        // The ledger can be read, and hangs afterwards: it can refuse nothing.
        box.follower = { [unowned box] notice in if case .ledgerLoaded = notice { box.diskAnswers = false } }
        try scripted.play("kill; marks well; start; 12:20")
        #expect(!box.diskAnswers && box.called.count == 1)
    }

    // MARK: Two processes, and one that is killed at any second

    @Test func `two daemons two seconds apart call each prayer once`() throws {
        let ledger = LedgerOnADisk.inMemory()
        let start = try Instant.utc(Self.date, 0)
        let (first, second) = (VirtualBox(at: start, ledger: ledger), VirtualBox(at: start, ledger: ledger))
        first.start()
        second.start()
        for passed in stride(from: 0, to: 2 * 86_400, by: 2) {
            first.run(until: start + .seconds(passed))
            second.run(until: start + .seconds(passed + 2))
        }
        let called = first.called + second.called
        #expect(called.count == 10 && Set(called.map(\.key)).count == 10)
    }

    /// Killed in each second of the ten minutes around Maghrib and its iqama, five minutes later, it is back two seconds later. A kill in
    /// the two seconds between a row's commit and its sound costs the sound: it is heard at most once, and the ledger says so.
    @Test func `the adhan and the iqama come once each, whenever the process is restarted`() throws {
        for second in 0..<600 {
            let scripted = try ScriptedBox("17:57:30 iqama maghrib +5m; recordings iqama; start")
            let moment = scripted.box.now + .seconds(second)
            scripted.box.run(until: moment)
            scripted.box.losePower(until: moment + .seconds(2))
            try scripted.play("18:20")
            let heard = scripted.box.called.map(\.key.occasion)
            for (occasion, due) in [(Occasion.adhan(.maghrib), 150), (.iqama(.maghrib), 450)] {
                let isCommitted = (due - 2..<due).contains(second)
                let count = heard.filter { $0 == occasion }.count
                #expect(count == (isCommitted ? 0 : 1), "killed \(second) s after 17:57:30: \(scripted.story)")
                guard isCommitted else { continue }
                let row = "\(occasion.name) interrupted: the power or the process was lost"
                #expect(try scripted.rows().contains(row))
            }
        }
    }

    /// In another program "advance to the next prayer" ran twice and skipped one. Here nothing advances.
    @Test func `asked a hundred times within a second, no prayer is skipped and none doubled`() throws {
        let box = try ScriptedBox("00:00 start").box
        while box.now < (try .utc("2026-11-22", 0)) {
            box.run(until: box.now + .minutes(30))
            for _ in 0..<100 { box.life?.post(.zone(.utc)) }
        }
        #expect(box.called.map(\.key.occasion) == Prayer.called.map(Occasion.adhan))
    }

    // MARK: What the loop counts

    private func tally(_ box: VirtualBox) throws -> Tally { try #require(box.life?.ask { $0.snapshot($1).tally }) }

    @Test func `calls that were played, missed and skipped are counted, also after a reload`() throws {
        let scripted = try ScriptedBox("11:00 start; 12:10 card dies; 15:10")
        let box = scripted.box
        #expect(box.notices.count { if case .settled(let row) = $0.notice { row.state == .missed } else { false } } > 1)
        try scripted.play("mute until 19:00; reload unplugged 9s; 23:00")
        let tally = try tally(box)
        #expect(box.reloads == 1)
        #expect(tally.played == ["fajr": 0, "dhuhr": 1, "asr": 0, "maghrib": 0, "isha": 1])
        #expect(tally.missed.filter { $0.value > 0 } == [.sound: 1])
        #expect(tally.skipped == 1 && tally.interrupted == 1)
        #expect(tally.lastPlayed["dhuhr"] == (try .utc(Self.date, 12)))
        #expect(tally.lateness.count == 2 && tally.lateness.within.first == 2)
    }

    @Test func `what was missed while nothing ran has that reason, and what was heard before is known`() throws {
        let tally = try tally(ScriptedBox("11:00 start; 13:00 off until 17:00; 17:01").box)
        #expect(tally.missed.filter { $0.value > 0 } == [.notRunning: 1])
        #expect(tally.lastPlayed == ["dhuhr": try .utc(Self.date, 12)])
        #expect(tally.played["dhuhr"] == 0, "that was an earlier process")
    }

    @Test func `a call that a clock took back before its first sample is given up`() throws {
        let box = try ScriptedBox("11:00 asks clock; start; trusted; 11:59:59 doubted; 12:30").box
        #expect(try tally(box).missed.filter { $0.value > 0 } == [.givenUp: 1])
    }
}
