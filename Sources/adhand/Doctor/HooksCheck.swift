import AdhanSupport

/// Checks whether the programs of `[hooks]` can be run, and whether somebody runs them.
enum HooksCheck {
    /// Reads the disk, which may block.
    ///
    /// - Parameter notify: of `adhand-notify`, which runs them for the service.
    static func findings(_ configuration: Configuration, _ daemon: DaemonAnswer, notify: UnitState) -> [Finding] {
        let hooks = configuration.hooks
        guard !hooks.isEmpty else { return [.good("[hooks] names no program")] }
        if let idle = NotifyCheck.idle(daemon, notify, "runs the programs of [hooks]") { return [idle] }
        let problems = hooks.problems
        let advice = "correct it or [hooks] of \(configuration.file(of: "hooks")), then try it: adhand play"
        let bad = HookOutcome.Kind.allCases.compactMap { problems[$0] }.map { Finding.bad($0, do: advice) }
        return bad.isEmpty ? [.good("the programs of [hooks] are there")] : bad
    }
}
