@testable import AdhanCaller
import AdhanSupport
import AdhanTestSupport
import Dispatch
import Synchronization
import Testing

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
