/// `[hooks]`: programs run before and after each sound, and at each occasion,
/// for example for an amplifier's relay or a television's CEC.
package struct HooksConfiguration: Sendable, Equatable {
    /// A program and its arguments; empty for none.
    package var before: [String] = []
    package var after: [String] = []
    /// Runs at the second of each occasion, with or without a recording.
    package var at: [String] = []
    /// The time limit of each program.
    package var timeout: Duration = .seconds(10)

    package init(_ table: ConfigTable) {
        before = Self.command("before", table)
        after = Self.command("after", table)
        at = Self.command("at", table)
        timeout = table.duration("timeout", in: .seconds(1)...(.seconds(60)), default: timeout)
    }

    package var isEmpty: Bool { before.isEmpty && after.isEmpty && at.isEmpty }

    private static func command(_ key: String, _ table: ConfigTable) -> [String] {
        let example = "[\"/usr/local/bin/amplifier\", \"on\"]"
        let wanted = "a program and its arguments, for example \(example)"
        guard let words = table.strings(key, wanted: wanted), let program = words.value.first else { return [] }
        guard !program.isEmpty else {
            table.fault(words.spot, "\(key) names no program; write it as in \(example)")
            return []
        }
        // A bare name is searched for in PATH.
        let path = program.contains("/") ? Located(value: program, spot: words.spot).path : program
        return [path] + words.value.dropFirst()
    }
}
