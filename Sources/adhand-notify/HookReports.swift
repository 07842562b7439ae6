import AdhanCore
import AdhanSupport
import Logging
import Synchronization

/// Tells the daemon how the programs of `[hooks]` ended. The daemon writes it into the journal; without one, this
/// process does.
final class HookReports: Sendable {
    /// Until a daemon that gives no answer is told again.
    private static let pause: Duration = .milliseconds(200)
    /// How long a daemon that gives no answer is told.
    private static let patience: Duration = .minutes(1)
    /// How long the end of this process waits for the last report.
    private static let endPatience: Duration = .milliseconds(500)

    private let client: ControlClient
    private let clock: any HostClock
    private let log: Logger
    /// The next program must not wait for a daemon that hangs.
    private let worker = Worker("hook-ends", on: .shared)
    private let isEnding = Atomic(false)

    init(_ client: ControlClient, clock: any HostClock, log: Logger) {
        (self.client, self.clock, self.log) = (client, clock, log)
    }

    /// Returns at once.
    func tell(_ call: HookCall, _ outcome: HookOutcome) {
        // Its `before` was ended for the end of this process, and the next one gets it again.
        if isEnding.load(ordering: .relaxed), call.kind == .before { return }
        worker.perform { [self] in report(call, outcome) }
    }

    private func report(_ call: HookCall, _ outcome: HookOutcome) {
        let limit = clock.monotonic() + Self.patience
        while true {
            do throws(ControlFault) {
                let _: Done = try client.ask(ControlRequest(.hooked, hooked: HookEnd(call, outcome)))
                return
            } catch {
                // The run was of the daemon before a restart.
                let isOther =
                    if case .refused(let failure) = error { failure.code == HookEnd.unknownCode } else { false }
                guard isOther || clock.monotonic() >= limit else {
                    clock.sleep(Self.pause)
                    continue
                }
                log.log(level: outcome.isFailure ? .warning : .info, "\(outcome.words)")
                return
            }
        }
    }

    /// From now on the end of a `before` is not told.
    func stop() { isEnding.store(true, ordering: .relaxed) }

    var isStopped: Bool { isEnding.load(ordering: .relaxed) }

    func finish() { worker.finish(within: Self.endPatience) }
}
