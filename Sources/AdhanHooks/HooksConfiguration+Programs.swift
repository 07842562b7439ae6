import AdhanConfig
import AdhanCore

/// What the programs of the config are on this box.
extension HooksConfiguration {
    private var commands: [(kind: HookOutcome.Kind, words: [String])] { [(.before, before), (.after, after)] }

    /// Where each of them lies.
    package var programs: [String] { commands.compactMap { $0.words.first.flatMap(HookProgram.find) } }

    /// What would keep them from being run, as far as whoever asks may see. It looks at the disk.
    package var problems: [HookOutcome.Kind: String] {
        var problems: [HookOutcome.Kind: String] = [:]
        for (kind, words) in commands {
            guard let program = words.first, let problem = HookProgram.problem(program) else { continue }
            problems[kind] = "[hooks] \(kind.rawValue): \(problem)"
        }
        return problems
    }
}
