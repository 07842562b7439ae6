import AdhanSupport
import AdhanCore
import AdhanTestSupport
import Testing

@testable import AdhanCaller

/// What another timetable or other rules change for occasions that are due or past, one function of `DaemonLoop` after another, to the
/// second. The days are plain, in UTC: Dhuhr at 12:00, Asr at 15:00.
@Suite struct ChangedRulesTests {
    private let loop: DaemonLoop
    private let told = DaemonLoopTests.Told()
    private let date: CivilDate
    private let start: Instant
    private static let tenMinutes = ByDay(IqamaRule(.beside(.adhan, seconds: 600)))

    /// A process that began at noon and has loaded nothing yet.
    init() throws {
        date = try CivilDate("2026-11-21")
        start = try .utc("2026-11-21", 12)
        loop = .plain(at: start, tell: { [told] in told.notices.append($0) })
    }

    private func at(_ hour: Int, _ minute: Int = 0, _ second: Int = 0) -> Instant {
        start + .seconds((hour - 12) * 3600 + minute * 60 + second)
    }

    private func key(_ occasion: Occasion) -> OccasionKey { OccasionKey(date, occasion) }

    private func due(_ occasion: Occasion, _ at: Instant) -> ScheduledOccasion {
        ScheduledOccasion(key(occasion), at: at, source: .calculation)
    }

    private func timetable(
        asr: Int = 15 * 3600,
        on dates: [CivilDate]? = nil,
        _ rules: MosqueRules = MosqueRules(),
        sounding kinds: Set<Occasion.Kind> = []
    ) -> Timetable {
        var sounds = SoundPlan(adhan: Recordings("adhan.mp3"))
        for kind in kinds { sounds.ofOccasions[kind] = Recordings("other.mp3") }
        let dates = dates ?? [date]
        let window = (dates.min() ?? date)...(dates.max() ?? date)
        let source = FixedDays(dates.map { .plain($0, asr: asr) })
        return Timetable(
            zone: .utc,
            days: MosqueTimetable(source, rules).days(window, in: .utc),
            window: window,
            loadedAt: start,
            rules: rules,
            sounds: sounds
        )
    }

    private struct FixedDays: TimetableSource {
        let days: [PrayerDay]
        init(_ days: [PrayerDay]) { self.days = days }
        func days(_ dates: ClosedRange<CivilDate>, in zone: ZoneRules) -> [PrayerDay] {
            days.filter { dates.contains($0.date) }
        }
    }

    /// Rules by which the congregation stands up ten minutes after each of these adhans.
    private func iqamas(_ prayers: Prayer...) -> MosqueRules {
        var rules = MosqueRules()
        for prayer in prayers { rules.iqama[prayer] = Self.tenMinutes }
        return rules
    }

    // MARK: Which congregations a person has moved

    private func changes(_ change: (inout MosqueRules) throws -> Void) rethrows -> Timetable.ChangedCongregations? {
        var rules = MosqueRules()
        try change(&rules)
        return AppliedRules(rules: rules, zone: .utc).changes(since: AppliedRules(rules: MosqueRules(), zone: .utc))
    }

    @Test func `a rule changes the congregations that depend on it, and no other`() throws {
        #expect(changes { _ in }?.prayers == [])
        #expect(changes { $0.adhan[.asr] = ByDay(.off) }?.prayers == [.asr])
        #expect(changes { $0.iqama[.isha] = Self.tenMinutes }?.prayers == [.isha])
        #expect(changes { $0.ramadan.suhoor = [600] }?.prayers == [.maghrib])
        #expect(changes { $0.eid.takbir = 3600 }?.prayers == [])
        let calendar = try HijriCalendar(declared: [
            try HijriMonth("1448-09"): try CivilDate("2027-02-08"),
            try HijriMonth("1448-10"): try CivilDate("2027-03-10"),
        ])
        let declared = changes { $0.calendar = calendar }
        #expect(declared?.prayers == Set(Prayer.called) && declared?.fridays == true)
        let friday = changes { $0.jumuah.times = ByDay([13 * 3600]) }
        #expect(friday?.prayers == [] && friday?.fridays == true)
        #expect(changes { _ in }?.fridays == false)
    }

    @Test func `without rules from before, or in another zone, nothing can be told of them`() throws {
        let london = try SystemZones.find("Europe/London")
        let rules = AppliedRules(rules: MosqueRules(), zone: .utc)
        #expect(rules.changes(since: nil) == nil)
        #expect(rules.changes(since: AppliedRules(rules: MosqueRules(), zone: london)) == nil)
    }

    // MARK: What has come

    @Test func `an adhan has come by its row, by its announcement, or by what an earlier process held`() throws {
        let tomorrow = date.adding(days: 1)
        let today: [Prayer: PinnedDay.Congregation] = [
            .asr: .init(called: at(15), iqama: at(15, 10), hasCome: true),
            .isha: .init(called: at(20), iqama: at(20, 10), hasCome: false),
        ]
        let later: [Prayer: PinnedDay.Congregation] = [
            .maghrib: .init(called: at(42), iqama: at(42, 10), hasCome: true)
        ]
        let held = [
            PinnedDay(date: date, congregations: today, khutbahs: []),
            PinnedDay(date: tomorrow, congregations: later, khutbahs: []),
        ]
        #expect(!loop.hasCome(key(.adhan(.asr))))
        loop.saved.pinned = PinnedCongregations(held, by: MosqueRules(), in: .utc)
        #expect(loop.hasCome(key(.adhan(.asr))) && !loop.hasCome(key(.adhan(.isha))))
        #expect(!loop.hasCome(key(.adhan(.maghrib))) && loop.hasCome(OccasionKey(tomorrow, .adhan(.maghrib))))
        #expect(!loop.hasCome(OccasionKey(tomorrow, .adhan(.asr))) && !loop.hasCome(key(.iqama(.asr))))
        loop.notes[key(.adhan(.fajr))].isAnnounced = true
        loop.memory.note(LedgerEntry(due(.adhan(.dhuhr), at(12)), .completed))
        loop.memory.note(LedgerEntry(due(.adhan(.isha), at(20)), .missed))
        #expect(loop.hasCome(key(.adhan(.fajr))) && loop.hasCome(key(.adhan(.dhuhr))))
        #expect(!loop.hasCome(key(.adhan(.isha))))
    }

    // MARK: What was no occasion when it was due

    @Test func `what a timetable gains is owed from this second on, and not before`() {
        let (before, after) = (timetable(), timetable(iqamas(.dhuhr, .asr), sounding: [.iqama]))
        let dhuhr = key(.iqama(.dhuhr))
        #expect(loop.unowed(after, after: before, at(12, 10)) == [])
        #expect(loop.unowed(after, after: before, at(12, 10, 1)) == [dhuhr])
        #expect(loop.unowed(after, after: after, at(12, 10, 1)) == [])
        // One that had no recording was told, and no more.
        let silent = timetable(iqamas(.dhuhr, .asr))
        #expect(loop.unowed(after, after: silent, at(12, 10, 1)) == [dhuhr])
        #expect(loop.unowed(silent, after: before, at(12, 10, 1)) == [])
        // An adhan is always owed its row.
        let later = timetable(on: [date, date.adding(days: 1)])
        #expect(loop.unowed(later, after: before, at(40)) == [])
    }

    @Test func `of days that were not held nothing is known, but by other rules nothing was missed`() {
        let after = timetable(iqamas(.dhuhr, .asr), sounding: [.iqama])
        let other = timetable(on: [date.adding(days: -1)])
        for before in [nil, other] { #expect(loop.unowed(after, after: before, at(12, 11)) == []) }
        loop.changedRules = .byReload
        for before in [nil, other] {
            #expect(loop.unowed(after, after: before, at(12, 10)) == [])
            #expect(loop.unowed(after, after: before, at(12, 10, 1)) == [key(.iqama(.dhuhr))])
        }
        #expect(loop.unowed(after, after: after, at(12, 11)) == [])
    }

    @Test func `what was over when an earlier process judged last is not owed`() throws {
        let after = timetable(iqamas(.dhuhr, .asr), sounding: [.iqama])
        let iqama = try #require(after.occasions.first { $0.key == key(.iqama(.dhuhr)) })
        let end = iqama.end(loop.settings.policy.grace)
        loop.changedRules = .byRestart(judged: end)
        #expect(loop.unowed(after, after: nil, at(14)) == [])
        loop.changedRules = .byRestart(judged: end + .seconds(1))
        #expect(loop.unowed(after, after: nil, at(14)) == [iqama.key])
    }

    @Test func `a reload counts as a change where rules or recordings are others`() {
        func changed(_ change: (inout DaemonLoop.Settings) -> Void) -> Bool {
            loop.changedRules = nil
            var next = loop.settings
            change(&next)
            loop.applyConfig(next, source: PlainSource(), player: DaemonLoopTests.Deaf(), fetches: nil, start)
            return loop.changedRules != nil
        }
        #expect(!changed { $0.policy.grace += .seconds(1) })
        #expect(changed { $0.rules = iqamas(.asr) })
        #expect(!changed { $0.sounds.adhan = Recordings("another.mp3") })
        #expect(changed { $0.sounds.ofOccasions[.iqama] = Recordings("iqama.mp3") })
    }

    // MARK: Why it is late or over

    private func moved(_ now: Instant, to new: Timetable, from old: Timetable?) -> [OccasionKey] {
        loop.notes = OccasionNotes()
        loop.noteMoves(to: new, from: old, now)
        return Array(loop.obstacles.keys)
    }

    @Test func `an adhan that is moved into the past has that for its reason`() {
        let (old, new) = (timetable(), timetable(asr: 14 * 3600))
        #expect(moved(at(13, 59, 59), to: new, from: old) == [])
        #expect(moved(at(14), to: new, from: old) == [key(.adhan(.asr))])
        let words = "its time was moved from 2026-11-21T15:00:00+00:00 to 2026-11-21T14:00:00+00:00, which was past"
        #expect(loop.obstacles.values.first == .moved(words))
        #expect(moved(at(14, 59, 59), to: new, from: old) == [key(.adhan(.asr))])
        // It was due by the old one, too.
        #expect(moved(at(15), to: new, from: old) == [])
        #expect(moved(at(14), to: new, from: nil) == [])
        loop.memory.note(LedgerEntry(due(.adhan(.asr), at(15)), .skipped))
        #expect(moved(at(14, 30), to: new, from: old) == [])
    }

    @Test func `a Dhuhr that was left to the khutbah, and is not any more, has that for its reason`() throws {
        let friday = try CivilDate("2026-11-27")
        let noon = try Instant.utc("2026-11-27", 12)
        var rules = MosqueRules()
        rules.jumuah.times = ByDay([13 * 3600])
        rules.jumuah.call = .khutbah
        let left = timetable(on: [friday], rules, sounding: [.jumuah])
        rules.jumuah.call = .dhuhr
        let own = timetable(on: [friday], rules, sounding: [.jumuah])
        let dhuhr = OccasionKey(friday, .adhan(.dhuhr))
        #expect(left.occasions.first { $0.key == dhuhr }?.leftTo == OccasionKey(friday, .jumuah(1)))
        #expect(moved(noon - .seconds(1), to: own, from: left) == [])
        #expect(moved(noon, to: own, from: left) == [dhuhr])
        #expect(loop.obstacles[dhuhr] == .moved("it was left to jumuah-1, which does not call it any more"))
        #expect(moved(noon, to: left, from: left) == [] && moved(noon, to: own, from: own) == [])
        let row = ScheduledOccasion(dhuhr, at: noon, source: .calculation)
        loop.memory.note(LedgerEntry(row, .completed))
        #expect(moved(noon + .minutes(1), to: own, from: left) == [])
    }

    @Test func `what an earlier process may have called is noted until the ledger is read`() {
        let new = timetable(asr: 12 * 3600 + 1)
        loop.noteDueBeforeStart(timetable(asr: 12 * 3600 - 1), at(12))
        #expect(loop.notes[key(.adhan(.asr))].dueBeforeStart == at(11, 59, 59))
        #expect(loop.notes[key(.adhan(.fajr))].dueBeforeStart == at(5))
        #expect(loop.notes[key(.adhan(.dhuhr))].dueBeforeStart == nil)
        #expect(loop.obstacles.isEmpty)
        loop.noteDueBeforeStart(new, at(12))
        #expect(loop.notes[key(.adhan(.asr))].dueBeforeStart == at(11, 59, 59))
        let words = "it was moved to this time, and the ledger could not tell whether it had been called"
        #expect(loop.obstacles == [key(.adhan(.asr)): .moved(words)])
        // The same time as before says nothing new.
        loop.notes = OccasionNotes()
        loop.notes[key(.adhan(.asr))].dueBeforeStart = at(12, 0, 1)
        loop.noteDueBeforeStart(new, at(12))
        #expect(loop.obstacles.isEmpty)
        (loop.ledger, loop.notes) = (.read, OccasionNotes())
        loop.noteDueBeforeStart(timetable(), at(12))
        #expect(loop.notes.all.isEmpty)
    }

    // MARK: What is told

    /// Of the occasions that do not come again: how each was settled.
    private func settled(_ new: Timetable, before: Timetable?, _ now: Instant) -> [String] {
        told.notices = []
        loop.tellSettled(new, before: before, now)
        return told.notices.compactMap {
            if case .settledBefore(let due, let at, let state) = $0 {
                "\(due.key.occasion.name) \((at - start).wholeMilliseconds / 60_000) \(state)"
            } else {
                nil
            }
        }
    }

    @Test func `an adhan that was settled and is moved ahead does not come again, which is told`() {
        let (old, new) = (timetable(), timetable(asr: 16 * 3600))
        loop.memory.note(LedgerEntry(due(.adhan(.asr), at(15)), .missed))
        #expect(settled(new, before: old, at(15)) == [])
        loop.memory.note(LedgerEntry(due(.adhan(.asr), at(15)), .completed))
        #expect(settled(new, before: old, at(14, 59, 59)) == [])
        for now in [at(15), at(15, 59, 59)] { #expect(settled(new, before: old, now) == ["adhan-asr 180 completed"]) }
        #expect(settled(new, before: old, at(16)) == [])
        // Not moved, or not known from where.
        #expect(settled(new, before: new, at(15, 30)) == [] && settled(new, before: nil, at(15, 30)) == [])
    }

    @Test func `after a restart the row itself says that it was settled before`() {
        let new = timetable(asr: 16 * 3600)
        loop.memory.note(LedgerEntry(due(.adhan(.asr), at(15)), .stopped))
        loop.changedRules = .byReload
        #expect(settled(new, before: nil, at(15, 30)) == [])
        loop.changedRules = .byRestart(judged: at(15))
        #expect(settled(new, before: nil, at(14, 59, 59)) == [])
        for now in [at(15), at(15, 30)] { #expect(settled(new, before: nil, now) == ["adhan-asr 180 stopped"]) }
    }

    @Test func `so does one that was only announced`() {
        let (old, new) = (timetable(), timetable(asr: 16 * 3600))
        #expect(settled(new, before: old, at(15, 30)) == [])
        loop.notes[key(.adhan(.asr))].isAnnounced = true
        #expect(settled(new, before: old, at(15, 30)) == ["adhan-asr 180 announced"])
        #expect(settled(new, before: nil, at(15, 30)) == [])
    }

    @Test func `a congregation of today that is ahead and is taken away is told`() {
        let tomorrow = date.adding(days: 1)
        let (old, new) = (timetable(on: [date, tomorrow], iqamas(.asr, .isha)), timetable(on: [date, tomorrow]))
        func dropped(_ new: Timetable, before: Timetable?, _ now: Instant) -> [OccasionKey] {
            told.notices = []
            loop.tellDropped(new, before: before, now)
            return told.notices.compactMap { if case .dropped(let due) = $0 { due.key } else { nil } }
        }
        let (asr, isha) = (key(.iqama(.asr)), key(.iqama(.isha)))
        #expect(dropped(new, before: old, at(15, 9, 59)) == [asr, isha])
        #expect(dropped(new, before: old, at(15, 10)) == [isha])
        #expect(dropped(old, before: old, at(14)) == [] && dropped(new, before: nil, at(14)) == [])
        // An adhan that is taken away is another matter.
        #expect(dropped(timetable(on: [tomorrow], iqamas(.asr, .isha)), before: old, at(15, 10)) == [isha])
    }
}
