import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

@testable import AdhanCaller

/// Edge cases of the ledger writer that no scenario reaches: its queue, the marks, and a ledger that is replaced.
@Suite struct LedgerWriterTests {
    final class Answers: Sendable {
        let all = Mutex<[LedgerAnswer]>([])
    }

    let jobs = HeldJobs()
    let answers = Answers()
    let marks = InMemoryMarks()
    /// An hour after the rows are due.
    let one: Instant

    init() throws { one = try .utc("2026-11-21", 13) }

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

    func watched() -> (WatchedLedger, LedgerWriter) {
        let ledger = WatchedLedger()
        return (ledger, writer(ledger))
    }

    /// The answers of these names, in order.
    func told(_ names: String...) -> [String] {
        answers.all.withLock { $0.map { "\($0)" } }.filter { names.contains(String($0.prefix { $0 != "(" })) }
    }

    func row(_ prayer: Prayer, _ state: LedgerState = .completed) throws -> LedgerEntry {
        let key = OccasionKey(try CivilDate("2026-11-21"), .adhan(prayer))
        return LedgerEntry(ScheduledOccasion(key, at: try .utc("2026-11-21", 12), source: .calculation), state)
    }

    /// The occasions that the ledger has.
    func rows(_ ledger: any Ledger) throws -> [Occasion] {
        try ledger.entries(.first..<(.last)).map(\.key.occasion)
    }

    /// Writes a row.
    private func record(_ row: LedgerEntry, _ writer: LedgerWriter) {
        writer.record(row)
        jobs.run()
    }

    /// Removes the marks whose rows are written.
    func removeMarks(_ writer: LedgerWriter, _ workers: HeldJobs...) {
        writer.retry(removingMarksBefore: one)
        for worker in workers.isEmpty ? [jobs] : workers { worker.run() }
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
        record(try row(.asr), writer)
        #expect(try rows(ledger) == [.adhan(.asr)] && !writer.hasWaiting)
        let answers = answers.all.withLock { $0 }
        #expect(answers.contains { if case .refused(heard, .impossible) = $0 { true } else { false } })
    }

    @Test func `a changed setting is written at once, and waits for a full disk`() throws {
        let ledger = LedgerOnADisk.inMemory()
        let writer = writer(ledger)
        let change = SettingChange("adhan.asr", "off", who: "amina", at: one)
        #expect(!writer.hasWaiting)
        #expect(writer.record(change) && writer.hasWaiting)
        jobs.run()
        #expect(try ledger.changes(limit: 5) == [change] && !writer.hasWaiting)
        ledger.fail(.unwritable)
        record(try row(.asr), writer)
        #expect(writer.hasWaiting)
    }

    @Test func `a row that the disk refuses is tried again, and reported where the ledger has settled it meanwhile`()
        throws
    {
        let ledger = InMemoryLedger()
        let disk = LedgerOnADisk { ledger }
        let writer = writer(disk)
        disk.fail(.unwritable)
        record(try row(.dhuhr), writer)
        try ledger.record(try row(.dhuhr, .completed))
        disk.fail(nil)
        writer.retry()
        jobs.run()
        #expect(told("refused").count == 1 && writer.isQuiet)
    }

    @Test func `each row and each mark is answered before the writer is quiet`() throws {
        let markJobs = HeldJobs()
        let writer = writer(InMemoryLedger(), markJobs: markJobs)
        #expect(writer.isQuiet)
        record(try row(.dhuhr), writer)
        #expect(!writer.isQuiet, "the mark is on its way")
        markJobs.run()
        #expect(writer.isQuiet)
        writer.record(try row(.asr))
        markJobs.run()
        #expect(!writer.isQuiet, "the row is on its way")
        jobs.run()
        #expect(writer.isQuiet)
    }

    // MARK: Marks

    @Test(arguments: [true, false])
    func `ledger and marks are read at the same time, and marked rows are written whichever answers first`(
        isLedgerFirst: Bool
    ) throws {
        let (ledger, markJobs) = (InMemoryLedger(), HeldJobs())
        #expect(marks.save(try row(.isha)) == nil)
        let writer = writer(ledger, markJobs: markJobs)
        for _ in 0..<2 { writer.load(since: .first, now: one) }
        for each in isLedgerFirst ? [jobs, jobs, markJobs] : [markJobs, jobs] { each.run() }
        jobs.run()
        #expect(try rows(ledger).count == 1)
        #expect(told("found").count == 1)
        removeMarks(writer, jobs, markJobs)
        #expect(marks.load().isEmpty && writer.isQuiet)
    }

    @Test func `a marked row is written at once, though the marks answer before the ledger is asked`() throws {
        let ledger = InMemoryLedger()
        #expect(marks.save(try row(.isha)) == nil)
        writer(ledger).load(since: .first, now: one)
        for _ in 0..<2 { jobs.run() }
        #expect(try rows(ledger).count == 1)
    }

    @Test func `a late mark is removed when it is due, and a row that is not written keeps its mark`() throws {
        let (ledger, markJobs) = (LedgerOnADisk.inMemory(), HeldJobs())
        let writer = writer(ledger, markJobs: markJobs)
        // The ledger is faster than the mark.
        record(try row(.dhuhr, .started), writer)
        removeMarks(writer, jobs, markJobs)
        #expect(marks.load().isEmpty)
        // The earlier row is written, the last one is not.
        record(try row(.asr, .started), writer)
        ledger.fail(.unwritable)
        record(try row(.asr), writer)
        removeMarks(writer, jobs, markJobs)
        #expect(marks.load().map(\.state) == [.completed])
        #expect(!told("unsaved").isEmpty)
        ledger.fail(nil)
        removeMarks(writer, jobs, markJobs)
        #expect(marks.load().isEmpty && writer.isQuiet)
    }

    @Test func `a row that could not be marked either is reported so`() throws {
        let (ledger, writer) = watched()
        ledger.disk.fail(.unwritable)
        marks.refuses = true
        writer.record(try row(.dhuhr))
        marks.refuses = false
        record(try row(.asr), writer)
        #expect(told("unsaved").map { $0.hasSuffix("isMarked: true)") } == [false, true])
    }

    // MARK: A ledger that replaces another

    @Test func `waiting rows are written to the ledger that replaces another`() throws {
        let (full, other) = (LedgerOnADisk.inMemory(), InMemoryLedger())
        full.fail(.unwritable)
        let writer = writer(full)
        record(try row(.dhuhr), writer)
        writer.move(to: other, perform: nil)
        record(try row(.asr), writer)
        #expect(try rows(other).count == 2)
    }

    @Test func `a ledger whose disk hangs delays neither its replacement nor a stop`() throws {
        let (hanging, other, free) = (InMemoryLedger(), InMemoryLedger(), HeldJobs())
        let writer = writer(hanging)
        writer.record(try row(.dhuhr))
        writer.load(since: .first, now: one)
        writer.move(to: other, perform: free.queue)
        writer.restore(LedgerCache(entries: [try row(.dhuhr)]))
        writer.load(since: .first, now: one)
        free.run()
        #expect(try rows(other) == [.adhan(.dhuhr)])
        // Jobs still queued on the thread that hangs are ignored.
        jobs.run()
        #expect(try rows(hanging).isEmpty)
        free.run()
        #expect(writer.isQuiet && told("ledgerLoaded").contains { $0.hasSuffix("problem: nil)") })
    }

    @Test func `a ledger that hung and answers again takes no rows of its replacement`() throws {
        let (hanging, writer) = watched()
        let (full, free) = (LedgerOnADisk.inMemory(), HeldJobs())
        full.fail(.unwritable)
        let (dhuhr, asr) = (try row(.dhuhr), try row(.asr))
        writer.record(dhuhr)
        hanging.meanwhile(.reopen) {
            writer.move(to: full, perform: free.queue)
            writer.restore(LedgerCache(entries: [dhuhr]))
            writer.record(asr)
            free.run()
        }
        jobs.run()
        #expect(try rows(hanging).isEmpty && writer.isQuiet)
        removeMarks(writer, free)
        #expect(marks.load().count == 2, "no ledger has them")
        full.fail(nil)
        writer.retry()
        free.run()
        #expect(try rows(full).count == 2)
        removeMarks(writer, free)
        #expect(marks.load().isEmpty && writer.isQuiet)
    }

    @Test func `a row that the earlier ledger has written is written to its replacement, and marked until then`() throws
    {
        let (full, free) = (LedgerOnADisk.inMemory(), HeldJobs())
        let writer = writer(InMemoryLedger())
        record(try row(.dhuhr), writer)
        for fault in [LedgerOnADisk.Fault.unwritable, nil] {
            full.fail(fault)
            if fault != nil { writer.move(to: full, perform: free.queue) }
            writer.restore(LedgerCache(entries: [try row(.dhuhr)]))
            free.run()
            removeMarks(writer, free)
            #expect(marks.load().count == (fault == nil ? 0 : 1))
        }
        #expect(try rows(full).count == 1)
    }

    @Test func `what waits for a ledger that hangs delays neither reads nor rows of its replacement`() throws {
        let (full, other, free) = (LedgerOnADisk.inMemory(), InMemoryLedger(), HeldJobs())
        full.fail(.unwritable)
        let writer = writer(full)
        record(try row(.dhuhr), writer)
        // From here on its disk hangs: its jobs are not run.
        writer.retry()
        while writer.read({ _ in }) {}
        writer.move(to: other, perform: free.queue)
        let isRead = Mutex(false)
        #expect(writer.read { _ in isRead.withLock { $0 = true } })
        writer.retry()
        free.run()
        #expect(isRead.withLock { $0 })
        #expect(try rows(other).count == 1)
        // Late reads of the old ledger do not count here.
        for _ in 0..<16 { #expect(writer.read { _ in }) }
        jobs.run()
        #expect(!writer.read { _ in })
        free.run()
        #expect(writer.isQuiet)
    }

    @Test func `a file that is replaced while a row is written gets that row`() throws {
        let (ledger, writer) = watched()
        ledger.meanwhile(.record) {
            ledger.disk.fail(.unwritable)
            ledger.isReplaced.store(true, ordering: .relaxed)
            ledger.meanwhile(.reopen) { ledger.disk.fail(nil) }
        }
        record(try row(.dhuhr), writer)
        #expect(try rows(ledger).count == 1)
        #expect(told("replaced").first == "replaced(\"another file\")" && told("recorded").count == 1)
    }
}
