import AdhanCore
import AdhanTestSupport
import Testing

/// The scheduler at the exact instants at which its answer changes. Only such tests find a wrong comparison operator.
@Suite struct ScheduleEdgeTests {
    private static let date = "2026-11-21"
    private let dhuhr: ScheduledOccasion
    private let asr: ScheduledOccasion

    init() throws {
        func due(_ prayer: Prayer, _ hour: Int) throws -> ScheduledOccasion {
            ScheduledOccasion(
                OccasionKey(try CivilDate(Self.date), .adhan(prayer)),
                at: try .utc(Self.date, hour),
                source: .calculation
            )
        }
        (dhuhr, asr) = (try due(.dhuhr, 12), try due(.asr, 15))
    }

    /// At that time of day, with every prayer before Dhuhr called.
    private func input(
        _ now: Instant,
        activity: Activity = .idle,
        since: Instant = Instant(seconds: 0),
        firstStart: Instant? = Instant(seconds: 0)
    ) -> SchedulerInput {
        let window = Timetable.window(now: now, since: now, zone: .utc)
        let timetable = Timetable(zone: .utc, days: PlainSource().days(window, in: .utc), window: window, loadedAt: now)
        let called = timetable.adhans.filter { $0.at < dhuhr.at }.map { LedgerEntry($0, .completed) }
        return SchedulerInput(
            now: now,
            timetable: timetable,
            memory: LedgerCache(origin: LedgerOrigin(firstStart: firstStart), entries: called),
            isLedgerRead: true,
            activity: activity,
            policy: SchedulePolicy(),
            observed: ObservationStart(began: since)
        )
    }

    private func step(_ input: SchedulerInput) -> Step { Schedule.nextStep(input) }

    private func time(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) throws -> Instant {
        try .utc(Self.date, hour, minute, second)
    }

    @Test func `a sound that could not be armed is tried again after a second`() throws {
        var input = input(try time(11, 59, 55))
        input.notes[dhuhr.key].rearmAt = input.now + Schedule.rearmDelay
        #expect(step(input) == .wait(until: try time(11, 59, 56)))
        input.now = try time(11, 59, 56)
        #expect(step(input) == .arm(dhuhr))
    }

    @Test func `a retry time from before a step of the clock is ignored`() throws {
        var input = input(try time(12, 0, 10))
        input.notes[dhuhr.key].rearmAt = try time(13)
        #expect(step(input) == .arm(dhuhr))
    }

    @Test func `a prayer is called until the last instant of its grace, and missed after it`() throws {
        let end = try time(12, 5)
        #expect(step(input(end)) == .arm(dhuhr))
        #expect(step(input(end + .milliseconds(1))) == .miss(dhuhr, .clockStepped))
    }

    @Test func `a prayer waiting for another adhan is judged as soon as its grace ends`() throws {
        let request = Activity.begun(asr, audible: true)
        #expect(
            step(input(try time(12, 0, 30), activity: request)) == .wait(until: try time(12, 5) + .milliseconds(1))
        )
        #expect(
            step(input(try time(12, 5) + .milliseconds(1), activity: request))
                == .miss(dhuhr, .anotherSound(request.due?.key.occasion ?? .absence))
        )
    }

    @Test func `a prayer due at the instant of the first start needs a row, one due earlier does not`() throws {
        let late = try time(12, 6)
        for firstStart in [nil, dhuhr.at] {
            #expect(step(input(late, since: dhuhr.at, firstStart: firstStart)) == .miss(dhuhr, .clockStepped))
        }
        let after = dhuhr.at + .milliseconds(1)
        for firstStart in [nil, after] {
            #expect(step(input(late, since: after, firstStart: firstStart)) == .wait(until: try time(14, 59, 50)))
        }
    }

    @Test func `without the ledger it calls a prayer due at the instant of the start`() throws {
        var input = input(dhuhr.at, since: dhuhr.at)
        input.isLedgerRead = false
        #expect(step(input) == .arm(dhuhr))
        input = self.input(dhuhr.at + .milliseconds(1), since: dhuhr.at + .milliseconds(1))
        input.isLedgerRead = false
        #expect(step(input) == .wait(until: try time(14, 59, 50)))
        // Not even as missed: the ledger may say that it was begun.
        input = self.input(try time(12, 30), since: dhuhr.at + .milliseconds(1))
        input.isLedgerRead = false
        #expect(step(input) == .wait(until: try time(14, 59, 50)))
    }

    @Test func `beside a ledger that has lost its rows nothing that was due before the start is called`() throws {
        for isLost in [false, true] {
            var input = input(dhuhr.at + .seconds(5), since: dhuhr.at + .seconds(4))
            input.memory.isLost = isLost
            #expect(step(input) == (isLost ? .wait(until: try time(14, 59, 50)) : .arm(dhuhr)))
        }
        var input = input(dhuhr.at, since: dhuhr.at)
        input.memory.isLost = true
        #expect(step(input) == .arm(dhuhr))
    }

    @Test func `a sound that is being stopped is not judged before the player has answered`() throws {
        for activity in [Activity.ending(dhuhr), .begun(dhuhr, audible: true)] {
            #expect(step(input(try time(12, 6), activity: activity)) == .wait(until: try time(14, 59, 50)))
        }
    }

    @Test func `a prayer whose time is corrected while it is being stopped does not count as another adhan`() throws {
        let before = ScheduledOccasion(dhuhr.key, at: try time(11, 50), source: .calculation)
        #expect(step(input(try time(12, 6), activity: .ending(before))) == .miss(dhuhr, .clockStepped))
    }

    @Test func `an armed sound that is not ready in time is checked each second`() throws {
        for second in [58, 59] {
            let now = try time(11, 59, second)
            #expect(step(input(now, activity: .armed(dhuhr, ready: false))) == .wait(until: now + .seconds(1)))
        }
    }

    @Test func `an armed sound is given up if the clock is before its ten seconds, not at their start`() throws {
        let ready = try time(11, 59, 50)
        for activity in [Activity.armed(dhuhr, ready: false), .begun(dhuhr, audible: false)] {
            #expect(step(input(ready, activity: activity)) != .giveUp("the clock stepped back before its second"))
            #expect(
                step(input(ready - .milliseconds(1), activity: activity))
                    == .giveUp("the clock stepped back before its second")
            )
        }
    }

    @Test func `a sound muted while it is armed, or waits for its second, is given up`() throws {
        for activity in [Activity.armed(dhuhr, ready: true), .begun(dhuhr, audible: false)] {
            var input = input(try time(11, 59, 59), activity: activity)
            input.mute = Mute(from: try time(11), until: try time(13), who: "ali")
            #expect(step(input) == .giveUp("muted"))
        }
    }

    @Test func `an armed sound has the whole of its grace`() throws {
        let end = try time(12, 5)
        #expect(step(input(end, activity: .armed(dhuhr, ready: true))) == .begin(dhuhr))
        #expect(
            step(input(end + .milliseconds(1), activity: .armed(dhuhr, ready: true)))
                == .giveUp("its grace has run out")
        )
    }

    @Test func `while the clock is not trusted, it waits a second, whatever is due`() throws {
        var input = input(try time(12))
        input.trustsClock = false
        #expect(step(input) == .wait(until: try time(12, 0, 1)))
        for activity in [Activity.armed(dhuhr, ready: true), .begun(dhuhr, audible: false)] {
            input.activity = activity
            #expect(step(input) == .giveUp("the clock is not trusted any more"))
        }
    }

    @Test func `a timetable loaded at the moment of a refresh waits for the next refresh`() throws {
        var input = input(try time(21))
        for due in input.timetable?.adhans ?? [] where due.at < input.now {
            input.memory.note(LedgerEntry(due, .completed))
        }
        let rollover = try Instant.utc("2026-11-22", 0, 1)
        #expect(step(input) == .wait(until: rollover))
    }

    @Test func `a timetable of past days, without a refresh ahead, is checked again in an hour`() throws {
        let window = try CivilDate("2026-11-01")...CivilDate("2026-11-02")
        var input = input(try time(13))
        input.timetable = Timetable(zone: .utc, days: [], window: window, loadedAt: input.now)
        #expect(step(input) == .wait(until: try time(14)))
    }

    /// The refreshes after Isha for three days.
    private func afterIsha(isha: Int, fajr: Int = 5 * 3600) throws -> [Instant] {
        let window = try CivilDate("2026-06-20")...CivilDate("2026-06-22")
        let days = window.map { PrayerDay.plain($0, fajr: fajr, isha: isha) }
        return Timetable(zone: .utc, days: days, window: window, loadedAt: try .utc("2026-06-20", 12)).refreshes
            .filter { $0.reason == .afterIsha }.map(\.at)
    }

    @Test func `a refresh after isha at the moment of the rollover is left to the rollover`() throws {
        #expect(try afterIsha(isha: 23 * 3600 + 60).isEmpty)
        #expect(try afterIsha(isha: 23 * 3600 + 59).count == 3)
    }

    @Test func `a refresh 15 minutes before fajr is made, one a second later is not`() throws {
        // Fajr is before midnight, as in the north in May.
        #expect(try afterIsha(isha: 22 * 3600 + 1800, fajr: -900).count == 3)
        #expect(try afterIsha(isha: 22 * 3600 + 1801, fajr: -900).count == 1, "after the last day there is no Fajr")
    }
}
