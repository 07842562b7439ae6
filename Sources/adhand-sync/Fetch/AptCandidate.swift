import AdhanCore
import AdhanSupport

/// The version of adhand that apt would install. Only apt's own answer is read: apt looks into its repositories, and
/// checks their signatures, where its periodic updates are on.
enum AptCandidate {
    /// Starts apt-cache with English words, wherever it is.
    static let command = ["/usr/bin/env", "LC_ALL=C", "apt-cache", "policy", "adhand"]
    private static let patience: Duration = .seconds(30)
    /// In bytes. It names each repository that has the package.
    private static let longest = 65_536

    /// Asks apt. Blocks.
    ///
    /// - Returns: nil where apt would install what is installed, or adhand was not installed by it.
    static func newer(_ command: [String] = command) throws -> String? {
        guard let program = command.first else { return nil }
        let child = try AnsweringChild(program, Array(command.dropFirst()), input: [])
        let (output, end) = child.finish(within: patience, limit: longest)
        guard end == .exited(0) else {
            throw FileFault(path: command.joined(separator: " "), reason: "it gave no answer (\(end))")
        }
        let lines = String(decoding: output, as: UTF8.self).split(separator: "\n")
        func version(_ name: String) -> String? {
            let words = lines.map { $0.split(separator: " ") }.first { $0.count == 2 && $0[0] == name }
            return words.map { String($0[1]) }.flatMap { $0 == "(none)" ? nil : $0 }
        }
        guard let installed = version("Installed:"), let candidate = version("Candidate:") else { return nil }
        guard candidate != installed else { return nil }
        // Its table has the highest version first. A pin may make an older one the candidate.
        let table = lines.drop { $0 != "  Version table:" }.compactMap { $0.split { " *".contains($0) }.first }
        return table.first { $0 == candidate || $0 == installed }.flatMap { $0 == candidate ? candidate : nil }
    }
}
