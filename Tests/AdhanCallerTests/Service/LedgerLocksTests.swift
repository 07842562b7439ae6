import AdhanCore
import AdhanLedger
import AdhanTestSupport
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import AdhanCaller
@testable import AdhanSupport

/// One ledger has one lock, whatever its name in the config.
@Suite struct LedgerLocksTests {
    private let directory: TestDirectory
    private let disk: String
    private var file: String { disk + "/ledger.sqlite" }

    init() throws {
        directory = try TestDirectory()
        disk = directory.file("disk")
        #expect(mkdir(disk, 0o700) == 0)
        #expect(symlink(disk, directory.file("folder")) == 0)
        #expect(symlink("disk/ledger.sqlite", directory.file("link")) == 0)
        #expect(symlink("link", directory.file("link to a link")) == 0)
    }

    private func locks(_ log: RecordedLog = RecordedLog()) -> LedgerLocks { LedgerLocks(log: log.logger) }

    @Test(
        arguments: ["link", "link to a link", "folder/ledger.sqlite", "disk/../folder/./ledger.sqlite"],
        [true, false]
    )
    func `a ledger known by a link has the lock of the file`(name: String, isThere: Bool) throws {
        if isThere { try directory.write([], to: "disk/ledger.sqlite") }
        let first = locks()
        try first.acquire(file)
        let held = LockFault.held(path: LedgerPath.resolved(disk) + "/ledger.sqlite.lock")
        #expect(throws: held) { try locks().acquire(directory.file(name)) }
        // The same process, after a reload.
        try first.acquire(directory.file(name))
        withExtendedLifetime(first) {}
    }

    @Test func `a link that leads nowhere is still a path`() throws {
        #expect(symlink("round", directory.file("round")) == 0)
        #expect(LedgerPath.resolved(directory.file("round")).hasSuffix("round"))
        #expect(LedgerPath.resolved("ledger.sqlite").hasSuffix("/ledger.sqlite"))
        #expect(LedgerPath.resolved("/ledger-that-is-not-there") == "/ledger-that-is-not-there")
        #expect(LedgerPath.resolved("/nowhere/ledger") == "/nowhere/ledger")
    }

    @Test func `a second name on the disk is the same ledger, with a warning`() throws {
        try directory.write([], to: "disk/ledger.sqlite")
        let (log, twin) = (RecordedLog(), directory.file("twin"))
        let first = locks(log)
        try first.acquire(file)
        #expect(log.lines.isEmpty)
        #expect(link(file, twin) == 0)
        let fault = #expect(throws: LockFault.self) { try locks(log).acquire(twin) }
        #expect(fault?.description.contains("another process writes to it, perhaps by another path") == true)
        #expect(log.lines.count == 1)
        let line = log.lines.first ?? ""
        #expect(line.hasPrefix("warning: ") && line.contains("has 2 names (hard links)"))
        // The same process, with a config that has the other name.
        try first.acquire(twin)
        try first.acquire(twin)
        #expect(log.lines.count == 2)
        withExtendedLifetime(first) {}
    }

    @Test func `with a lock's folder that hangs twice the process does not find its own lock taken`() throws {
        try directory.write([], to: "disk/ledger.sqlite")
        #expect(link(file, directory.file("twin")) == 0)
        let begun = Atomic(0)
        let attempts = Atomic(0)
        let comesBack = DispatchSemaphore(value: 0)
        let locks = LedgerLocks(log: RecordedLog().logger) { path throws(LockFault) in
            begun.wrappingAdd(1, ordering: .relaxed)
            comesBack.wait()
            comesBack.signal()
            return try LockFile(path)
        }
        let faults = Mutex<[String]>([])
        let ended = DispatchGroup()
        for name in ["disk/ledger.sqlite", "link", "twin", "twin"] {
            DispatchQueue(label: name).async(group: ended) { [directory] in
                attempts.wrappingAdd(1, ordering: .relaxed)
                do {
                    try locks.acquire(directory.file(name))
                } catch {
                    faults.withLock { $0.append("\(error)") }
                }
            }
        }
        #expect(eventually { attempts.load(ordering: .relaxed) == 4 && begun.load(ordering: .relaxed) >= 2 })
        // Those that do not wait for another succeed.
        _ = eventually(within: .milliseconds(200)) { begun.load(ordering: .relaxed) == 4 }
        comesBack.signal()
        #expect(ended.wait(timeout: .now() + 20) == .success)
        #expect(faults.withLock { $0 }.isEmpty)
        withExtendedLifetime(locks) {}
    }

    @Test func `a ledger that is made later, or replaced, is locked when it is opened`() throws {
        let twin = directory.file("twin")
        let mine = locks()
        try mine.acquire(file)
        #expect(access(file, F_OK) != 0)
        let opened = Atomic(0)
        let ledger = SQLiteLedger(file: file) { [file] in
            opened.wrappingAdd(1, ordering: .relaxed)
            return (try? mine.acquireOpened(file)) == true  // reason: the next line checks the lock
        }
        try ledger.record(LedgerOrigin(firstStart: Instant(seconds: 1)))
        for times in 1...3 {
            #expect(opened.load(ordering: .relaxed) == times)
            #expect(link(file, twin) == 0)
            #expect(throws: LockFault.inUse(path: LedgerPath.resolved(twin))) { try locks().acquire(twin) }
            #expect(unlink(twin) == 0 && unlink(file) == 0)
            #expect(try ledger.reopenIfReplaced() != nil)
        }
        // Its rows are still written, and another connection sees SQLite's own locks.
        try ledger.record(LedgerOrigin(firstStart: Instant(seconds: 2)))
        #expect(
            try SQLiteLedger(file: file).load(since: .first, now: Instant(seconds: 3)).origin.firstStart
                == Instant(seconds: 2)
        )
    }

    @Test func `a ledger that another process has is refused each time, and ours as soon as that one has ended`() throws
    {
        try directory.write([], to: "disk/ledger.sqlite")
        #expect(link(file, directory.file("twin")) == 0)
        let (log, inUse) = (RecordedLog(), LockFault.inUse(path: LedgerPath.resolved(file)))
        let mine = locks(log)
        do {
            let theirs = locks()
            try theirs.acquire(directory.file("twin"))
            for _ in 1...2 {
                #expect(throws: inUse) { try mine.acquire(file) }
                #expect(throws: inUse) { try mine.acquireOpened(file) }
            }
            withExtendedLifetime(theirs) {}
        }
        #expect(try mine.acquireOpened(file))
        #expect(throws: LockFault.self) { try locks().acquire(directory.file("twin")) }
        withExtendedLifetime(mine) {}
    }

    @Test func `a ledger that was another's when it was opened is tried again until it is ours`() throws {
        let asked = Atomic(0)
        let ledger = SQLiteLedger(file: file) { asked.wrappingAdd(1, ordering: .relaxed).newValue >= 3 }
        try ledger.record(LedgerOrigin(firstStart: Instant(seconds: 1)))
        for times in [2, 3, 3] {
            #expect(try ledger.reopenIfReplaced() == nil)
            #expect(asked.load(ordering: .relaxed) == times)
        }
    }

    @Test func `a lock beside the ledger that another process has is tried again, too`() throws {
        try directory.write([], to: "disk/ledger.sqlite")
        let mine = locks()
        let path = LedgerPath.resolved(file) + ".lock"
        do {
            let theirs = try LockFile(path)
            #expect(throws: LockFault.held(path: path)) { try mine.acquire(file) }
            #expect(throws: LockFault.held(path: path)) { try mine.acquireOpened(file) }
            withExtendedLifetime(theirs) {}
        }
        #expect(try mine.acquireOpened(file))
        #expect(throws: LockFault.held(path: path)) { try LockFile(path) }
        withExtendedLifetime(mine) {}
    }

    @Test func `a reload releases no file, and costs SQLite none of its locks`() throws {
        let moved = directory.file("moved")
        let mine = locks()
        // reason: it is seen below
        let ledger = SQLiteLedger(file: file) { [file] in (try? mine.acquireOpened(file)) == true }
        try ledger.record(LedgerOrigin(firstStart: Instant(seconds: 1)))
        #expect(rename(file, moved) == 0)
        try directory.write([], to: "disk/ledger.sqlite")
        try mine.acquire(file)
        // The file that the ledger still has open is ours until it opens the other.
        #expect(throws: LockFault.inUse(path: LedgerPath.resolved(moved))) { try locks().acquire(moved) }
        #expect(try ledger.reopenIfReplaced() != nil)
        #expect(throws: Never.self) { try locks().acquire(moved) }
    }

    @Test func `a process that may only read the ledger cannot lock others out`() throws {
        try directory.write([], to: "disk/ledger.sqlite")
        let reader = open(file, O_RDONLY | O_CLOEXEC)
        defer { close(reader) }
        var all = flock()
        all.l_type = Int16(F_RDLCK)
        // F_OFD_SETLK, on every byte.
        #expect(fcntl(reader, 37, &all) == 0)
        let log = RecordedLog()
        let mine = locks(log)
        try mine.acquire(file)
        #expect(
            log.lines.count == 1 && log.lines.first?.contains("a process that only reads it has a lock on it") == true
        )
        withExtendedLifetime(mine) {}
    }
}
