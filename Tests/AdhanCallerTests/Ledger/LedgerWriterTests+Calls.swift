import AdhanCore
import AdhanTestSupport
import Synchronization
import Testing

@testable import AdhanCaller

/// What the ledger's disk is asked for, and what happens while it works.
extension LedgerWriterTests {
    private func words(_ pick: (LedgerAnswer) -> String?) -> [String] {
        answers.all.withLock { $0.compactMap(pick) }
    }

    private func load(_ writer: LedgerWriter) throws {
        writer.load(since: .first, now: try .utc("2026-11-21", 13))
    }

    @Test func `a disk that hangs for days gets one retry and one read in its queue`() throws {
        let writer = writer(InMemoryLedger(), markJobs: HeldJobs())
        for _ in 0..<3 {
            writer.retry()
            try load(writer)
        }
        #expect(jobs.count == 2)
        jobs.run()
        jobs.run()
        writer.retry()
        try load(writer)
        #expect(jobs.count == 2)
    }

    @Test func `the first start is written once, not at every attempt`() throws {
        let ledger = WatchedLedger()
        let writer = writer(ledger)
        writer.record(LedgerOrigin(firstStart: try .utc("2026-11-21", 11)))
        jobs.run()
        writer.retry()
        jobs.run()
        #expect(ledger.calls.count { $0 == .origin } == 1)
        #expect(try ledger.disk.load(since: .first, now: .utc("2026-11-21", 13)).origin.firstStart != nil)
    }

    @Test func `a full disk is asked once for each row`() throws {
        let ledger = WatchedLedger()
        let writer = writer(ledger)
        ledger.disk.fail(.unwritable)
        writer.record(try row(.dhuhr))
        jobs.run()
        #expect(ledger.calls.count { $0 == .record } == 1)
    }

    @Test(arguments: [nil, LedgerOnADisk.Fault.unreadable])
    func `a ledger that is replaced while it is read reports neither rows nor a fault`(fault: LedgerOnADisk.Fault?)
        throws
    {
        let ledger = WatchedLedger()
        let writer = writer(ledger)
        ledger.disk.fail(fault)
        ledger.meanwhile(.load) { writer.move(to: InMemoryLedger(), perform: { _ in }) }
        try load(writer)
        jobs.run()
        #expect(words { if case .ledgerLoaded = $0 { "loaded" } else { nil } }.isEmpty)
    }

    @Test(arguments: [("2026-10-21", 0), ("2026-11-21", 1), ("2026-11-22", 1)])
    func `asked for other days while it reads, the ledger's answer counts unless they are earlier`(
        other: String,
        answers: Int
    ) throws {
        let ledger = WatchedLedger()
        let (writer, date, moment) = (writer(ledger), try CivilDate(other), try Instant.utc("2026-11-21", 13))
        ledger.meanwhile(.load) { writer.load(since: date, now: moment) }
        writer.load(since: try CivilDate("2026-11-21"), now: moment)
        jobs.run()
        let loads = { words { if case .ledgerLoaded = $0 { "loaded" } else { nil } }.count }
        #expect(loads() == answers)
        for _ in 0..<2 { jobs.run() }
        #expect(loads() == answers + 1)
    }

    @Test func `a waiting row that goes to a ledger which is replaced meanwhile is not reported as saved`() throws {
        let (ledger, other, free) = (WatchedLedger(), InMemoryLedger(), HeldJobs())
        let writer = writer(ledger)
        ledger.disk.fail(.unwritable)
        writer.record(try row(.dhuhr))
        jobs.run()
        ledger.disk.fail(nil)
        ledger.meanwhile(.record) { writer.move(to: other, perform: free.queue) }
        writer.retry()
        jobs.run()
        #expect(words { if case .saved = $0 { "saved" } else { nil } }.isEmpty)
        writer.retry()
        free.run()
        #expect(words { if case .saved(let rows) = $0 { "\(rows)" } else { nil } } == ["1"])
        #expect(try other.entries(.first..<(.last)).count == 1)
    }

    @Test(arguments: [nil, LedgerOnADisk.Fault.unwritable])
    func `a row given to a ledger that is replaced meanwhile has no answer from it`(
        fault: LedgerOnADisk.Fault?
    ) throws {
        let ledger = WatchedLedger()
        let writer = writer(ledger)
        ledger.disk.fail(fault)
        ledger.meanwhile(.record) { writer.move(to: InMemoryLedger(), perform: { _ in }) }
        writer.record(try row(.dhuhr))
        jobs.run()
        let told = words { answer in
            switch answer {
            case .recorded: "recorded"
            case .unsaved: "unsaved"
            default: nil
            }
        }
        #expect(told.isEmpty)
    }

    @Test func `a disk that has room again does not get the end of an adhan before its beginning`() throws {
        let ledger = WatchedLedger()
        let writer = writer(ledger)
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
        #expect(words { if case .refused = $0 { "refused" } else { nil } }.isEmpty)
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
        let (other, moment) = (InMemoryLedger(), try Instant.utc("2026-11-21", 13))
        let writer = writer(InMemoryLedger())
        writer.record(try row(.dhuhr))
        jobs.run()
        writer.move(to: other, perform: nil)
        let origin = LedgerOrigin(firstStart: try .utc("2026-11-21", 11), movedAt: try .utc("2026-11-21", 10))
        writer.restore(LedgerCache(origin: origin, entries: [try row(.dhuhr)]))
        jobs.run()
        let memory = try other.load(since: .first, now: moment)
        #expect(memory.origin == origin)
        #expect(memory.rows.count == 1)
        writer.retry(removingMarksBefore: moment)
        jobs.run()
        #expect(marks.load().isEmpty)
    }

    @Test func `a ledger that is replaced while it gets rows back gets no more of them`() throws {
        let ledger = WatchedLedger()
        let writer = writer(ledger)
        ledger.meanwhile(.record) { writer.move(to: InMemoryLedger(), perform: { _ in }) }
        writer.restore(LedgerCache(entries: [try row(.dhuhr), try row(.asr)]))
        for _ in 0..<2 { jobs.run() }
        #expect(ledger.calls == [.record, .close])
    }

    @Test func `a marked row is written at once, though the marks answer before the ledger is asked`() throws {
        let ledger = InMemoryLedger()
        #expect(marks.save(try row(.isha)) == nil)
        let writer = writer(ledger)
        try load(writer)
        for _ in 0..<2 { jobs.run() }
        #expect(try ledger.entries(.first..<(.last)).count == 1)
    }

    @Test func `a ledger is read from the file that is in its place now`() throws {
        let ledger = WatchedLedger()
        let writer = writer(ledger, markJobs: HeldJobs())
        ledger.isReplaced.store(true, ordering: .relaxed)
        try load(writer)
        jobs.run()
        let told = words { answer in
            switch answer {
            case .replaced: "replaced"
            case .ledgerLoaded: "loaded"
            default: nil
            }
        }
        #expect(told == ["replaced", "loaded"])
    }

    @Test func `a file that was replaced is reported by the ledger in use only`() throws {
        let ledger = WatchedLedger()
        let writer = writer(ledger)
        ledger.isReplaced.store(true, ordering: .relaxed)
        ledger.meanwhile(.reopen) { writer.move(to: InMemoryLedger(), perform: { _ in }) }
        writer.retry()
        jobs.run()
        #expect(words { if case .replaced(let words) = $0 { words } else { nil } }.isEmpty)
    }

    @Test func `a file that cannot be made again is reported by the ledger in use only`() throws {
        let ledger = WatchedLedger()
        let writer = writer(ledger)
        ledger.isLost.store(true, ordering: .relaxed)
        writer.retry()
        jobs.run()
        let lost = { words { if case .lost = $0 { "lost" } else { nil } }.count }
        #expect(lost() == 1)
        ledger.meanwhile(.reopen) { writer.move(to: InMemoryLedger(), perform: { _ in }) }
        writer.retry()
        jobs.run()
        #expect(lost() == 1)
    }

    @Test(arguments: [true, false])
    func `a mark stays where another file is in the place of the ledger, or none can be made`(isReplaced: Bool) throws {
        let ledger = WatchedLedger()
        let writer = writer(ledger)
        writer.record(try row(.dhuhr))
        jobs.run()
        ledger.isReplaced.store(isReplaced, ordering: .relaxed)
        ledger.isLost.store(!isReplaced, ordering: .relaxed)
        writer.retry(removingMarksBefore: try .utc("2026-11-21", 13))
        jobs.run()
        #expect(marks.load().count == 1)
        ledger.isReplaced.store(false, ordering: .relaxed)
        ledger.isLost.store(false, ordering: .relaxed)
        writer.restore(LedgerCache(entries: [try row(.dhuhr)]))
        writer.retry(removingMarksBefore: try .utc("2026-11-21", 13))
        jobs.run()
        #expect(marks.load().isEmpty)
    }

    @Test func `a row that could not be marked either is reported so`() throws {
        let ledger = WatchedLedger()
        let writer = writer(ledger)
        ledger.disk.fail(.unwritable)
        marks.refuses = true
        writer.record(try row(.dhuhr))
        marks.refuses = false
        writer.record(try row(.asr))
        jobs.run()
        let told = words { if case .unsaved(_, _, let isMarked) = $0 { "\(isMarked)" } else { nil } }
        #expect(told == ["false", "true"])
    }

    @Test func `each row and each mark is answered before the writer is quiet`() throws {
        let markJobs = HeldJobs()
        let writer = writer(InMemoryLedger(), markJobs: markJobs)
        #expect(writer.isQuiet)
        writer.record(try row(.dhuhr))
        jobs.run()
        #expect(!writer.isQuiet, "the mark is on its way")
        markJobs.run()
        #expect(writer.isQuiet)
        writer.record(try row(.asr))
        markJobs.run()
        #expect(!writer.isQuiet, "the row is on its way")
        jobs.run()
        #expect(writer.isQuiet)
    }
}

/// A ledger that notes what it is asked for, and lets something happen in the middle of it.
private final class WatchedLedger: Ledger {
    enum Call { case load, origin, record, reopen, close }

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
