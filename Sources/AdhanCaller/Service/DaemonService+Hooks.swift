import AdhanCore
import AdhanSupport

/// Hands the programs of `[hooks]` to `adhand notify`.
extension DaemonService {
    /// Publishes that a program is to run.
    func publishHooks(_ now: Instant) {
        let at = parts.zone.formatted(now.flooredToSecond)
        publish(NoticeEvent(at: at, event: "hooks", words: "a program of [hooks] is to run"))
    }

    /// A program has ended, or nobody has taken it up.
    func hooked(_ outcome: HookOutcome, _ loop: DaemonLoop, _ now: Instant) {
        model.hooked(outcome, now)
        guard outcome.end == .notTaken, let problem = outcome.problem else { return }
        // The adhan sounds all the same; whoever looks for why nobody heard it finds it in its row.
        if outcome.kind == .before { loop.remark(outcome.occasion, problem) }
        let at = loop.settings.zone.formatted(now.flooredToSecond)
        publish(NoticeEvent(at: at, event: "fault", words: problem))
    }

    /// Lets the programs of a stop run, and waits for them, when the loop has ended.
    func finishHooks() {
        hooks.stop()
        publishHooks(LinuxClock().wall())
        hooks.finish()
    }
}

extension DaemonLoop {
    /// Adds a remark to the row of an occasion that is about to sound or sounds.
    fileprivate func remark(_ occasion: HookOccasion, _ words: String) {
        guard let current,
            (current.due.key.occasion.name, "\(current.due.key.date)") == (occasion.occasion, occasion.date)
        else { return }
        self.current?.remark = words
    }
}
