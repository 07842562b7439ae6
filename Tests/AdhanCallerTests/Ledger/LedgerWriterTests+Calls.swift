import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

@testable import AdhanCaller

/// What the ledger's disk is asked for, and what happens while it works.
extension LedgerWriterTests {
    private func load(_ writer: LedgerWriter) { writer.load(since: .first, now: one) }

    @Test func `a disk that hangs for days gets one retry and one read in its queue`() throws {
        let writer = writer(InMemoryLedger(), markJobs: HeldJobs())
        for _ in 0..<3 {
            writer.retry()
            load(writer)
        }
        #expect(jobs.count == 2)
        for _ in 0..<2 { jobs.run() }
        writer.retry()
        load(writer)
        #expect(jobs.count == 2)
    }

    @Test func `the first start is written once, and a full disk is asked once for each row`() throws {
        let (ledger, writer) = watched()
        writer.record(LedgerOrigin(firstStart: try .utc("2026-11-21", 11)))
        jobs.run()
        writer.retry()
        jobs.run()
        #expect(ledger.calls.count { $0 == .origin } == 1)
        #expect(try ledger.disk.load(since: .first, now: one).origin.firstStart != nil)
        ledger.disk.fail(.unwritable)
        writer.record(try row(.dhuhr))
        jobs.run()
        #expect(ledger.calls.count { $0 == .record } == 1)
    }

    /// What is asked, while another ledger replaces it; it has no answer.
    @Test(arguments: [WatchedLedger.Call.load, .record, .reopen], [nil, LedgerOnADisk.Fault.unwritable, .unreadable])
    func `a ledger that is replaced while it works reports neither rows nor a fault`(
        call: WatchedLedger.Call,
        fault: LedgerOnADisk.Fault?
    ) throws {
        let (ledger, writer) = watched()
        ledger.disk.fail(fault)
        ledger.isReplaced.store(call == .reopen, ordering: .relaxed)
        ledger.meanwhile(call) { writer.move(to: InMemoryLedger(), perform: { _ in }) }
        switch call {
        case .load: load(writer)
        case .record: writer.record(try row(.dhuhr))
        default: writer.retry()
        }
        jobs.run()
        #expect(told("ledgerLoaded", "recorded", "unsaved", "replaced").isEmpty)
    }

    @Test(arguments: [("2026-10-21", 0), ("2026-11-21", 1), ("2026-11-22", 1)])
    func `asked for other days while it reads, the ledger's answer counts unless they are earlier`(
        other: String,
        answers: Int
    ) throws {
        let (ledger, writer) = watched()
        let (date, moment) = (try CivilDate(other), one)
        ledger.meanwhile(.load) { writer.load(since: date, now: moment) }
        writer.load(since: try CivilDate("2026-11-21"), now: moment)
        jobs.run()
        #expect(told("ledgerLoaded").count == answers)
        for _ in 0..<2 { jobs.run() }
        #expect(told("ledgerLoaded").count == answers + 1)
    }

    @Test func `a waiting row that goes to a ledger which is replaced meanwhile is not reported as saved`() throws {
        let (other, free) = (InMemoryLedger(), HeldJobs())
        let (ledger, writer) = watched()
        ledger.disk.fail(.unwritable)
        writer.record(try row(.dhuhr))
        jobs.run()
        ledger.disk.fail(nil)
        ledger.meanwhile(.record) { writer.move(to: other, perform: free.queue) }
        writer.retry()
        jobs.run()
        #expect(told("saved").isEmpty)
        writer.retry()
        free.run()
        #expect(told("saved") == ["saved(rows: 1)"])
        #expect(try rows(other).count == 1)
    }

    @Test func `a disk that has room again does not get the end of an adhan before its beginning`() throws {
        let (ledger, writer) = watched()
        ledger.disk.fail(.unwritable)
        writer.record(try row(.dhuhr, .started))
        jobs.run()
        // There is room after the beginning was refused once more.
        ledger.meanwhile(.reopen) { ledger.meanwhile(.reopen) { ledger.disk.fail(nil) } }
        writer.record(try row(.dhuhr, .completed))
        jobs.run()
        writer.retry()
        jobs.run()
        #expect(try ledger.disk.entries(.first..<(.last)).map(\.state) == [.completed])
        #expect(told("refused").isEmpty)
    }

    @Test func `a ledger is closed when another replaces it, and at the end`() throws {
        let (before, after) = (WatchedLedger(), WatchedLedger())
        let writer = writer(before)
        writer.retry()
        writer.move(to: after, perform: nil)
        jobs.run()
        #expect(before.calls == [.close] && after.calls.isEmpty)
        #expect(before.looks == 0, "its disk may hang, so what was queued for it is skipped")
        writer.close()
        jobs.run()
        #expect(after.calls == [.close])
    }

    @Test func `a ledger that replaces another gets rows and origin at once, and marks are removed`() throws {
        let other = InMemoryLedger()
        let writer = writer(InMemoryLedger())
        writer.record(try row(.dhuhr))
        jobs.run()
        writer.move(to: other, perform: nil)
        let origin = LedgerOrigin(firstStart: try .utc("2026-11-21", 11), movedAt: try .utc("2026-11-21", 10))
        writer.restore(LedgerCache(origin: origin, entries: [try row(.dhuhr)]))
        jobs.run()
        let memory = try other.load(since: .first, now: one)
        #expect(memory.origin == origin && memory.rows.count == 1)
        removeMarks(writer)
        #expect(marks.load().isEmpty)
    }

    @Test func `a ledger that is replaced while it gets rows back gets no more of them`() throws {
        let (ledger, writer) = watched()
        ledger.meanwhile(.record) { writer.move(to: InMemoryLedger(), perform: { _ in }) }
        writer.restore(LedgerCache(entries: [try row(.dhuhr), try row(.asr)]))
        for _ in 0..<2 { jobs.run() }
        #expect(ledger.calls == [.record, .close])
    }

    @Test func `a ledger is read from the file that is in its place now`() throws {
        let ledger = WatchedLedger()
        ledger.isReplaced.store(true, ordering: .relaxed)
        load(writer(ledger, markJobs: HeldJobs()))
        jobs.run()
        #expect(told("replaced", "ledgerLoaded").map { $0.prefix(6) } == ["replac", "ledger"])
    }

    @Test func `a file that cannot be made again is reported by the ledger in use only`() throws {
        let (ledger, writer) = watched()
        ledger.isLost.store(true, ordering: .relaxed)
        writer.retry()
        jobs.run()
        #expect(told("lost").count == 1)
        ledger.meanwhile(.reopen) { writer.move(to: InMemoryLedger(), perform: { _ in }) }
        writer.retry()
        jobs.run()
        #expect(told("lost").count == 1)
    }

    @Test(arguments: [true, false])
    func `a mark stays where another file is in the place of the ledger, or none can be made`(isReplaced: Bool) throws {
        let (ledger, writer) = watched()
        writer.record(try row(.dhuhr))
        jobs.run()
        ledger.isReplaced.store(isReplaced, ordering: .relaxed)
        ledger.isLost.store(!isReplaced, ordering: .relaxed)
        removeMarks(writer)
        #expect(marks.load().count == 1)
        ledger.isReplaced.store(false, ordering: .relaxed)
        ledger.isLost.store(false, ordering: .relaxed)
        writer.restore(LedgerCache(entries: [try row(.dhuhr)]))
        removeMarks(writer)
        #expect(marks.load().isEmpty)
    }
}

/// A ledger that notes what it is asked for, and lets something happen in the middle of it.
final class WatchedLedger: Ledger {
    enum Call: Sendable { case load, origin, record, reopen, close }

    let disk = LedgerOnADisk.inMemory()
    /// Whether its file is gone and no new one can be made.
    let isLost = Atomic(false)
    /// Whether another file is found in its place.
    let isReplaced = Atomic(false)
    private let state = Mutex((calls: [Call](), meanwhile: [Call: @Sendable () -> Void]()))

    /// All but the looks for another file.
    var calls: [Call] { state.withLock(\.calls).filter { $0 != .reopen } }

    /// How often it was looked for another file.
    var looks: Int { state.withLock(\.calls).count { $0 == .reopen } }

    /// Runs it once, during the next such call.
    func meanwhile(_ call: Call, _ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.meanwhile[call] = body }
    }

    private func note(_ call: Call) {
        let body = state.withLock { state in
            state.calls.append(call)
            return state.meanwhile.removeValue(forKey: call)
        }
        body?()
    }

    func load(since: CivilDate, now: Instant) throws(LedgerError) -> LedgerCache {
        note(.load)
        return try disk.load(since: since, now: now)
    }

    func record(_ origin: LedgerOrigin) throws(LedgerError) {
        note(.origin)
        try disk.record(origin)
    }

    func record(_ entry: LedgerEntry) throws(LedgerError) {
        note(.record)
        try disk.record(entry)
    }

    func record(_ change: SettingChange) throws(LedgerError) { try disk.record(change) }
    func changes(limit: Int) throws(LedgerError) -> [SettingChange] { try disk.changes(limit: limit) }

    func reopenIfReplaced() throws(LedgerError) -> String? {
        note(.reopen)
        guard !isLost.load(ordering: .relaxed) else { throw .unwritable(file: "disk", reason: "it was unplugged") }
        return isReplaced.load(ordering: .relaxed) ? "another file" : nil
    }

    func close() { note(.close) }

    func rows(_ dates: Range<CivilDate>, limit: Int) throws(LedgerError) -> LedgerRows {
        try disk.rows(dates, limit: limit)
    }
}
