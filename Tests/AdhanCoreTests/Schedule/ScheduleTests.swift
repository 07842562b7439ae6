import AdhanCore
import AdhanTestSupport
import Testing

/// The scheduler, one question at a time, and at the exact instants at which its answer changes: only such tests find a wrong
/// comparison operator.
@Suite struct ScheduleTests {
    private static let date = "2026-11-21"

    private func due(_ prayer: Prayer, at time: Instant) throws -> ScheduledOccasion {
        ScheduledOccasion(OccasionKey(try CivilDate(Self.date), .adhan(prayer)), at: time, source: .calculation)
    }

    private func dhuhr() throws -> ScheduledOccasion { try due(.dhuhr, at: time("12:00:00")) }

    /// `12:00:00`, or `12:00:00.001`.
    private func time(_ text: String) throws -> Instant {
        let parts = text.split(separator: ".")
        let second = ZoneRules.utc.instant(try CivilDate(Self.date), secondOfDay: try ClockText.parse(String(parts[0])))
        return second + .milliseconds(parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    }

    /// At that time of day, with every prayer before Dhuhr called.
    private func input(
        _ now: String,
        _ activity: Activity = .idle,
        since: String? = nil,
        firstStart: Instant? = Instant(seconds: 0),
        rows: [LedgerEntry] = [],
        _ change: (inout SchedulerInput) throws -> Void = { _ in }
    ) throws -> SchedulerInput {
        let now = try time(now)
        let began = try since.map { try time($0) } ?? Instant(seconds: 0)
        let window = Timetable.window(now: now, since: now, zone: .utc)
        let timetable = Timetable(zone: .utc, days: PlainSource().days(window, in: .utc), window: window, loadedAt: now)
        let noon = try time("12:00:00")
        let called = timetable.adhans.filter { $0.at < noon }.map { LedgerEntry($0, .completed) }
        var input = SchedulerInput(
            now: now,
            timetable: timetable,
            memory: LedgerCache(origin: LedgerOrigin(firstStart: firstStart), entries: called + rows),
            isLedgerRead: true,
            activity: activity,
            policy: SchedulePolicy(),
            observed: ObservationStart(began: began)
        )
        try change(&input)
        return input
    }

    /// The step as a text, for example `wait 14:59:50`.
    private func step(_ input: SchedulerInput) -> String {
        func clock(_ time: Instant) -> String {
            let milliseconds = time.microseconds / 1000 % 1000
            let text = ZoneRules.utc.formatted(time).dropFirst(11).prefix(8)
            return milliseconds == 0 ? String(text) : "\(text).\(Int(milliseconds).padded(to: 3))"
        }
        switch Schedule.nextStep(input) {
        case .wait(let until): return "wait \(clock(until))"
        case .arm(let due): return "arm \(due.key.occasion.name)"
        case .begin(let due): return "begin \(due.key.occasion.name)"
        case .miss(let due, let reason): return "miss \(due.key.occasion.name): \(reason.kind.rawValue)"
        case .skip(let due, let reason): return "skip \(due.key.occasion.name): \(reason)"
        case .giveUp(let why): return "give up: \(why)"
        case .refresh(let reason): return "refresh \(reason)"
        case let other: return "\(other)"
        }
    }

    /// What happens, when, what the player does, and the next step.
    private static let rows = TextRow.rows(
        """
        with nothing due it waits until ten seconds before the next prayer | 11:00:00 | idle | wait 11:59:50
        ten seconds before, it arms | 11:59:50 | idle | arm adhan-dhuhr
        an armed sound that is not ready is checked each second | 11:59:58 | arming | wait 11:59:59
        and not begun | 11:59:59 | arming | wait 12:00:00
        a ready sound is begun two seconds before, not three | 11:59:57 | armed | wait 11:59:58
        two seconds before | 11:59:58 | armed | begin adhan-dhuhr
        an armed sound is given up if the clock is before its ten seconds | 11:59:49.999 | arming | give up: the clock stepped back before its second
        so is one that waits for its second | 11:59:49.999 | waiting | give up: the clock stepped back before its second
        a prayer is called until the last instant of its grace | 12:05:00 | idle | arm adhan-dhuhr
        and missed after it | 12:05:00.001 | idle | miss adhan-dhuhr: clock_stepped
        an armed sound has the whole of its grace | 12:05:00 | armed | begin adhan-dhuhr
        and no more | 12:05:00.001 | armed | give up: its grace has run out
        a prayer that waits for another adhan | 12:00:30 | another | wait 12:05:00.001
        is judged as soon as its grace ends | 12:05:00.001 | another | miss adhan-dhuhr: another_sound
        a sound that is being stopped is not judged before the player has answered | 12:06:00 | ending | wait 14:59:50
        nor one that sounds | 12:06:00 | sounding | wait 14:59:50
        a prayer whose time is corrected while it is being stopped is not another adhan | 12:06:00 | moved | miss adhan-dhuhr: clock_stepped
        """
    )

    private func activity(_ name: String) throws -> Activity {
        let dhuhr = try dhuhr()
        return switch name {
        case "arming": .armed(dhuhr, ready: false)
        case "armed": .armed(dhuhr, ready: true)
        case "waiting": .begun(dhuhr, audible: false)
        case "sounding": .begun(dhuhr, audible: true)
        case "ending": .ending(dhuhr)
        case "another": .begun(try due(.asr, at: time("15:00:00")), audible: true)
        case "moved": .ending(try due(.dhuhr, at: time("11:50:00")))
        default: .idle
        }
    }

    @Test(arguments: rows)
    func `the next step is right at the instants at which it changes`(row: TextRow) throws {
        #expect(try step(input(row[1], activity(row[2]))) == row[3])
    }

    @Test(arguments: ["arming", "waiting"])
    func `a sound is not given up at the start of its ten seconds, and if it is muted it is`(name: String) throws {
        #expect(try !step(input("11:59:50", activity(name))).hasPrefix("give up"))
        let muted = try input("11:59:59", activity(name == "arming" ? "armed" : name)) { input in
            input.mute = Mute(from: try time("11:00:00"), until: try time("13:00:00"), who: "ali")
        }
        #expect(step(muted) == "give up: muted")
    }

    @Test func `a sound that could not be armed is tried again after a second, or after a step of the clock`() throws {
        for (now, rearm, expected) in [
            ("11:59:55", "11:59:56", "wait 11:59:56"), ("11:59:56", "11:59:56", "arm adhan-dhuhr"),
            ("12:00:10", "13:00:00", "arm adhan-dhuhr"),
        ] {
            let input = try input(now) { $0.notes[try dhuhr().key].rearmAt = try time(rearm) }
            #expect(step(input) == expected, "\(now)")
        }
        #expect(Schedule.rearmDelay == .seconds(1))
    }

    @Test func `a sound that could not be played is missed, with the player's reason`() throws {
        let input = try input("12:06:00") { $0.notes[try dhuhr().key].obstacle = .obstacle("no sound card") }
        #expect(try Schedule.nextStep(input) == .miss(dhuhr(), .obstacle("no sound card")))
    }

    @Test(arguments: [LedgerState.started, .completed, .interrupted, .stopped, .skipped])
    func `a final prayer is left alone`(state: LedgerState) throws {
        let row = LedgerEntry(try dhuhr(), state, reason: "a reason")
        #expect(try step(input("12:00:00", rows: [row])) == "wait 14:59:50")
    }

    @Test func `a missed prayer is called if its second is still to come, and while its grace lasts`() throws {
        let row = LedgerEntry(try dhuhr(), .missed, reason: "the clock lied")
        // When its grace has run out, it has its row.
        for (now, expected) in [
            ("11:59:55", "arm adhan-dhuhr"), ("12:05:00", "arm adhan-dhuhr"), ("12:05:01", "wait 14:59:50"),
        ] { #expect(try step(input(now, rows: [row])) == expected, "\(now)") }
    }

    // MARK: The start

    @Test func `a prayer due at the instant of the first start needs a row, one due earlier does not`() throws {
        for firstStart in [nil, try time("12:00:00")] {
            let input = try input("12:06:00", since: "12:00:00", firstStart: firstStart)
            #expect(step(input) == "miss adhan-dhuhr: clock_stepped")
        }
        for firstStart in [nil, try time("12:00:00.001")] {
            #expect(try step(input("12:06:00", since: "12:00:00.001", firstStart: firstStart)) == "wait 14:59:50")
        }
    }

    @Test func `a first start recorded while the clock was ahead excuses nothing`() throws {
        let input = try input("12:30:00", since: "09:00:00", firstStart: .utc("2098-01-01", 0))
        #expect(step(input) == "miss adhan-dhuhr: clock_stepped")
    }

    /// At the last not even as missed: the ledger may say that it was begun.
    @Test func `without the ledger it calls a prayer due at the instant of the start, and nothing late`() throws {
        for (now, since, expected) in [
            ("11:59:55", "11:00:00", "arm adhan-dhuhr"), ("12:00:00", "12:00:00", "arm adhan-dhuhr"),
            ("12:00:00.001", "12:00:00.001", "wait 14:59:50"), ("12:01:00", "12:00:30", "wait 14:59:50"),
            ("12:30:00", "12:00:00.001", "wait 14:59:50"),
        ] {
            let input = try input(now, since: since, firstStart: nil) { $0.isLedgerRead = false }
            #expect(step(input) == expected, "\(now)")
        }
    }

    @Test func `beside a ledger that has lost its rows nothing that was due before the start is called`() throws {
        for (now, since, isLost, expected) in [
            ("12:00:05", "12:00:04", false, "arm adhan-dhuhr"), ("12:00:05", "12:00:04", true, "wait 14:59:50"),
            ("12:00:00", "12:00:00", true, "arm adhan-dhuhr"),
        ] {
            let input = try input(now, since: since) { $0.memory.isLost = isLost }
            #expect(step(input) == expected, "\(now) \(isLost)")
        }
    }

    @Test func `while the clock is not trusted, it waits a second, whatever is due`() throws {
        for (name, expected) in [
            ("idle", "wait 12:00:01"), ("armed", "give up: the clock is not trusted any more"),
            ("waiting", "give up: the clock is not trusted any more"),
        ] {
            let input = try input("12:00:00", activity(name)) { $0.trustsClock = false }
            #expect(step(input) == expected, "\(name)")
        }
    }

    @Test func `an adhan of a skipped source is skipped at its second, one of another source is armed`() throws {
        for (now, sources, expected) in [
            ("11:59:59", SkippedSources.all(because: "place not set"), "wait 12:00:00"),
            ("11:59:55", SkippedSources([.calculation], because: "place not set"), "wait 12:00:00"),
            ("11:59:55", SkippedSources([.bundle], because: "place not set"), "arm adhan-dhuhr"),
        ] {
            let input = try input(now) { $0.policy.skippedSources = sources }
            #expect(step(input) == expected)
        }
        let input = try input("12:00:00") { $0.policy.skippedSources = .all(because: "place not set") }
        #expect(try Schedule.nextStep(input) == .skip(dhuhr(), SkipReason(.source("place not set"))))
    }

    // MARK: The timetable

    @Test func `it asks for a timetable, and waits for the next refresh`() throws {
        #expect(try Schedule.nextStep(input("11:00:00") { $0.timetable = nil }) == .refresh(.start))
        func called(_ now: String) throws -> SchedulerInput {
            try input(now) { input in
                for due in input.timetable?.adhans ?? [] where due.at < input.now {
                    input.memory.note(LedgerEntry(due, .completed))
                }
            }
        }
        #expect(try step(called("20:30:00")) == "wait 21:00:00")
        // One that was loaded at the moment of a refresh waits for that after midnight.
        #expect(try Schedule.nextStep(called("21:00:00")) == .wait(until: .utc("2026-11-22", 0, 1)))
        // One of past days, without a refresh ahead, is checked again in an hour.
        let window = try span("2026-11-01", "2026-11-02")
        let past = try input("13:00:00") {
            $0.timetable = Timetable(zone: .utc, days: [], window: window, loadedAt: $0.now)
        }
        #expect(step(past) == "wait 14:00:00")
    }

    /// Isha, Fajr and the refreshes after Isha for three days. One at the moment of the rollover is left to it, and so is one less than
    /// 15 minutes before a Fajr that is before midnight, as in the north in May: after the last day there is no Fajr.
    @Test(arguments: [
        (23 * 3600 + 59, 5 * 3600, 3), (23 * 3600 + 60, 5 * 3600, 0), (23 * 3600 + 1800, 5 * 3600, 0),
        (22 * 3600 + 1800, -900, 3), (22 * 3600 + 1801, -900, 1), (22 * 3600 + 2400, -600, 1),
    ])
    func `a refresh after isha is left to the rollover where it is near it, or near fajr`(
        isha: Int,
        fajr: Int,
        count: Int
    ) throws {
        let window = try span("2026-06-20", "2026-06-22")
        let days = window.map { PrayerDay.plain($0, fajr: fajr, isha: isha) }
        let refreshes = Timetable(zone: .utc, days: days, window: window, loadedAt: try .utc("2026-06-20", 12))
            .refreshes
        let after = refreshes.filter { $0.reason == .afterIsha }
        #expect(after.count == count && refreshes.allSatisfy { $0.reason == .afterIsha || $0.reason == .rollover })
        let last = ZoneRules.utc.instant(window.upperBound, secondOfDay: isha + 3600)
        #expect(count == 0 || after.last?.at == last)
    }
}
