import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

@testable import AdhanCaller

/// Edge cases of the ledger writer that no scenario reaches.
@Suite struct LedgerWriterTests {
    final class Answers: Sendable {
        let all = Mutex<[LedgerAnswer]>([])
    }

    let jobs = HeldJobs()
    let answers = Answers()
    let marks = InMemoryMarks()

    /// - Parameter markJobs: those of the marks' worker; nil to run marks at once.
    func writer(_ ledger: any Ledger, markJobs: HeldJobs? = nil) -> LedgerWriter {
        let atOnce: LedgerWriter.Perform = { $0() }
        return LedgerWriter(
            ledger: ledger,
            marks: marks,
            perform: jobs.queue,
            performMark: markJobs?.queue ?? atOnce,
            post: { [answers] answer in answers.all.withLock { $0.append(answer) } }
        )
    }

    func row(_ prayer: Prayer, _ state: LedgerState = .completed) throws -> LedgerEntry {
        LedgerEntry(
            ScheduledOccasion(
                OccasionKey(try CivilDate("2026-11-21"), .adhan(prayer)),
                at: try .utc("2026-11-21", 12),
                source: .calculation
            ),
            state
        )
    }

    @Test func `while the disk is slow sixteen reads may wait, and one more is refused`() throws {
        let writer = writer(InMemoryLedger())
        for _ in 0..<16 { #expect(writer.read { _ in }) }
        #expect(!writer.read { _ in })
        jobs.run()
        #expect(writer.read { _ in })
    }

    @Test func `a row that contradicts itself is refused for good, and holds up none behind it`() throws {
        let ledger = InMemoryLedger()
        let writer = writer(ledger)
        var heard = try row(.dhuhr, .missed)
        (heard.reason, heard.heardMilliseconds) = ("no sound card", 300)
        writer.record(heard)
        writer.record(try row(.asr))
        jobs.run()
        #expect(try ledger.entries(.first..<(.last)).map(\.key.occasion) == [.adhan(.asr)])
        #expect(!writer.hasWaiting)
        let answers = answers.all.withLock { $0 }
        #expect(answers.contains { if case .refused(heard, .impossible) = $0 { true } else { false } })
    }

    @Test func `a changed setting is written at once, and waits for a full disk`() throws {
        let ledger = LedgerOnADisk.inMemory()
        let writer = writer(ledger)
        let change = SettingChange("adhan.asr", "off", who: "amina", at: try .utc("2026-11-21", 12))
        #expect(!writer.hasWaiting)
        #expect(writer.record(change))
        #expect(writer.hasWaiting)
        jobs.run()
        #expect(try ledger.changes(limit: 5) == [change])
        #expect(!writer.hasWaiting)
        ledger.fail(.unwritable)
        writer.record(try row(.asr))
        jobs.run()
        #expect(writer.hasWaiting)
    }

    @Test func `waiting rows are written to the ledger that replaces another`() throws {
        let (full, other) = (LedgerOnADisk.inMemory(), InMemoryLedger())
        full.fail(.unwritable)
        let writer = writer(full)
        writer.record(try row(.dhuhr))
        jobs.run()
        writer.move(to: other, perform: nil)
        writer.record(try row(.asr))
        jobs.run()
        #expect(try other.entries(.first..<(.last)).count == 2)
    }

    @Test func `a ledger whose disk hangs delays neither its replacement nor a stop`() throws {
        let (hanging, other, free) = (InMemoryLedger(), InMemoryLedger(), HeldJobs())
        let writer = writer(hanging)
        writer.record(try row(.dhuhr))
        writer.load(since: .first, now: try .utc("2026-11-21", 13))
        writer.move(to: other, perform: free.queue)
        writer.restore(LedgerCache(entries: [try row(.dhuhr)]))
        writer.load(since: .first, now: try .utc("2026-11-21", 13))
        free.run()
        #expect(try other.entries(.first..<(.last)).map(\.key.occasion) == [.adhan(.dhuhr)])
        // Jobs still queued on the thread that hangs are ignored.
        jobs.run()
        #expect(try hanging.entries(.first..<(.last)).isEmpty)
        free.run()
        #expect(writer.isQuiet)
        let events = answers.all.withLock { $0 }
        #expect(events.contains { if case .ledgerLoaded(_, problem: nil) = $0 { true } else { false } })
    }

    @Test func `a ledger that hung and answers again takes no rows of its replacement`() throws {
        let (hanging, full, free) = (InterruptedLedger(), LedgerOnADisk.inMemory(), HeldJobs())
        full.fail(.unwritable)
        let writer = writer(hanging)
        let (dhuhr, asr) = (try row(.dhuhr), try row(.asr))
        writer.record(dhuhr)
        // What happens while it hangs.
        hanging.meanwhile.withLock {
            $0 = {
                writer.move(to: full, perform: free.queue)
                writer.restore(LedgerCache(entries: [dhuhr]))
                writer.record(asr)
                free.run()
            }
        }
        jobs.run()
        #expect(try hanging.rows.entries(.first..<(.last)).isEmpty)
        #expect(writer.isQuiet)
        writer.retry(removingMarksBefore: try .utc("2026-11-21", 13))
        free.run()
        #expect(marks.load().count == 2, "no ledger has them")
        full.fail(nil)
        writer.retry()
        free.run()
        #expect(try full.entries(.first..<(.last)).count == 2)
        writer.retry(removingMarksBefore: try .utc("2026-11-21", 13))
        free.run()
        #expect(marks.load().isEmpty && writer.isQuiet)
    }

    @Test func `a row that the earlier ledger has written is written to its replacement, and marked until then`()
        throws
    {
        let (before, full, free) = (InMemoryLedger(), LedgerOnADisk.inMemory(), HeldJobs())
        let writer = writer(before)
        writer.record(try row(.dhuhr))
        jobs.run()
        full.fail(.unwritable)
        writer.move(to: full, perform: free.queue)
        writer.restore(LedgerCache(entries: [try row(.dhuhr)]))
        free.run()
        writer.retry(removingMarksBefore: try .utc("2026-11-21", 13))
        free.run()
        #expect(marks.load().count == 1)
        full.fail(nil)
        writer.restore(LedgerCache(entries: [try row(.dhuhr)]))
        free.run()
        writer.retry(removingMarksBefore: try .utc("2026-11-21", 13))
        free.run()
        #expect(marks.load().isEmpty)
        #expect(try full.entries(.first..<(.last)).count == 1)
    }

    @Test func `what waits for a ledger that hangs delays neither reads nor rows of its replacement`() throws {
        let (full, other, free) = (LedgerOnADisk.inMemory(), InMemoryLedger(), HeldJobs())
        full.fail(.unwritable)
        let writer = writer(full)
        writer.record(try row(.dhuhr))
        jobs.run()
        // From here on its disk hangs: its jobs are not run.
        writer.retry()
        while writer.read({ _ in }) {}
        writer.move(to: other, perform: free.queue)
        let isRead = Mutex(false)
        #expect(writer.read { _ in isRead.withLock { $0 = true } })
        writer.retry()
        free.run()
        #expect(isRead.withLock { $0 })
        #expect(try other.entries(.first..<(.last)).count == 1)
        // Late reads of the old ledger do not count here.
        for _ in 0..<16 { #expect(writer.read { _ in }) }
        jobs.run()
        #expect(!writer.read { _ in })
        free.run()
        #expect(writer.isQuiet)
    }

    @Test
    func `the ledger and the marks are read at the same time, and marked rows are written whichever answers first`()
        throws
    {
        for isLedgerFirst in [true, false] {
            let (ledger, markJobs) = (InMemoryLedger(), HeldJobs())
            #expect(marks.save(try row(.isha)) == nil)
            let writer = writer(ledger, markJobs: markJobs)
            writer.load(since: .first, now: try .utc("2026-11-21", 13))
            writer.load(since: .first, now: try .utc("2026-11-21", 13))
            for each in isLedgerFirst ? [jobs, jobs, markJobs] : [markJobs, jobs] { each.run() }
            jobs.run()
            #expect(try ledger.entries(.first..<(.last)).count == 1)
            let events = answers.all.withLock { $0 }
            #expect(events.count { if case .found = $0 { true } else { false } } == (isLedgerFirst ? 1 : 2))
            writer.retry(removingMarksBefore: try .utc("2026-11-21", 13))
            jobs.run()
            markJobs.run()
            #expect(marks.load().isEmpty && writer.isQuiet)
        }
    }

    @Test func `a late mark is removed when it is due, and a row that is not written keeps its mark`() throws {
        let (ledger, markJobs) = (LedgerOnADisk.inMemory(), HeldJobs())
        let writer = writer(ledger, markJobs: markJobs)
        // The ledger is faster than the mark.
        writer.record(try row(.dhuhr, .started))
        jobs.run()
        writer.retry(removingMarksBefore: try .utc("2026-11-21", 13))
        jobs.run()
        markJobs.run()
        #expect(marks.load().isEmpty)
        // The earlier row is written, the last one is not.
        writer.record(try row(.asr, .started))
        jobs.run()
        ledger.fail(.unwritable)
        writer.record(try row(.asr))
        jobs.run()
        writer.retry(removingMarksBefore: try .utc("2026-11-21", 13))
        jobs.run()
        markJobs.run()
        #expect(marks.load().map(\.state) == [.completed])
        #expect(answers.all.withLock { $0.contains { if case .unsaved = $0 { true } else { false } } })
        ledger.fail(nil)
        writer.retry(removingMarksBefore: try .utc("2026-11-21", 13))
        jobs.run()
        markJobs.run()
        #expect(marks.load().isEmpty)
        #expect(writer.isQuiet)
    }

    @Test func `a file that is replaced while a row is written gets that row`() throws {
        let ledger = ReplacedAtTheFirstRow()
        let writer = writer(ledger)
        writer.record(try row(.dhuhr))
        jobs.run()
        #expect(try ledger.new.entries(.first..<(.last)).count == 1)
        let events = answers.all.withLock { $0 }
        #expect(events.contains { if case .replaced("another file") = $0 { true } else { false } })
        #expect(events.contains { if case .recorded = $0 { true } else { false } })
    }

    @Test func `a row that the disk refuses is tried again, and reported where the ledger has settled it meanwhile`()
        throws
    {
        let ledger = InMemoryLedger()
        let disk = LedgerOnADisk { ledger }
        let writer = writer(disk)
        disk.fail(.unwritable)
        writer.record(try row(.dhuhr))
        jobs.run()
        try ledger.record(try row(.dhuhr, .completed))
        disk.fail(nil)
        writer.retry()
        jobs.run()
        #expect(answers.all.withLock { $0.contains { if case .refused = $0 { true } else { false } } })
        #expect(writer.isQuiet)
    }
}

/// A ledger whose disk hangs in the check for a replaced file, and then answers.
private final class InterruptedLedger: Ledger {
    let rows = InMemoryLedger()
    /// Run once in that time.
    let meanwhile = Mutex<(@Sendable () -> Void)?>(nil)

    func load(since: CivilDate, now: Instant) throws(LedgerError) -> LedgerCache {
        try rows.load(since: since, now: now)
    }
    func record(_ origin: LedgerOrigin) { rows.record(origin) }
    func record(_ entry: LedgerEntry) throws(LedgerError) { try rows.record(entry) }
    func record(_ change: SettingChange) { rows.record(change) }
    func changes(limit: Int) -> [SettingChange] { rows.changes(limit: limit) }
    func close() {}

    func reopenIfReplaced() -> String? {
        meanwhile.withLock { $0.take() }?()
        return nil
    }

    func rows(_ dates: Range<CivilDate>, limit: Int) throws(LedgerError) -> LedgerRows {
        try rows.rows(dates, limit: limit)
    }
}

/// A ledger whose file is replaced while the first row is written.
private final class ReplacedAtTheFirstRow: Ledger {
    let new = InMemoryLedger()
    private let replaced = Mutex<String?>(nil)
    private let isOpen = Atomic(false)

    func load(since: CivilDate, now: Instant) throws(LedgerError) -> LedgerCache {
        try new.load(since: since, now: now)
    }
    func record(_ origin: LedgerOrigin) { new.record(origin) }
    func record(_ change: SettingChange) { new.record(change) }
    func changes(limit: Int) -> [SettingChange] { new.changes(limit: limit) }
    func close() { new.close() }

    func record(_ entry: LedgerEntry) throws(LedgerError) {
        guard isOpen.load(ordering: .relaxed) else {
            replaced.withLock { $0 = "another file" }
            throw .unwritable(file: "ledger", reason: "attempt to write a readonly database")
        }
        try new.record(entry)
    }

    func reopenIfReplaced() -> String? {
        let words = replaced.withLock { $0.take() }
        if words != nil { isOpen.store(true, ordering: .relaxed) }
        return words
    }

    func rows(_ dates: Range<CivilDate>, limit: Int) throws(LedgerError) -> LedgerRows {
        try new.rows(dates, limit: limit)
    }
}
