import Synchronization

/// The exit codes of children that several threads wait for.
final class Finished: Sendable {
    private let all = Mutex<[Int32]>([])

    func add(_ codes: [Int32]) { all.withLock { $0 += codes } }

    var codes: [Int32] { all.withLock { $0 } }
}
