import AdhanTestSupport
import Dispatch
import Glibc
import Synchronization
import Testing

@testable import AdhanSystem

@Suite struct WorkerPoolTests {
    @Test func `a job waits for none that hangs, until there are as many threads as may be`() throws {
        let pool = try WorkerPool("pool", atMost: 3)
        let threads = Mutex<Set<pthread_t>>([])
        let back = DispatchSemaphore(value: 0)
        func hang() {
            pool.perform {
                threads.withLock { _ = $0.insert(pthread_self()) }
                back.wait()
                back.signal()
            }
        }
        let done = Atomic(0)
        for hanging in 1...3 {
            pool.perform { done.wrappingAdd(1, ordering: .relaxed) }
            #expect(eventually { done.load(ordering: .relaxed) == hanging })
            hang()
            #expect(eventually { threads.withLock { $0.count == hanging } })
        }
        for _ in 1...20 { pool.perform { done.wrappingAdd(1, ordering: .relaxed) } }
        #expect(done.load(ordering: .relaxed) == 3)
        back.signal()
        #expect(eventually { done.load(ordering: .relaxed) == 23 })
        #expect(threads.withLock { $0.count } == 3)
    }

    @Test func `one thread does what one thread can`() throws {
        let pool = try WorkerPool("pool", atMost: 3)
        let threads = Mutex<[pthread_t]>([])
        for job in 1...5 {
            pool.perform { threads.withLock { $0.append(pthread_self()) } }
            #expect(eventually { threads.withLock { $0.count == job } && pool.isIdle })
        }
        #expect(Set(threads.withLock { $0 }).count == 1)
    }
}

extension WorkerPool {
    fileprivate var isIdle: Bool { workers.withLock { $0.allSatisfy { $0.unfinished == 0 } } }
}
