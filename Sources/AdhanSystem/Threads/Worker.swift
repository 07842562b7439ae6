import CLinux
import Dispatch
import Synchronization

/// A thread with a queue of jobs, which it does one after another.
///
/// What may block is done by a worker. The thread is made with the worker and kept: a Dispatch queue looks for a thread each time it
/// is given a job, and where the machine has none left, it makes the caller wait.
package final class Worker: Sendable {
    package typealias Job = @Sendable () -> Void

    /// What the thread shares with its owner; it outlives the owner where a job never returns.
    private final class Queue: Sendable {
        struct State {
            var jobs: [Job] = []
            /// Jobs that were taken and have not ended, among them the one that runs.
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
    ///   - name: what the thread is called in `ps -L`; its first 15 bytes count.
    ///   - limit: how many jobs it takes before the first of them has ended.
    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(_ name: String, limit: Int = 1000) throws(SystemFault) {
        self.limit = limit
        let thread = try SystemThread { [queue] in
            adhand_name_thread(name)
            queue.work()
        }
        thread.detach()
    }

    /// The jobs that were taken are still done.
    deinit {
        queue.state.withLock { $0.isClosed = true }
        queue.arrived.signal()
    }

    /// How many jobs it has that have not ended.
    package var unfinished: Int { queue.state.withLock(\.unfinished) }

    /// Takes a job; returns at once.
    ///
    /// - Returns: false where so many jobs wait that this one is not done.
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

    /// Waits until everything that was taken so far is done.
    ///
    /// - Returns: false where that takes longer than the limit.
    @discardableResult
    package func finish(within limit: Duration) -> Bool {
        let pending = Pending(1)
        guard perform({ pending.leave() }) else { return false }
        return pending.wait(within: limit)
    }
}
