import Synchronization

/// A pool of workers. A job goes to an idle worker, or to a new one up to the limit, so that no job waits behind one
/// that hangs.
package final class WorkerPool: Sendable {
    let workers: Mutex<[Worker]>
    private let name: String
    private let limit: Int

    /// - Parameters:
    ///   - name: the name of its threads.
    ///   - limit: the most threads; the pool begins with one.
    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(_ name: String, atMost limit: Int) throws(SystemFault) {
        (self.name, self.limit) = (name, limit)
        workers = Mutex([try Worker(name)])
    }

    /// Queues a job; returns at once. Where all workers are busy and no more can be made, the job goes to the one with
    /// the shortest queue.
    package func perform(_ job: @escaping Worker.Job) {
        workers.withLock { workers in
            let least = workers.min { $0.unfinished < $1.unfinished }
            if least?.unfinished != 0, workers.count < limit {
                do {
                    let worker = try Worker(name)
                    workers.append(worker)
                    return _ = worker.perform(job)
                } catch {
                    // The machine has no thread left: the job is queued.
                }
            }
            least?.perform(job)
        }
    }
}
