import AdhanCore
import AdhanTestSupport
import Testing

/// The scheduler, one question at a time.
@Suite struct ScheduleTests {
    private static let date = "2026-11-21"

    private func input(
        _ now: Instant,
        activity: Activity = .idle,
        memory: LedgerCache = LedgerCache(origin: LedgerOrigin(firstStart: Instant(seconds: 0))),
        isLedgerRead: Bool = true,
        policy: SchedulePolicy = SchedulePolicy(),
        since: Instant = Instant(seconds: 0),
        obstacles: [OccasionKey: MissReason] = [:]
    ) -> SchedulerInput {
        var notes = OccasionNotes()
        for (key, obstacle) in obstacles { notes[key].obstacle = obstacle }
        let window = Timetable.window(now: now, since: now, zone: .utc)
        let timetable = Timetable(zone: .utc, days: PlainSource().days(window, in: .utc), window: window, loadedAt: now)
        return SchedulerInput(
            now: now,
            timetable: timetable,
            memory: filled(memory, before: now - .hours(2), timetable),
            isLedgerRead: isLedgerRead,
            activity: activity,
            policy: policy,
            observed: ObservationStart(began: since),
            notes: notes
        )
    }

    /// Adds rows for everything long past.
    private func filled(_ memory: LedgerCache, before moment: Instant, _ timetable: Timetable) -> LedgerCache {
        var memory = memory
        for due in timetable.adhans where due.at < moment { memory.note(LedgerEntry(due, .completed)) }
        return memory
    }

    private func due(_ prayer: Prayer, _ hour: Int) throws -> ScheduledOccasion {
        ScheduledOccasion(
            OccasionKey(try CivilDate(Self.date), .adhan(prayer)),
            at: try .utc(Self.date, hour),
            source: .calculation
        )
    }

    @Test func `without a timetable it asks for one`() throws {
        var input = input(try .utc(Self.date, 11))
        input.timetable = nil
        #expect(Schedule.nextStep(input) == .refresh(.start))
    }

    @Test func `with nothing due it waits until ten seconds before the next prayer`() throws {
        #expect(Schedule.nextStep(input(try .utc(Self.date, 11))) == .wait(until: try .utc(Self.date, 11, 59, 50)))
    }

    @Test func `it waits for the refresh if that comes first`() throws {
        let called = LedgerEntry(try due(.isha, 20), .completed)
        let memory = LedgerCache(origin: LedgerOrigin(firstStart: Instant(seconds: 0)), entries: [called])
        let step = Schedule.nextStep(input(try .utc(Self.date, 20, 30), memory: memory))
        #expect(step == .wait(until: try .utc(Self.date, 21)))
    }

    @Test func `ten seconds before, it arms`() throws {
        #expect(Schedule.nextStep(input(try .utc(Self.date, 11, 59, 50))) == .arm(try due(.dhuhr, 12)))
    }

    @Test func `an armed sound that is not ready is not begun`() throws {
        let armed = Activity.armed(try due(.dhuhr, 12), ready: false)
        let step = Schedule.nextStep(input(try .utc(Self.date, 11, 59, 59), activity: armed))
        #expect(step == .wait(until: try .utc(Self.date, 12)))
    }

    @Test func `a ready sound is begun two seconds before, not three`() throws {
        let armed = Activity.armed(try due(.dhuhr, 12), ready: true)
        #expect(
            Schedule.nextStep(input(try .utc(Self.date, 11, 59, 57), activity: armed))
                == .wait(until: try .utc(Self.date, 11, 59, 58))
        )
        #expect(
            Schedule.nextStep(input(try .utc(Self.date, 11, 59, 58), activity: armed))
                == .begin(try due(.dhuhr, 12))
        )
    }

    @Test(arguments: [LedgerState.started, .completed, .interrupted, .stopped, .skipped])
    func `a final prayer is left alone`(state: LedgerState) throws {
        let memory = LedgerCache(
            origin: LedgerOrigin(firstStart: Instant(seconds: 0)),
            entries: [LedgerEntry(try due(.dhuhr, 12), state, reason: "a reason")]
        )
        let step = Schedule.nextStep(input(try .utc(Self.date, 12), memory: memory))
        #expect(step == .wait(until: try .utc(Self.date, 14, 59, 50)))
    }

    @Test func `a missed prayer is called if its second is still to come, and while its grace lasts`() throws {
        let memory = LedgerCache(
            origin: LedgerOrigin(firstStart: Instant(seconds: 0)),
            entries: [LedgerEntry(try due(.dhuhr, 12), .missed, reason: "the clock lied")]
        )
        #expect(
            Schedule.nextStep(input(try .utc(Self.date, 11, 59, 55), memory: memory)) == .arm(try due(.dhuhr, 12))
        )
        #expect(Schedule.nextStep(input(try .utc(Self.date, 12, 5), memory: memory)) == .arm(try due(.dhuhr, 12)))
        #expect(
            Schedule.nextStep(input(try .utc(Self.date, 12, 5, 1), memory: memory))
                == .wait(until: try .utc(Self.date, 14, 59, 50)),
            "its grace has run out, and it has its row"
        )
    }

    @Test func `nothing is missed before the first start`() throws {
        let memory = LedgerCache(origin: LedgerOrigin(firstStart: try .utc(Self.date, 12, 30)))
        let since = try Instant.utc(Self.date, 12, 30)
        let step = Schedule.nextStep(input(try .utc(Self.date, 12, 30), memory: memory, since: since))
        #expect(step == .wait(until: try .utc(Self.date, 14, 59, 50)))
    }

    @Test func `a first start recorded while the clock was ahead excuses nothing`() throws {
        let memory = LedgerCache(origin: LedgerOrigin(firstStart: try .utc("2098-01-01", 0)))
        let step = Schedule.nextStep(
            input(try .utc(Self.date, 12, 30), memory: memory, since: try .utc(Self.date, 9))
        )
        #expect(step == .miss(try due(.dhuhr, 12), .clockStepped))
    }

    @Test func `a sound that could not be played is missed, with the player's reason`() throws {
        let obstacles = [try due(.dhuhr, 12).key: MissReason.obstacle("no sound card")]
        let step = Schedule.nextStep(input(try .utc(Self.date, 12, 6), obstacles: obstacles))
        #expect(step == .miss(try due(.dhuhr, 12), .obstacle("no sound card")))
    }

    @Test func `without the ledger it calls nothing late, but still calls on time`() throws {
        let late = input(
            try .utc(Self.date, 12, 1),
            memory: LedgerCache(),
            isLedgerRead: false,
            since: try .utc(Self.date, 12, 0, 30)
        )
        #expect(Schedule.nextStep(late) == .wait(until: try .utc(Self.date, 14, 59, 50)))
        let onTime = input(
            try .utc(Self.date, 11, 59, 55),
            memory: LedgerCache(),
            isLedgerRead: false,
            since: try .utc(Self.date, 11)
        )
        #expect(Schedule.nextStep(onTime) == .arm(try due(.dhuhr, 12)))
    }

    @Test func `an adhan of a skipped source is skipped at its second, not before`() throws {
        var policy = SchedulePolicy()
        policy.skippedSources = .all(because: "place not set")
        #expect(
            Schedule.nextStep(input(try .utc(Self.date, 11, 59, 59), policy: policy))
                == .wait(until: try .utc(Self.date, 12))
        )
        #expect(
            Schedule.nextStep(input(try .utc(Self.date, 12), policy: policy))
                == .skip(try due(.dhuhr, 12), SkipReason(.source("place not set")))
        )
    }

    @Test func `an adhan from a skipped source is skipped, one from another source is armed`() throws {
        var policy = SchedulePolicy()
        for (source, isCalled) in [(SourceName.bundle, true), (.calculation, false)] {
            policy.skippedSources = SkippedSources([source], because: "place not set")
            let early = Schedule.nextStep(input(try .utc(Self.date, 11, 59, 55), policy: policy))
            let expected = isCalled ? Step.arm(try due(.dhuhr, 12)) : .wait(until: try .utc(Self.date, 12))
            #expect(early == expected)
        }
    }

    @Test func `an isha so late that its refresh would fall after 00 01 is left to the rollover`() throws {
        let window = try CivilDate("2026-06-20")...CivilDate("2026-06-22")
        let days = window.map { PrayerDay.plain($0, isha: 23 * 3600 + 1800) }
        let timetable = Timetable(zone: .utc, days: days, window: window, loadedAt: try .utc("2026-06-20", 12))
        #expect(timetable.refreshes.allSatisfy { $0.reason == .rollover })
    }

    @Test func `a refresh within a quarter of an hour of fajr is left to the rollover`() throws {
        let window = try CivilDate("2026-06-20")...CivilDate("2026-06-22")
        // Fajr is before midnight, as in Öskemen in May.
        let days = window.map { PrayerDay.plain($0, fajr: -600, isha: 22 * 3600 + 2400) }
        let timetable = Timetable(zone: .utc, days: days, window: window, loadedAt: try .utc("2026-06-20", 12))
        let afterIsha = timetable.refreshes.filter { $0.reason == .afterIsha }
        #expect(afterIsha.map(\.at) == [try .utc("2026-06-22", 23, 40)], "only the last day has no Fajr after it")
    }
}
