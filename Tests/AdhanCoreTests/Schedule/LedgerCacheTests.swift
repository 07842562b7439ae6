import AdhanTestSupport
import AdhanCore
import Testing

/// The scheduler's copy of the ledger, at the limits of its rules.
@Suite struct LedgerCacheTests {
    private func entry(_ date: String, _ prayer: Prayer, _ hour: Int, _ state: LedgerState) throws -> LedgerEntry {
        let key = OccasionKey(try CivilDate(date), .adhan(prayer))
        let due = ScheduledOccasion(key, at: try .utc(date, hour), source: .calculation)
        return LedgerEntry(due, state, reason: "a reason")
    }

    /// The row of an absence from 10:00 on the first date to 10:00 on the second.
    private func absence(_ date: String, to end: String) throws -> LedgerEntry {
        let key = OccasionKey(try CivilDate(date), .absence)
        let due = ScheduledOccasion(key, at: try .utc(date, 10), source: .calculation)
        var entry = LedgerEntry(due, .missed, reason: "not running")
        entry.ended = try .utc(end, 10)
        return entry
    }

    @Test func `the last known moment is that of the latest row up to now, including absences`() throws {
        let dhuhr = try entry("2026-11-21", .dhuhr, 12, .completed)
        #expect(LedgerCache(entries: [dhuhr]).lastKnown(now: dhuhr.due) == dhuhr.due)
        #expect(LedgerCache(entries: [dhuhr]).lastKnown(now: dhuhr.due - .milliseconds(1)) == nil)
        let absent = try absence("2026-11-12", to: "2026-11-22")
        let memory = LedgerCache(lastDue: try .utc("2026-11-23", 5), entries: [dhuhr, absent])
        #expect(memory.lastKnown(now: try .utc("2026-11-22", 12)) == absent.ended)
        #expect(memory.lastKnown(now: try .utc("2026-11-23", 12)) == memory.lastDue)
    }

    @Test func `rows of this process prove nothing about the time before it`() throws {
        let fajr = try entry("2026-11-21", .fajr, 5, .completed)
        let absent = try absence("2026-11-22", to: "2026-11-23")
        var dhuhr = try entry("2026-11-23", .dhuhr, 12, .completed)
        dhuhr.ended = dhuhr.due + .seconds(30)
        let own = LedgerCache(entries: [absent, dhuhr])
        let now = try Instant.utc("2026-11-24", 12)
        func known(_ lastDue: Instant?, _ entries: [LedgerEntry]) -> Instant? {
            LedgerCache(lastDue: lastDue, entries: entries).lastKnown(now: now, apartFrom: own)
        }
        #expect(
            known(dhuhr.due, [fajr, absent, dhuhr]) == fajr.due && known(absent.ended, [fajr, absent]) == fajr.due
        )
        #expect(known(dhuhr.due, [absent, dhuhr]) == nil)
        let other = try Instant.utc("2026-10-01", 12)
        #expect(known(other, [absent, dhuhr]) == other)
        let earlier = try absence("2026-10-01", to: "2026-10-20")
        #expect(known(nil, [earlier, absent, dhuhr]) == earlier.ended)
    }

    @Test func `gaps of more than a day are found if they begin more than a week ago, also between rows`() throws {
        let now = try Instant.utc("2026-11-30", 12)
        func silences(_ known: String, _ entries: LedgerEntry...) throws -> [Range<Instant>] {
            LedgerCache(entries: entries).silences(from: try .utc(known, 12), to: now)
        }
        func row(_ date: String) throws -> LedgerEntry { try entry(date, .dhuhr, 12, .completed) }
        func noon(_ first: String, _ last: String) throws -> Range<Instant> { try .utc(first, 12)..<(.utc(last, 12)) }
        #expect(try silences("2026-11-23").isEmpty, "they are listed")
        #expect(try silences("2026-11-22") == [noon("2026-11-22", "2026-11-30")])
        #expect(try silences("2026-11-22", row("2026-11-23")).isEmpty, "a day, and what is listed")
        #expect(try silences("2026-11-22", row("2026-11-24")) == [noon("2026-11-22", "2026-11-24")])
        let three = try [("01", "10"), ("10", "20"), ("20", "30")].map { try noon("2026-11-\($0)", "2026-11-\($1)") }
        #expect(try silences("2026-11-01", row("2026-11-20"), row("2026-11-10")) == three)
        // Rows before, or ahead of the clock, prove nothing; an absence proves everything that it covers.
        let ahead = try absence("2026-11-24", to: "2026-12-01")
        let found = try silences("2026-11-22", row("2026-11-02"), row("2026-12-24"), ahead)
        #expect(try found == [noon("2026-11-22", "2026-11-30")])
        #expect(try silences("2026-11-10", absence("2026-11-11", to: "2026-11-29"), row("2026-11-20")).isEmpty)
        let absent = try absence("2026-11-11", to: "2026-11-30")
        let end = try #require(absent.ended)
        #expect(LedgerCache(entries: [absent]).silences(from: absent.due, to: end).isEmpty, "it ends now")
    }

    @Test func `an absence covers its first and last second, and nothing while its end is in the future`() throws {
        let absent = try absence("2026-11-10", to: "2026-11-20")
        let (start, end) = (try Instant.utc("2026-11-10", 10), try Instant.utc("2026-11-20", 10))
        let memory = LedgerCache(entries: [absent])
        for second in [start, end] { #expect(memory.coversAbsence(at: second, now: end)) }
        for second in [start - .milliseconds(1), end + .milliseconds(1)] {
            #expect(!memory.coversAbsence(at: second, now: end + .hours(1)))
        }
        #expect(!memory.coversAbsence(at: start, now: end - .milliseconds(1)))
    }

    @Test func `absences are merged like other rows`() throws {
        let absent = try absence("2026-11-10", to: "2026-11-20")
        var memory = LedgerCache()
        memory.merge(LedgerCache(entries: [absent, try entry("2026-11-21", .fajr, 5, .completed)]))
        #expect(memory.absence(from: absent.key.date) == absent)
        #expect(memory.lastKnown(now: try .utc("2026-11-21", 6)) == (try .utc("2026-11-21", 5)))
    }

    @Test func `rows of earlier dates are forgotten, except those that have not ended`() throws {
        let old = try entry("2026-11-19", .isha, 20, .completed)
        let begun = try entry("2026-11-19", .maghrib, 18, .started)
        let kept = try entry("2026-11-20", .fajr, 5, .completed)
        var memory = LedgerCache(entries: [old, begun, kept])
        memory.forget(before: try CivilDate("2026-11-20"))
        #expect(memory[old.key] == nil && memory[begun.key] == begun && memory[kept.key] == kept)
    }

    @Test func `rows are sorted by their second, include absences, and those that have not ended are known`() throws {
        let rows = [
            try absence("2026-11-10", to: "2026-11-20"), try entry("2026-11-21", .fajr, 5, .started),
            try entry("2026-11-21", .dhuhr, 12, .missed), try entry("2026-11-21", .asr, 15, .started),
        ]
        let memory = LedgerCache(entries: rows.reversed())
        #expect(memory.rows == rows && memory.unfinished == [rows[1], rows[3]])
    }

    @Test func `failed rows are those missed or interrupted, including absences, in order`() throws {
        let rows = [
            try entry("2026-11-21", .asr, 15, .interrupted), try entry("2026-11-21", .dhuhr, 12, .missed),
            try entry("2026-11-21", .maghrib, 18, .completed), try entry("2026-11-21", .isha, 20, .stopped),
            try absence("2026-11-10", to: "2026-11-20"),
        ]
        let memory = LedgerCache(entries: rows)
        let end = try Instant.utc("2026-11-20", 10)
        #expect(memory.failed(since: end) == [rows[4], rows[1], rows[0]])
        #expect(memory.failed(since: end + .milliseconds(1)) == [rows[1], rows[0]])
        #expect(memory.failed(since: rows[0].due) == [rows[0]])
        // Only an absence lasts: an interrupted adhan counts from its second.
        var interrupted = try entry("2026-11-21", .dhuhr, 12, .interrupted)
        interrupted.ended = interrupted.due + .hours(3)
        let other = LedgerCache(entries: [interrupted])
        #expect(other.failed(since: interrupted.due) == [interrupted])
        #expect(other.failed(since: interrupted.due + .seconds(1)).isEmpty)
    }

    @Test func `a merge keeps final rows and replaces missed ones`() throws {
        for (known, newer, stands) in [
            (LedgerState.completed, LedgerState.missed, LedgerState.completed),
            (.interrupted, .completed, .interrupted), (.missed, .completed, .completed),
            (.started, .completed, .completed),
            (.completed, .started, .completed),
        ] {
            let key = try entry("2026-11-21", .dhuhr, 12, known).key
            var memory = LedgerCache(entries: [try entry("2026-11-21", .dhuhr, 12, known)])
            memory.merge(LedgerCache(entries: [try entry("2026-11-21", .dhuhr, 12, newer)]))
            #expect(memory[key]?.state == stands, "\(known), then \(newer)")
        }
    }

    @Test func `where the first start lies ahead, rows since the move alone prove something`() throws {
        let rows = [try entry("2026-11-20", .dhuhr, 12, .completed), try entry("2026-11-22", .dhuhr, 12, .completed)]
        let origin = LedgerOrigin(firstStart: try .utc("2026-12-01", 0), movedAt: try .utc("2026-11-21", 0))
        let memory = LedgerCache(origin: origin, entries: rows)
        for (now, known) in [("2026-11-21", nil), ("2026-11-23", rows[1].due), ("2026-12-02", origin.firstStart)] {
            #expect(try memory.accounted(now: .utc(now, 12)) == known)
        }
        // Before the first start after a move none does: the old box wrote it while its clock was ahead.
        let moved = LedgerCache(origin: LedgerOrigin(movedAt: try .utc("2026-11-21", 0)), entries: rows)
        #expect(try moved.accounted(now: .utc("2026-11-30", 12)) == nil)
    }

    @Test func `a merge keeps a known first start, and takes over one if none is known`() throws {
        let (early, late) = (try Instant.utc("2026-11-01", 0), try Instant.utc("2026-11-21", 0))
        var memory = LedgerCache()
        memory.merge(LedgerCache(origin: LedgerOrigin(firstStart: early)))
        #expect(memory.origin.firstStart == early)
        memory.merge(LedgerCache(origin: LedgerOrigin(firstStart: late)))
        #expect(memory.origin.firstStart == early)
    }
}
