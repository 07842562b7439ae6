import Synchronization

/// Exit codes of child processes for which several threads wait.
final class Finished: Sendable {
    private let all = Mutex<[Int32]>([])

    func add(_ codes: [Int32]) { all.withLock { $0 += codes } }

    var codes: [Int32] { all.withLock { $0 } }
}
