import AdhanTestSupport
import Dispatch
import Foundation
import Synchronization
import Testing

@testable import AdhanSupport

@Suite struct ThreadPoolTests {
    /// A machine whose threads are counted, and may run out.
    private final class Machine: Sendable {
        private struct State {
            var left = 100
            var made = 0
            var running = 0
        }

        private let state = Mutex(State())

        var made: Int { state.withLock(\.made) }
        var running: Int { state.withLock(\.running) }

        /// - Parameter left: how many more threads can be made.
        func has(_ left: Int) { state.withLock { $0.left = left } }

        func start(_ body: @escaping @Sendable () -> Void) throws(SystemFault) {
            let isLeft = state.withLock { state in
                guard state.left > 0 else { return false }
                (state.left, state.made, state.running) = (state.left - 1, state.made + 1, state.running + 1)
                return true
            }
            guard isLeft else { throw SystemFault("pthread_create", EAGAIN) }
            try SystemThread {
                body()
                self.state.withLock { $0.running -= 1 }
            }.detach()
        }

        func pool(atMost limit: Int) -> ThreadPool {
            ThreadPool("pool", atMost: limit) { body throws(SystemFault) in try self.start(body) }
        }
    }

    /// Jobs that hang until they are let go.
    private final class Hang: Sendable {
        private let begun = Atomic(0)
        private let back = DispatchSemaphore(value: 0)

        var count: Int { begun.load(ordering: .sequentiallyConsistent) }

        func run() {
            begun.add(1, ordering: .sequentiallyConsistent)
            back.wait()
        }

        func end(_ count: Int = 1) { for _ in 0..<count { back.signal() } }
    }

    private final class Done: Sendable {
        private let names = Mutex<[String]>([])

        var all: [String] { names.withLock { $0 } }
        func note(_ name: String) { names.withLock { $0.append(name) } }
    }

    private let machine = Machine()
    private let hang = Hang()
    private let done = Done()

    /// Jobs that hang, and whether they have all begun.
    private func hangs(_ count: Int = 1, on pool: ThreadPool) -> Bool {
        for _ in 0..<count { pool.perform("hangs") { [hang] in hang.run() } }
        return eventually { hang.count == count }
    }

    private func perform(_ name: String, on pool: ThreadPool, isUrgent: Bool = false) {
        pool.perform(name, isUrgent: isUrgent) { [done] in done.note(name) }
    }

    @Test func `a job waits for none that hangs, and threads beyond the kept ones end`() throws {
        let pool = machine.pool(atMost: 10)
        try pool.keep(2)
        #expect(pool.threads.all == 2)
        for hanging in 1...5 {
            pool.perform("hangs") { [hang] in hang.run() }
            perform("job", on: pool)
            #expect(eventually { hang.count == hanging && done.all.count == hanging })
        }
        #expect(pool.threads.all >= 5)
        hang.end(5)
        #expect(eventually { pool.threads == (2, 2) && machine.running == 2 })
        // They are used again.
        let made = machine.made
        perform("job", on: pool)
        #expect(eventually { done.all.count == 6 } && machine.made == made)
    }

    @Test func `jobs that wait at the same time each get a thread, also behind those that hang`() throws {
        let pool = machine.pool(atMost: 50)
        try pool.keep(2)
        #expect(hangs(20, on: pool) && eventually { pool.threads == (20, 0) })
        hang.end(20)
        #expect(eventually { pool.threads == (2, 2) })
    }

    @Test func `at the bound only an urgent job gets a thread, and it goes before those that wait`() throws {
        let pool = machine.pool(atMost: 2)
        #expect(hangs(2, on: pool))
        perform("first", on: pool)
        perform("second", on: pool)
        #expect(pool.threads == (2, 0))
        machine.has(0)
        perform("urgent", on: pool, isUrgent: true)
        #expect(pool.threads == (2, 0) && done.all.isEmpty)
        machine.has(1)
        perform("urgent too", on: pool, isUrgent: true)
        #expect(eventually { done.all.count == 4 } && done.all == ["urgent", "urgent too", "first", "second"])
        hang.end(2)
        #expect(eventually { pool.threads == (0, 0) })
    }

    @Test func `without a thread left, the kept one does all jobs in turn`() throws {
        let pool = machine.pool(atMost: 10)
        try pool.keep(1)
        machine.has(0)
        #expect(hangs(on: pool))
        for number in 1...5 { perform("\(number)", on: pool) }
        #expect(pool.threads == (1, 0) && done.all.isEmpty)
        hang.end()
        #expect(eventually { done.all == ["1", "2", "3", "4", "5"] })
        #expect(throws: SystemFault.self) { try pool.keep(2) }
        #expect(pool.threads.all == 1)
    }

    @Test func `a job that waits for want of a thread gets one as soon as there is one again`() throws {
        let pool = machine.pool(atMost: 10)
        try pool.keep(1)
        #expect(hangs(on: pool))
        machine.has(0)
        perform("first", on: pool)
        machine.has(1)
        perform("second", on: pool)
        #expect(eventually { done.all.sorted() == ["first", "second"] })
        hang.end()
    }

    @Test func `an idle thread takes the job that came while another could not be made`() throws {
        let (asked, answer) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let kept = Atomic(false)
        let pool = ThreadPool("pool", atMost: 10) { body throws(SystemFault) in
            guard kept.exchange(true, ordering: .sequentiallyConsistent) else { return try SystemThread(body).detach() }
            asked.signal()
            answer.wait()
            throw SystemFault("pthread_create", EAGAIN)
        }
        try pool.keep(1)
        #expect(eventually { pool.threads.idle == 1 } && hangs(on: pool))
        let asking = try SystemThread { [done] in pool.perform("first") { done.note("first") } }
        asked.wait()
        hang.end()
        #expect(eventually { done.all == ["first"] && pool.threads.idle == 1 })
        perform("second", on: pool)
        answer.signal()
        #expect(eventually { done.all == ["first", "second"] })
        asking.join()
    }

    @Test func `a thread bears the name of its job, and that of the pool while it is idle`() throws {
        let pool = ThreadPool("pool of swimmers", atMost: 1)
        try pool.keep(1)
        func isThread(_ name: String) throws -> Bool {
            try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").contains { thread in
                // Another thread may end meanwhile.
                (try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)) == name + "\n"
            }
        }
        #expect(try eventually { try isThread("pool of swimmer") })
        pool.perform("the first swim") { [hang] in hang.run() }
        #expect(try eventually { hang.count == 1 } && isThread("the first swim") && !isThread("pool of swimmer"))
        hang.end()
        #expect(try eventually { try isThread("pool of swimmer") && !isThread("the first swim") })
    }

    @Test func `queued jobs are run after the pool is closed, and then its threads end`() throws {
        let pool = machine.pool(atMost: 2)
        try pool.keep(2)
        #expect(hangs(2, on: pool))
        for number in 1...3 { perform("\(number)", on: pool) }
        pool.close()
        #expect(done.all.isEmpty && machine.running == 2)
        hang.end(2)
        #expect(eventually { done.all.sorted() == ["1", "2", "3"] && machine.running == 0 })
        // Also those that are idle by then.
        try pool.keep(2)
        #expect(eventually { pool.threads.idle == 2 })
        pool.close()
        #expect(eventually { machine.running == 0 })
    }
}
