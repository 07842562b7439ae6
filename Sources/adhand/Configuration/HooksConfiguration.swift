import AdhanCore

/// `[hooks]`: programs around each sound, for an amplifier's relay or a television's CEC.
struct HooksConfiguration: Sendable, Equatable {
    /// A program and its arguments; none for nothing.
    var before: [String] = []
    var after: [String] = []
    /// How long each may take.
    var timeout: Duration = .seconds(10)

    init(_ table: ConfigTable) {
        before = Self.command("before", table)
        after = Self.command("after", table)
        timeout = table.duration("timeout", in: .seconds(1)...(.seconds(60)))?.value ?? timeout
    }

    var isEmpty: Bool { before.isEmpty && after.isEmpty }

    private var commands: [(kind: HookOutcome.Kind, words: [String])] { [(.before, before), (.after, after)] }

    /// Where each of them lies.
    var programs: [String] { commands.compactMap { $0.words.first.flatMap(HookProgram.find) } }

    /// What would keep them from being run, as far as whoever asks may see. It looks at the disk.
    var problems: [HookOutcome.Kind: String] {
        var problems: [HookOutcome.Kind: String] = [:]
        for (kind, words) in commands {
            guard let program = words.first, let problem = HookProgram.problem(program) else { continue }
            problems[kind] = "[hooks] \(kind.rawValue): \(problem)"
        }
        return problems
    }

    private static func command(_ key: String, _ table: ConfigTable) -> [String] {
        let example = "[\"/usr/local/bin/amplifier\", \"on\"]"
        let wanted = "a program and its arguments, for example \(example)"
        guard let words = table.strings(key, wanted: wanted), let program = words.value.first else { return [] }
        guard !program.isEmpty, words.value.allSatisfy({ !$0.utf8.contains(0) }) else {
            table.fault(words.spot, "\(key) names no program; write it as in \(example)")
            return []
        }
        // A bare name is looked for in PATH.
        let path = program.contains("/") ? Located(value: program, spot: words.spot).path : program
        return [path] + words.value.dropFirst()
    }
}
