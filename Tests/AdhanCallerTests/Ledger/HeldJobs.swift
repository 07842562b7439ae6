import Synchronization

/// A worker whose jobs wait until the test runs them.
final class HeldJobs: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    var count: Int { waiting.withLock(\.count) }

    /// Adds jobs while the test has this value. A writer must not hold the jobs that wait, which hold the writer.
    var queue: @Sendable (@escaping @Sendable () -> Void) -> Void { { [weak self] job in self?.add(job) } }

    private func add(_ job: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(job) } }

    func run() {
        let jobs = waiting.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in jobs { job() }
    }
}
