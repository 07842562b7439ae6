import CLinux
import Dispatch
import Synchronization

/// Threads that jobs share.
///
/// No job waits behind one that hangs: where jobs wait and no thread is idle, the pool makes another thread, up to a
/// bound. That thread ends as soon as no job waits. The kept threads stay. On a machine without threads left they still
/// do the jobs, one after another.
///
/// A Dispatch queue would look for a thread at each job, and block the caller where the machine has none left.
package final class ThreadPool: Sendable {
    package typealias Job = @Sendable () -> Void

    private struct WaitingJob {
        let name: String
        let isUrgent: Bool
        let run: Job
    }

    private struct State {
        /// In the order in which they begin: those that are urgent come first.
        var waiting: [WaitingJob] = []
        var threads = 0
        /// How many threads stay when no job waits.
        var kept = 0
        /// How many threads wait for `arrived`.
        var idle = 0
        /// Whether a thread was made or woken, and has not looked for a job yet. One at a time is enough, since it
        /// brings the next one before it begins its job. So a burst of short jobs makes few threads.
        var isOneComing = false

        mutating func next(_ arrival: Arrival?) -> Step {
            if arrival != nil { isOneComing = false }
            // Not before: a kept thread must not end because of one that cannot be made.
            if arrival == .made { threads += 1 }
            if !waiting.isEmpty { return .run(waiting.removeFirst()) }
            if threads > kept {
                threads -= 1
                return .end
            }
            idle += 1
            return .wait
        }
    }

    /// How a thread came that was on its way.
    private enum Arrival {
        case made, woken
    }

    /// What a thread does next.
    private enum Step {
        case run(WaitingJob)
        case wait, end
    }

    /// The pool of the process. It begins without threads.
    ///
    /// Its bound is above what `TimeLimit` may leave behind and all workers together, and leaves room below `TasksMax=`
    /// of the unit.
    package static let shared = ThreadPool("pool", atMost: 96)

    private let name: String
    private let limit: Int
    private let startThread: ThreadStarter
    private let state = Mutex(State())
    /// Signalled once for each thread that is to wake.
    private let arrived = DispatchSemaphore(value: 0)

    /// - Parameters:
    ///   - name: the name of an idle thread in `ps -L`; the first 15 bytes count.
    ///   - limit: the most threads. An urgent job may exceed it.
    package init(_ name: String, atMost limit: Int, startThread: @escaping ThreadStarter = SystemThread.starter()) {
        (self.name, self.limit, self.startThread) = (name, limit, startThread)
    }

    /// How many threads there are, and how many of them wait for a job.
    var threads: (all: Int, idle: Int) { state.withLock { ($0.threads, $0.idle) } }

    /// Makes sure that at least so many threads stay until `close`.
    ///
    /// - Throws: `SystemFault` where the machine has no thread left.
    package func keep(_ count: Int) throws(SystemFault) {
        func adds() -> Bool {
            state.withLock { state in
                guard state.kept < count else { return false }
                (state.kept, state.threads) = (state.kept + 1, state.threads + 1)
                return true
            }
        }
        while adds() {
            do throws(SystemFault) {
                try startThread { self.work(nil) }
            } catch {
                state.withLock { ($0.kept, $0.threads) = ($0.kept - 1, $0.threads - 1) }
                throw error
            }
        }
    }

    /// Keeps no threads any more: each ends once no job waits.
    package func close() {
        let idle = state.withLock { state in
            state.kept = 0
            defer { state.idle = 0 }
            return state.idle
        }
        for _ in 0..<idle { arrived.signal() }
    }

    /// Queues a job; returns at once. Where no thread is idle and none can be made, the job waits for the next one that
    /// is free.
    ///
    /// - Parameters:
    ///   - name: the thread's name in `ps -L` while it runs the job; the first 15 bytes count.
    ///   - isUrgent: whether the job goes before the others, and gets a thread although the bound is reached.
    package func perform(_ name: String, isUrgent: Bool = false, _ job: @escaping Job) {
        state.withLock { state in
            let behind = isUrgent ? state.waiting.firstIndex { !$0.isUrgent } : nil
            let job = WaitingJob(name: name, isUrgent: isUrgent, run: job)
            state.waiting.insert(job, at: behind ?? state.waiting.endIndex)
        }
        bringThread()
    }

    /// Wakes or makes a thread, where a job waits and no thread is on its way.
    private func bringThread() {
        let isWoken: Bool? = state.withLock { state in
            guard let first = state.waiting.first, !state.isOneComing else { return nil }
            if state.idle > 0 {
                state.idle -= 1
                state.isOneComing = true
                return true
            }
            guard state.threads < limit || first.isUrgent else { return nil }
            state.isOneComing = true
            return false
        }
        guard let isWoken else { return }
        if isWoken { return _ = arrived.signal() }
        do {
            try startThread { self.work(.made) }
        } catch {
            // The machine has no thread left.
            let isAnyIdle = state.withLock { state in
                state.isOneComing = false
                return state.idle > 0
            }
            // A thread may have become idle meanwhile, and was not woken for a job that came since.
            if isAnyIdle { bringThread() }
        }
    }

    private func work(_ arrival: Arrival?) {
        var arrival = arrival
        while true {
            let step = state.withLock { $0.next(arrival) }
            arrival = nil
            switch step {
            case .run(let job):
                bringThread()
                adhand_name_thread(job.name)
                job.run()
            case .wait:
                adhand_name_thread(name)
                arrived.wait()
                arrival = .woken
            case .end: return
            }
        }
    }
}
