import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller
@testable import AdhanTimetables

/// Rows that are slow, refused or only marked, and what is remembered of a config.
extension DaemonLoopTests {
    private var unsaved: [String] { names("unsaved") }

    private var rows: Int { get throws { try ledger.entries(.first..<(.last)).count } }

    /// The loop ticks, and the disk works.
    private func tick(_ moment: Instant) {
        loop.tick(moment)
        disk.run()
    }

    @Test func `a row that is marked is waited for while its ledger may still answer`() throws {
        let entry = try begin()
        loop.receive(.writer(.marked(entry, problem: nil)), second - .seconds(2))
        #expect(player.released.isEmpty, "a power cut would lose the mark")
    }

    @Test func `the mark of another row releases nothing`() throws {
        let entry = try begin()
        // Dhuhr fell due before the process began, and may have been called by an earlier one.
        loop.remembersSince = second + .seconds(1)
        for seconds in [1, 0] { loop.tick(second - .seconds(seconds)) }
        #expect(unsaved.count == 1, "said once")
        loop.receive(.writer(.marked(try row(.fajr, .missed), problem: nil)), second)
        #expect(player.released.isEmpty)
        loop.receive(.writer(.marked(entry, problem: nil)), second)
        #expect(player.released == [1])
    }

    @Test func `a row that cannot be marked is no news while the ledger takes it`() throws {
        let entry = try begin()
        loop.receive(.writer(.marked(entry, problem: "No space left on device")), second - .seconds(2))
        loop.receive(.writer(.recorded(entry)), second - .seconds(2))
        #expect(unsaved.isEmpty)
    }

    @Test func `a row that was just given to the disk is not late`() throws {
        _ = try begin()
        loop.tick(second - .seconds(2))
        #expect(unsaved.isEmpty)
    }

    @Test func `a clock set back while a row is written does not prolong the wait for the disk`() throws {
        _ = try begin()
        loop.tick(second - .seconds(3))
        #expect(player.released == [1])
    }

    @Test func `refused rows are tried again each minute, and not more often`() throws {
        let start = second - .seconds(10)
        for (prayer, attempt, early) in [(Prayer.fajr, 60, [0, 59]), (.isha, 120, [60, 61, 119])] {
            ledger.fail(.unwritable)
            loop.writer.record(try row(prayer, .completed))
            disk.run()
            ledger.fail(nil)
            let before = try rows
            for seconds in early { tick(start + .seconds(seconds)) }
            #expect(try rows == before)
            tick(start + .seconds(attempt))
            #expect(try rows == before + 1)
        }
    }

    @Test func `after a clock was set back, refused rows are tried at once`() throws {
        ledger.fail(.unwritable)
        loop.writer.record(try row(.fajr, .completed))
        disk.run()
        ledger.fail(nil)
        tick(second - .seconds(11))
        #expect(try rows == 1)
    }

    @Test func `a new config's timetable is read, and its servers are asked at once for today`() throws {
        let rig = try RemoteRig()
        let fetches = FetchScheduler([rig.source()], delay: .minutes(10), perform: { $0() }, post: { _ in })
        let later = ScriptedDays()
        later.times[.dhuhr] = 12 * 3600 + 20 * 60
        loop.applyConfig(loop.settings, source: later, player: player, fetches: fetches, second)
        fail()
        loop.tick(second)
        #expect(loop.timetable?.next(after: second)?.at == second + .minutes(20))
        #expect(!rig.network.asked.isEmpty)
    }

    @Test func `a trial may begin half a minute before an adhan, and not later`() throws {
        fail()
        #expect(throws: TrialRefused.self) { try play(second - .milliseconds(29_999)) }
        #expect(try play(second - .seconds(30)) == 2)
    }

    @Test func `the late end of an adhan does not end the trial after it`() throws {
        fail()
        try play(second - .minutes(2))
        hear(.ended(1, report(.completed)))
        #expect(loop.auxiliary != nil)
    }

    @Test func `rows that had waited are reported when they are written`() {
        loop.receive(.writer(.saved(rows: 3)), second)
        #expect(logged("saved") == ["3 rows that waited are in the ledger now"])
    }

    @Test func `told to stop twice, it stops the trial, and says so once`() throws {
        fail()
        let id = try play(second - .minutes(2))
        loop.stop(by: "SIGTERM")
        loop.stop(by: "SIGINT")
        #expect(player.stopped == [id])
        #expect(logged("stopping") == ["stopping: SIGTERM"])
    }

    @Test(arguments: [
        (0, "no device was found within 5s, so nothing was heard"), (3, "stopped by the daemon after 3s"),
    ])
    func `a trial given up just as its device is found says what was heard`(seconds: Int, outcome: String) throws {
        fail()
        let asked = second - .minutes(2)
        let id = try play(asked)
        let problem = AdhanCore.Fault(.other, detail: "no sound card")
        loop.receive(.player(.armed(id, device: "silent", problem: problem)), asked)
        loop.tick(asked + .seconds(5))
        #expect(player.stopped == [id])
        hear(.found(id, device: "deaf", "it is back"))
        hear(.ended(id, report(.stopped(by: "the daemon"), began: seconds > 0, heard: .seconds(seconds))))
        #expect(words { if case .auxiliary(_, .ended(_, let words)) = $0 { words } else { nil } } == [outcome])
    }

    @Test func `the late answer of a server does not load the days before their time`() throws {
        let rig = try RemoteRig()
        rig.network.answer = { period, _ in rig.answer(period) }
        let report = try rig.round(rig.source(), on: "2026-11-21")
        loop.days = .none
        loop.receive(.fetched(FetchRound(asker: FetchRound.Asker(), reports: [report])), second)
        #expect(report.isNew && loop.timetable == nil)
    }
}
