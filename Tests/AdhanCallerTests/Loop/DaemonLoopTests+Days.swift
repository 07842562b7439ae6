import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

@testable import AdhanCaller
@testable import AdhanTimetables

/// Days that are loaded, and what is asked of them. At the start of each test Dhuhr of 2026-11-21 is armed.
extension DaemonLoopTests {
    private var refreshes: [RefreshReason] {
        told.notices.compactMap { if case .refreshed(let reason, _) = $0 { reason } else { nil } }
    }

    @Test func `beyond their limit, what is remembered of old days is forgotten, and not before`() throws {
        let oldest = try CivilDate("2026-11-21").adding(days: -DaemonLoop.remembered)
        let kept = OccasionKey(oldest, .adhan(.fajr))
        func remember(_ count: Int) -> Set<OccasionKey> {
            let old = (1..<count).map { OccasionKey(oldest.adding(days: -$0), .adhan(.fajr)) } + [kept]
            loop.notes = OccasionNotes()
            for key in old { loop.notes[key].isAnnounced = true }
            loop.refresh(.asked, second - .seconds(9))
            return Set(old)
        }
        let all = remember(DaemonLoop.rememberedRows)
        #expect(Set(loop.notes.all.keys) == all)
        _ = remember(DaemonLoop.rememberedRows + 1)
        #expect(Array(loop.notes.all.keys) == [kept])
    }

    @Test func `without a row the time is accounted for since the first start, at most until now`() {
        loop.accounted = nil
        for (seconds, accounted) in [(-3600, -3600), (0, 0), (3600, 0)] {
            loop.memory = LedgerCache(origin: LedgerOrigin(firstStart: second + .seconds(seconds)))
            #expect(loop.accountedTo(second) == second + .seconds(accounted))
        }
    }

    @Test func `a recording that takes too long has that for its reason, unless there is one already`() throws {
        let key = try #require(due).key
        let end = try #require(loop.current?.preparationEnd)
        #expect(loop.noteSlowPreparation(end - .milliseconds(1)) == end && loop.obstacles.isEmpty)
        #expect(loop.noteSlowPreparation(end) == nil)
        #expect(loop.obstacles == [key: .obstacle("its recording was not ready in time")])
        loop.notes[key].obstacle = .obstacle("it is gone")
        _ = loop.noteSlowPreparation(end)
        #expect(loop.obstacles == [key: .obstacle("it is gone")])
        // It was to sound in the place of no adhan.
        #expect(!loop.notes[key].isUnplayable)
    }

    @Test func `a tarhim waits for a dua, which is its reason if that costs it`() throws {
        let date = try CivilDate("2026-11-21")
        let (tarhim, dhuhr) = (OccasionKey(date, .tarhim(.asr)), OccasionKey(date, .adhan(.dhuhr)))
        loop.current = nil
        loop.settings.sounds.ofOccasions[.tarhim] = Recordings("tarhim.mp3")
        loop.begin(.dua(after: dhuhr), SoundChoice(file: "dua.mp3"), at: second)
        loop.arm(ScheduledOccasion(tarhim, at: second, source: .calculation), second)
        #expect(loop.obstacles == [tarhim: .obstacle("the dua after \(dhuhr)")])
        #expect(loop.activity == .idle && loop.auxiliary != nil)
    }

    @Test func `what a restart has changed holds for the first load of the days`() {
        loop.changedRules = .byRestart(judged: second)
        loop.refresh(.asked, second - .seconds(9))
        #expect(loop.changedRules == nil)
    }

    @Test func `of two adhans in one second each keeps its own times`() throws {
        let (key, same) = (OccasionKey(try CivilDate("2026-11-21"), .adhan(.asr)), ScriptedDays())
        same.times[.asr] = 12 * 3600
        loop.source = same
        loop.current?.due = ScheduledOccasion(key, at: second, source: .calculation)
        loop.refresh(.asked, second - .seconds(9))
        #expect(due?.key == key)
    }

    @Test func `what people set is taken up at once where days are loaded, and else with them`() throws {
        let change = Preferences.Change(.adhan(.asr), .isOn(false), who: "amina", at: second)
        var preferences = Preferences()
        preferences.apply(change)
        let timetable = loop.timetable
        for isLoaded in [false, true] {
            loop.days = isLoaded ? timetable.map(DaysInUse.loaded) ?? .none : .none
            told.notices = []
            loop.saved.preferences = Preferences()
            loop.prefer(change, second - .seconds(9))
            #expect(loop.saved.preferences == preferences)
            loop.saved.preferences = Preferences()
            loop.adopt(preferences, second - .seconds(9))
            #expect(loop.saved.preferences == preferences)
            #expect(refreshes == (isLoaded ? [.settingChanged, .settingChanged] : []))
        }
    }

    @Test func `no trial begins near a khutbah or in it, also where that has no recording`() throws {
        let friday = try CivilDate("2026-11-27")
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([13 * 3600])
        loop.current = nil
        loop.days = .loaded(
            Timetable(
                zone: .utc,
                days: MosqueTimetable(PlainSource(), rules).days(friday...friday, in: .utc),
                window: friday...friday,
                loadedAt: second,
                rules: rules
            )
        )
        let begin = try Instant.utc("2026-11-27", 13)
        func refused(_ seconds: Int) -> String? {
            defer { loop.auxiliary = nil }
            do throws(TrialRefused) {
                _ = try loop.play(SoundChoice(file: "trial.mp3"), by: "amina", begin + .seconds(seconds))
                return nil
            } catch {
                return error.reason
            }
        }
        #expect(refused(-1800) == nil && refused(-30) == nil && refused(20 * 60) == nil)
        for seconds in [-29, -1] { #expect(refused(seconds) == "the khutbah of jumuah-1 is near") }
        for seconds in [0, 20 * 60 - 1] { #expect(refused(seconds) == "the khutbah of jumuah-1 lasts") }
    }

    @Test func `what lies beyond the days is made once, in their order`() throws {
        final class Counted: TimetableSource {
            private let asked = Mutex(0)
            var count: Int { asked.withLock { $0 } }
            func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
                asked.withLock { $0 += 1 }
                return PlainSource().days(dates, in: zone)
            }
        }
        let source = Counted()
        loop.source = source
        let dates = try #require(loop.outlook()).days.map(\.date)
        #expect(dates.count > 1 && dates == dates.sorted())
        let count = source.count
        #expect(loop.outlook() != nil && source.count == count)
    }
}
