import Synchronization

/// A worker whose jobs wait until the test runs them.
final class HeldJobs: Sendable {
    private let waiting = Mutex<[@Sendable () -> Void]>([])

    var count: Int { waiting.withLock(\.count) }

    func add(_ job: @escaping @Sendable () -> Void) { waiting.withLock { $0.append(job) } }

    func run() {
        let jobs = waiting.withLock { jobs in
            defer { jobs = [] }
            return jobs
        }
        for job in jobs { job() }
    }
}
