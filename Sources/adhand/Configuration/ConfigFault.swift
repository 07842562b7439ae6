/// One thing wrong in a config file.
struct ConfigFault: Error, Equatable {
    /// 1-based; 0 where it is about the file as a whole.
    let line: Int
    let message: String

    init(line: Int, _ message: String) {
        (self.line, self.message) = (line, message)
    }
}

/// Everything wrong in a config file, each fault with its line.
struct ConfigError: Error, CustomStringConvertible {
    let file: String
    let faults: [ConfigFault]

    var description: String {
        faults.map { $0.line > 0 ? "\(file):\($0.line): \($0.message)" : "\(file): \($0.message)" }
            .joined(separator: "\n")
    }
}

/// The candidate nearest to what was typed, if one is near enough to be meant.
func nearest(to typed: String, among candidates: some Sequence<String>) -> String? {
    let limit = max(1, typed.count / 3)
    return candidates.map { ($0, editDistance(typed, $0)) }.filter { $0.1 <= limit }.min { $0.1 < $1.1 }?.0
}

/// Levenshtein's distance; the texts are cut at 64 characters, beyond which nothing is a slip of the finger.
private func editDistance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left.prefix(64)), Array(right.prefix(64)))
    var previous = Array(0...right.count)
    for (row, character) in left.enumerated() {
        var current = [row + 1]
        for (column, other) in right.enumerated() {
            let replaced = previous[column] + (character == other ? 0 : 1)
            current.append(min(replaced, previous[column + 1] + 1, current[column] + 1))
        }
        previous = current
    }
    return previous.last ?? 0
}
