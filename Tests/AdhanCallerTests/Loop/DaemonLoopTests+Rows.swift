import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller
@testable import AdhanTimetables

/// Rows that are slow, refused or only marked, and what is remembered of a config.
extension DaemonLoopTests {
    private var unsaved: [String] { words { if case .unsaved(_, let reason) = $0 { reason } else { nil } } }

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
            let before = try ledger.entries(.first..<(.last)).count
            for seconds in early {
                loop.tick(start + .seconds(seconds))
                disk.run()
            }
            #expect(try ledger.entries(.first..<(.last)).count == before)
            loop.tick(start + .seconds(attempt))
            disk.run()
            #expect(try ledger.entries(.first..<(.last)).count == before + 1)
        }
    }

    @Test func `after a clock was set back, refused rows are tried at once`() throws {
        ledger.fail(.unwritable)
        loop.writer.record(try row(.fajr, .completed))
        disk.run()
        ledger.fail(nil)
        loop.tick(second - .seconds(11))
        disk.run()
        #expect(try ledger.entries(.first..<(.last)).count == 1)
    }

    @Test func `a new config's timetable is read, and its servers are asked at once for today`() throws {
        let rig = try RemoteRig()
        let fetches = FetchScheduler([rig.source()], delay: .minutes(10), perform: { $0() }, post: { _ in })
        loop.applyConfig(loop.settings, source: Later(), player: player, fetches: fetches, second)
        hear(.failed(1, AdhanCore.Fault(.other, detail: "no MP3")))
        loop.tick(second)
        #expect(loop.timetable?.next(after: second)?.at == second + .minutes(20))
        #expect(!rig.network.asked.isEmpty)
    }

    /// Dhuhr is at twenty past twelve.
    private struct Later: TimetableSource {
        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            dates.map { .plain($0, dhuhr: 12 * 3600 + 20 * 60) }
        }
    }

    @Test func `a trial may begin half a minute before an adhan, and not later`() throws {
        hear(.failed(1, AdhanCore.Fault(.other, detail: "no MP3")))
        let trial = SoundChoice(file: "trial.mp3")
        #expect(throws: TrialRefused.self) { try loop.play(trial, by: "amina", second - .milliseconds(29_999)) }
        #expect(try loop.play(trial, by: "amina", second - .seconds(30)) == 2)
    }

    @Test func `the late end of an adhan does not end the trial after it`() throws {
        hear(.failed(1, AdhanCore.Fault(.other, detail: "no MP3")))
        _ = try loop.play(SoundChoice(file: "trial.mp3"), by: "amina", second - .minutes(2))
        hear(.ended(1, report(.completed)))
        #expect(loop.auxiliary != nil)
    }

    @Test func `rows that had waited are reported when they are written`() {
        loop.receive(.writer(.saved(rows: 3)), second)
        #expect(words { if case .saved(let rows) = $0 { "\(rows)" } else { nil } } == ["3"])
    }

    @Test func `told to stop twice, it stops the trial, and says so once`() throws {
        hear(.failed(1, AdhanCore.Fault(.other, detail: "no MP3")))
        let id = try loop.play(SoundChoice(file: "trial.mp3"), by: "amina", second - .minutes(2))
        loop.stop(by: "SIGTERM")
        loop.stop(by: "SIGINT")
        #expect(player.stopped == [id])
        #expect(words { if case .stopping(let who) = $0 { who } else { nil } } == ["SIGTERM"])
    }

    @Test(arguments: [
        (0, "no device was found within 5s, so nothing was heard"), (3, "stopped by the daemon after 3s"),
    ])
    func `a trial given up just as its device is found says what was heard`(seconds: Int, outcome: String) throws {
        hear(.failed(1, AdhanCore.Fault(.other, detail: "no MP3")))
        let asked = second - .minutes(2)
        let id = try loop.play(SoundChoice(file: "trial.mp3"), by: "amina", asked)
        loop.receive(
            .player(.armed(id, device: "silent", problem: AdhanCore.Fault(.other, detail: "no sound card"))),
            asked
        )
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
