import CLinux
import Dispatch
import Synchronization

/// A thread with a queue of jobs, which it runs one after another.
///
/// Workers do what may block. The thread is made with the worker and kept: a Dispatch queue looks for a thread at each
/// job, and blocks the caller where the machine has none left.
package final class Worker: Sendable {
    package typealias Job = @Sendable () -> Void

    /// Shared by the worker and its thread; it outlives the worker where a job never returns.
    private final class Queue: Sendable {
        struct State {
            var jobs: [Job] = []
            /// Queued jobs, and the one that runs.
            var unfinished = 0
            var isClosed = false
        }

        let state = Mutex(State())
        let arrived = DispatchSemaphore(value: 0)

        func work() {
            while true {
                arrived.wait()
                let (job, isOver) = state.withLock { state in
                    (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isClosed && state.jobs.isEmpty)
                }
                if let job {
                    job()
                    state.withLock { $0.unfinished -= 1 }
                }
                if isOver { return }
            }
        }
    }

    private let queue = Queue()
    private let limit: Int

    /// - Parameters:
    ///   - name: the thread's name in `ps -L`; the first 15 bytes count.
    ///   - limit: the most unfinished jobs.
    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(_ name: String, limit: Int = 1000) throws(SystemFault) {
        self.limit = limit
        let thread = try SystemThread { [queue] in
            adhand_name_thread(name)
            queue.work()
        }
        thread.detach()
    }

    /// Queued jobs are still run.
    deinit {
        queue.state.withLock { $0.isClosed = true }
        queue.arrived.signal()
    }

    /// How many jobs are queued or running.
    package var unfinished: Int { queue.state.withLock(\.unfinished) }

    /// Queues a job; returns at once.
    ///
    /// - Returns: false where the queue is full, so that the job is not run.
    @discardableResult
    package func perform(_ job: @escaping Job) -> Bool {
        let isTaken = queue.state.withLock { state in
            guard state.unfinished < limit else { return false }
            state.unfinished += 1
            state.jobs.append(job)
            return true
        }
        if isTaken { queue.arrived.signal() }
        return isTaken
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
