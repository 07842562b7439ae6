import AdhanSupport
import AdhanCaller

/// Checks whether the programs before and after a sound can be run.
package enum HooksCheck {
    /// - Parameter config: the config file, for the advice.
    package static func findings(_ hooks: HooksConfiguration, config: String) -> [Finding] {
        guard !hooks.isEmpty else { return [.good("[hooks] names no program")] }
        let problems = hooks.problems
        let bad = HookOutcome.Kind.allCases.compactMap { problems[$0] }.map {
            Finding.bad($0, do: "correct it or [hooks] of \(config), then try it: adhand play")
        }
        return bad.isEmpty ? [.good("the programs of [hooks] are there")] : bad
    }
}
