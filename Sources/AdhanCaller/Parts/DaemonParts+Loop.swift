import AdhanSupport
import AdhanCore
import Logging

/// What the event loop runs with.
extension DaemonParts {
    package func settings() -> DaemonLoop.Settings {
        var policy = SchedulePolicy()
        policy.grace = configuration.schedule.grace
        policy.refresh = configuration.refresh.plan
        policy.skippedSources = configuration.place.withheld
        return DaemonLoop.Settings(
            zone: zone,
            policy: policy,
            sounds: configuration.audio.plan,
            rules: configuration.rules,
            asksClock: configuration.clock.policy.trust == .auto
        )
    }

    /// What the event loop runs with under this config.
    ///
    /// - Parameters:
    ///   - ledger: replaces the one in use; nil at the start.
    func setup(
        _ log: Logger,
        _ inbox: Mailbox<LoopEvent>,
        ledger: (any Ledger)? = nil
    ) -> LoopSetup {
        LoopSetup(
            settings: settings(),
            source: timetableSource(),
            makePlayer: { player(onEvent: $0) },
            remotes: remotes,
            delay: delay,
            watches: watches(log, inbox),
            ledger: ledger
        )
    }
}
