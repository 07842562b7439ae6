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

    /// What would keep them from being run, as far as whoever asks may see.
    var problems: [String] {
        [("before", before), ("after", after)].compactMap { key, command in
            command.first.flatMap { HookProgram.problem($0) }.map { "[hooks] \(key): \($0)" }
        }
    }

    private static func command(_ key: String, _ table: ConfigTable) -> [String] {
        guard let words = table.strings(key), let program = words.value.first else { return [] }
        guard !program.isEmpty, words.value.allSatisfy({ !$0.utf8.contains(0) }) else {
            table.fault(words.spot, "\(key) names no program; write it as in [\"/usr/local/bin/amplifier\", \"on\"]")
            return []
        }
        // A bare name is looked for in PATH.
        let path = program.contains("/") ? Located(value: program, spot: words.spot).path : program
        return [path] + words.value.dropFirst()
    }
}
