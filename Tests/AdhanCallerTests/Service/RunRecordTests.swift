import AdhanTestSupport
import Dispatch
import Foundation
import Glibc
import Synchronization
import Testing

@testable import AdhanSupport
@testable import AdhanCaller

/// How a start knows that the box had lost its power.
@Suite struct RunRecordTests {
    private let directory: TestDirectory
    private let record: RunRecord

    init() throws {
        directory = try TestDirectory()
        for folder in ["state", "run"] {
            try FileManager.default.createDirectory(atPath: directory.file(folder), withIntermediateDirectories: true)
        }
        record = RunRecord(state: directory.file("state"), runtime: directory.file("run"))
    }

    private func reboot() throws { try FileManager.default.removeItem(atPath: directory.file("run/boot.json")) }

    @Test func `a shutdown, a crash of the daemon and a stop are no power cut`() throws {
        #expect(try record.begin() == nil)
        try record.end()
        try reboot()
        #expect(try record.begin() == nil)
        // Killed, and started again.
        #expect(try record.begin() == nil)
        try record.end()
        try reboot()
        // A boot without a daemon, and its power cut.
        #expect(try record.begin() == nil)
    }

    @Test func `each power cut has its number, which the boot keeps`() throws {
        #expect(try record.begin() == nil)
        try reboot()
        #expect(try record.begin()?.number == 1)
        #expect(try record.begin()?.number == 1)
        try record.end()
        #expect(try record.begin()?.number == 1)
        try reboot()
        #expect(try record.begin()?.number == 2)
        try record.end()
        try reboot()
        #expect(try record.begin() == nil)
    }

    @Test(arguments: [Int.max, Int.min, -1]) func `a number that nobody wrote stops nothing`(_ cuts: Int) throws {
        try directory.write(Array("{\"isRunning\": true, \"cuts\": \(cuts)}".utf8), to: "state/run.json")
        let number = try #require(try record.begin()?.number)
        #expect((1...1_000_000).contains(number))
    }

    @Test func `a damaged record is replaced, and kept beside the new one`() throws {
        try directory.write(Array("no record".utf8), to: "state/run.json")
        try directory.write(Array("none either".utf8), to: "run/boot.json")
        #expect(try record.begin() == nil)
        try reboot()
        #expect(try record.begin()?.number == 1)
        let kept = TestDirectory.bytes(of: directory.file("state/run.json.damaged"))
        #expect(String(decoding: kept, as: UTF8.self) == "no record")
    }

    @Test func `a disk that refuses is an error`() throws {
        try FileManager.default.removeItem(atPath: directory.file("state"))
        try directory.write([], to: "state")
        #expect(throws: AtomicFile.Fault.self) { try record.begin() }
        #expect(throws: AtomicFile.Fault.self) { try record.end() }
    }
}

/// A start whose own disks hang.
@Suite struct StartupReadsTests {
    private let log = RecordedLog()
    private let limit: Duration = .milliseconds(500)

    @Test func `several disks that hang cost the limit once, and each is reported`() {
        let back = DispatchSemaphore(value: 0)
        let start = BootClock.now()
        let reads = StartupReads(within: limit, log.logger)
        let begun = (1...8).map { number in reads.begin("file \(number)", on: "/hung/start/\(number)") { back.wait() } }
        let quick = reads.begin("another", on: "/quick/start") { 7 }
        for read in begun { #expect(reads.answer(read) == nil) }
        #expect(BootClock.now() - start < limit * 4)
        #expect(reads.answer(quick) == 7)
        let lines = (1...8).map {
            "error: file \($0) (/hung/start/\($0)): the disk has not answered within 0.5 s; the daemon goes on without it"
        }
        #expect(log.lines == lines)
        for _ in begun { back.signal() }
    }

    @Test func `a late answer is reported and passed on, one in time is not`() {
        let back = DispatchSemaphore(value: 0)
        let late = Mutex<[Int]>([])
        let reads = StartupReads(within: limit, log.logger)
        func begin(_ number: Int, _ work: @escaping @Sendable () -> Void) -> StartupReads.Read<Int> {
            reads.begin("file \(number)", on: "/late/start/\(number)") {
                work()
                return number
            } late: { value in
                late.withLock { $0.append(value) }
            }
        }
        let (quick, slow) = (begin(1) {}, begin(2) { back.wait() })
        #expect(reads.answer(quick) == 1 && reads.answer(slow) == nil)
        back.signal()
        #expect(eventually { late.withLock { $0 } == [2] })
        #expect(log.lines.last == "notice: file 2 (/late/start/2): the disk has answered late")
        #expect(log.lines.count == 2)
    }
}

@Suite struct RehearsalFilesTests {
    @Test func `the files of a process that has ended are removed, and those of a running one stay`() throws {
        let directory = try TestDirectory()
        let files = RehearsalFiles(ledger: directory.file("l.sqlite"), runtime: directory.path)
        // The kernel gives no such number.
        let ended = pid_t.max
        for process in [ended, getpid()] {
            for path in [files.ledger(of: process), files.ledger(of: process) + "-journal"] {
                try AtomicFile.replace(path, with: [1])
            }
            try AtomicFile.replace(files.marks(of: process) + "/row", with: [1])
        }
        try AtomicFile.replace(directory.file("l.sqlite"), with: [1])
        files.removeLeftovers()
        let own = getpid()
        let kept = ["l.sqlite", "l.sqlite.rehearsal-\(own)", "l.sqlite.rehearsal-\(own)-journal", "rehearsal-\(own)"]
        #expect(try Folder.allNames(in: directory.path, limit: 20) == kept)
        files.remove(of: own)
        #expect(try Folder.allNames(in: directory.path, limit: 20) == ["l.sqlite"])
    }
}
