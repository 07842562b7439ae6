import AdhanCore
import Dispatch
import Synchronization

/// Work that may never come back: a sound server that hangs, a disk that does not answer.
enum TimeLimit {
    private final class Answer<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// Work with a name.
    struct Job: Sendable {
        let name: String
        let run: @Sendable () -> Void

        init(_ name: String, _ run: @escaping @Sendable () -> Void) { (self.name, self.run) = (name, run) }
    }

    /// Does the jobs at the same time, each on a thread of its own.
    ///
    /// - Returns: the names of those that had not ended when the limit was over, which go on by themselves.
    static func run(_ limit: Duration, _ jobs: [Job]) -> [String] {
        let unfinished = Unfinished(jobs.map(\.name))
        let group = DispatchGroup()
        for job in jobs {
            DispatchQueue(label: "adhand.\(job.name)").async(group: group) {
                job.run()
                unfinished.remove(job.name)
            }
        }
        guard group.wait(timeout: .now() + limit.inSeconds) == .timedOut else { return [] }
        return unfinished.names.withLock { $0 }
    }

    private final class Unfinished: Sendable {
        let names: Mutex<[String]>
        init(_ names: [String]) { self.names = Mutex(names) }
        func remove(_ name: String) { names.withLock { names in names.removeAll { $0 == name } } }
    }

    /// Does the work on a thread of its own.
    ///
    /// - Returns: what it came to; nil where it takes longer than the limit. Its thread is left behind then.
    static func run<Value: Sendable>(_ limit: Duration, _ work: @escaping @Sendable () -> Value) -> Value? {
        let answer = Answer<Value>()
        let done = DispatchSemaphore(value: 0)
        DispatchQueue(label: "adhand.doctor").async {
            let value = work()
            answer.value.withLock { $0 = value }
            done.signal()
        }
        guard done.wait(timeout: .now() + limit.inSeconds) == .success else { return nil }
        return answer.value.withLock { $0 }
    }
}
