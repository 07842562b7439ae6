import AdhanCore
import AdhanSupport
import Glibc
import Logging
import Synchronization

/// Runs the programs of `[hooks]` for the daemon, for as long as the process lives. It reconnects to a daemon that is
/// gone or hangs.
final class HookService: Sendable {
    /// How often the daemon is asked though it has announced nothing.
    private static let interval: Duration = .seconds(20)
    /// A `before` that was announced while there was no daemon to follow has seven seconds left at least.
    private static let longestWait: Duration = .seconds(1)

    private let client: ControlClient
    private let clock: any HostClock
    private let reports: HookReports
    private let runner: HookRunner
    /// By which the daemon knows this process.
    private let name: String
    /// The numbers of the runs that were begun, as far as the daemon still has them.
    private let begun = Mutex<Set<Int>>([])

    init(socket: String, clock: any HostClock, log: Logger, supervisor: String = HookRun.ownBinary) {
        client = ControlClient(path: socket, patience: .seconds(5))
        self.clock = clock
        name = "\(getpid()).\(clock.monotonic().sinceStart.wholeMilliseconds)"
        let reports = HookReports(client, clock: clock, log: log)
        self.reports = reports
        runner = HookRunner(supervisor: supervisor) { reports.tell($0, $1) }
    }

    /// Follows the daemon.
    ///
    /// - Parameters:
    ///   - tell: gets why the daemon cannot be followed, nil once it can; called on a change.
    ///   - isDone: whether to end; called at each event and after each wait.
    func run(tell: (String?) -> Void, until isDone: () -> Bool = { false }) {
        EventFollower(client, clock, waits: .milliseconds(100)...Self.longestWait)
            .run(tell: tell, until: isDone) { _ in
                try begin()
                return Self.interval
            }
    }

    /// Begins the runs that the daemon has and that were not begun yet.
    private func begin() throws {
        let answer = try client.ask(ControlRequest(.hooks, value: name), for: HookCalls.self)
        guard !reports.isStopped else { return }
        runner.set(isStopping: answer.isStopping)
        let isNew = begun.withLock { begun in
            let isNew = answer.calls.map { !begun.contains($0.number) }
            begun = Set(answer.calls.map(\.number))
            return isNew
        }
        for (call, _) in zip(answer.calls, isNew).filter(\.1) { runner.offer(call) }
    }

    /// Ends what runs: the daemon offers it to the next process again. An `after` gets its two seconds.
    func stop(within limit: Duration) {
        reports.stop()
        runner.stop()
        runner.finish(within: limit)
        reports.finish()
    }
}
