import AdhanTestSupport
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import AdhanSupport

@Suite struct WorkerTests {
    private final class Noted: Sendable {
        private let state = Mutex<(numbers: [Int], running: Int, most: Int)>(([], 0, 0))

        var numbers: [Int] { state.withLock(\.numbers) }
        /// How many jobs ran at the same time.
        var most: Int { state.withLock(\.most) }

        func note(_ number: Int) {
            state.withLock { ($0.running, $0.most) = ($0.running + 1, max($0.most, $0.running + 1)) }
            // Another job would run now, if it could.
            sched_yield()
            state.withLock { state in
                state.numbers.append(number)
                state.running -= 1
            }
        }
    }

    private let pool: ThreadPool
    private let back = DispatchSemaphore(value: 0)
    private let done = Noted()

    init() throws {
        pool = ThreadPool("pool", atMost: 10)
        try pool.keep(1)
    }

    @Test func `jobs of a worker run in order, and never two at once`() throws {
        let sharing = (0..<3).map { _ in Worker("on pool", on: pool, limit: 10_000) }
        let workers = try [Worker("own", limit: 10_000)] + sharing
        let found = workers.map { _ in Noted() }
        // Each job is queued while the worker is idle, runs or is about to end.
        for number in 0..<2000 {
            for (worker, found) in zip(workers, found) { worker.perform { found.note(number) } }
        }
        for (worker, found) in zip(workers, found) {
            #expect(worker.finish(within: .seconds(60)) && found.numbers == Array(0..<2000) && found.most == 1)
        }
    }

    @Test func `a worker whose job hangs delays no other, and its next job waits`() {
        let (hung, other) = (Worker("hung", on: pool), Worker("other", on: pool))
        hung.perform { [back] in back.wait() }
        hung.perform { [done] in done.note(2) }
        other.perform { [done] in done.note(1) }
        #expect(other.finish(within: .seconds(20)))
        #expect(done.numbers == [1] && hung.unfinished == 2 && !hung.finish(within: .zero))
        back.signal()
        #expect(eventually { done.numbers == [1, 2] && hung.unfinished == 0 })
    }

    @Test(arguments: [true, false])
    func `a full queue takes no job, and takes one again once another has ended`(isOwn: Bool) throws {
        let worker = isOwn ? try Worker("full", limit: 2) : Worker("full", on: pool, limit: 2)
        let accepted = [worker.perform { [back] in back.wait() }, worker.perform {}, worker.perform {}]
        #expect(accepted == [true, true, false] && !worker.finish(within: .seconds(20)) && worker.unfinished == 2)
        back.signal()
        #expect(eventually { worker.unfinished == 0 } && worker.perform {})
    }

    @Test(arguments: [true, false])
    func `queued jobs are run after their worker is gone`(isOwn: Bool) throws {
        var worker: Worker? = isOwn ? try Worker("gone") : Worker("gone", on: pool)
        worker?.perform { [back] in back.wait() }
        for number in 1...3 { worker?.perform { [done] in done.note(number) } }
        worker = nil
        #expect(done.numbers.isEmpty)
        back.signal()
        #expect(eventually { done.numbers == [1, 2, 3] })
    }
}
