import AdhanSupport
import AdhanCore

/// The config's hooks on this box.
extension HooksConfiguration {
    private var commands: [(kind: HookOutcome.Kind, words: [String])] {
        HookOutcome.Kind.allCases.map { ($0, command(of: $0)) }
    }

    /// The program and its arguments; empty for none.
    package func command(of kind: HookOutcome.Kind) -> [String] {
        switch kind {
        case .before: before
        case .after: after
        case .at: at
        }
    }

    /// The paths of the programs that are there.
    package var programs: [String] { commands.compactMap { $0.words.first.flatMap(HookProgram.find) } }

    /// Why hooks cannot run, as far as this user may see. It reads the disk.
    package var problems: [HookOutcome.Kind: String] {
        var problems: [HookOutcome.Kind: String] = [:]
        for (kind, words) in commands {
            guard let program = words.first, let problem = HookProgram.problem(program) else { continue }
            problems[kind] = "[hooks] \(kind.rawValue): \(problem)"
        }
        return problems
    }
}
