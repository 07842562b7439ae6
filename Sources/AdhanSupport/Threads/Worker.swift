import Synchronization

/// A queue of jobs that may block. They run one after another, on a thread of the worker's own or on those of a pool.
package final class Worker: Sendable {
    package typealias Job = ThreadPool.Job

    /// Shared by the worker and the thread that runs its jobs; it outlives the worker where a job never returns.
    private final class Queue: Sendable {
        struct State {
            var jobs: [Job] = []
            /// Queued jobs, and the one that runs.
            var unfinished = 0

            mutating func next() -> Job? { jobs.isEmpty ? nil : jobs.removeFirst() }
        }

        let state = Mutex(State())

        /// Runs jobs until none is left.
        func work() {
            var next = state.withLock { $0.next() }
            while let job = next {
                job()
                // Within one lock, so that `perform` sees whether this thread goes on.
                next = state.withLock { state in
                    state.unfinished -= 1
                    return state.next()
                }
            }
        }
    }

    private let queue = Queue()
    private let name: String
    private let pool: ThreadPool
    private let ownsPool: Bool
    private let limit: Int
    private let isUrgent: Bool

    /// Makes a worker with a thread of its own, which is made now and kept.
    ///
    /// - Parameters:
    ///   - name: the thread's name in `ps -L`; the first 15 bytes count.
    /// - Throws: `SystemFault` where the machine has no thread left.
    package convenience init(_ name: String, limit: Int = 1000) throws(SystemFault) {
        let pool = ThreadPool(name, atMost: 1)
        try pool.keep(1)
        self.init(name, on: pool, ownsPool: true, limit: limit)
    }

    /// Makes a worker whose jobs run on the pool's threads.
    ///
    /// - Parameter isUrgent: whether its jobs go before those of other workers: see `ThreadPool.perform`.
    package convenience init(_ name: String, on pool: ThreadPool, limit: Int = 1000, isUrgent: Bool = false) {
        self.init(name, on: pool, ownsPool: false, limit: limit, isUrgent: isUrgent)
    }

    private init(_ name: String, on pool: ThreadPool, ownsPool: Bool, limit: Int, isUrgent: Bool = false) {
        (self.name, self.pool, self.ownsPool) = (name, pool, ownsPool)
        (self.limit, self.isUrgent) = (limit, isUrgent)
    }

    deinit { if ownsPool { pool.close() } }

    /// How many jobs are queued or running.
    package var unfinished: Int { queue.state.withLock(\.unfinished) }

    /// Queues a job; returns at once. It is run even if the worker is gone by then.
    ///
    /// - Returns: false where the queue is full, so that the job is not run.
    @discardableResult
    package func perform(_ job: @escaping Job) -> Bool {
        let isFirst: Bool? = queue.state.withLock { state in
            guard state.unfinished < limit else { return nil }
            state.unfinished += 1
            state.jobs.append(job)
            return state.unfinished == 1
        }
        // Otherwise the thread that runs the job before goes on with this one.
        if isFirst == true { pool.perform(name, isUrgent: isUrgent) { [queue] in queue.work() } }
        return isFirst != nil
    }

    /// Waits until the jobs queued so far have ended.
    ///
    /// - Returns: false where the limit was reached, or the queue is full.
    @discardableResult
    package func finish(within limit: Duration) -> Bool {
        let group = WaitGroup(1)
        guard perform({ group.leave() }) else { return false }
        return group.wait(within: limit)
    }
}
