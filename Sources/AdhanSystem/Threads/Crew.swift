import Synchronization

/// Workers of one name: a job is done by one that has nothing to do, so that none waits for another that hangs, until there are as many
/// workers as may be.
package final class Crew: Sendable {
    let workers: Mutex<[Worker]>
    private let name: String
    private let limit: Int

    /// - Parameter limit: how many threads it has at most; it begins with one.
    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(_ name: String, atMost limit: Int) throws(SystemFault) {
        (self.name, self.limit) = (name, limit)
        workers = Mutex([try Worker(name)])
    }

    /// Takes a job; returns at once. Where all workers have something to do, and there may or can be no more, it waits for the one that
    /// has least.
    package func perform(_ job: @escaping Worker.Job) {
        workers.withLock { workers in
            let least = workers.min { $0.unfinished < $1.unfinished }
            if least?.unfinished != 0, workers.count < limit {
                do {
                    let worker = try Worker(name)
                    workers.append(worker)
                    return _ = worker.perform(job)
                } catch {
                    // The machine has no thread left: it waits.
                }
            }
            least?.perform(job)
        }
    }
}
