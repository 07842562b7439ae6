/// Wraps usage lines, which the argument parser, unlike other text, does not wrap.
enum UsageText {
    private static let width = 80

    /// - Returns: the line; a usage line wider than a terminal as several lines.
    static func lines(_ line: String) -> [String] {
        guard line.count > width, let head = ["USAGE: ", "Usage: "].first(where: line.hasPrefix) else { return [line] }
        let indent = String(repeating: " ", count: head.count)
        return parts(line).reduce(into: [String]()) { lines, part in
            if let last = lines.last, last.count + 1 + part.count <= width {
                lines[lines.count - 1] = last + " " + part
            } else {
                lines.append(lines.isEmpty ? part : indent + part)
            }
        }
    }

    /// Splits at blanks, keeping brackets together and an option with its value.
    private static func parts(_ line: String) -> [String] {
        var (parts, depth) = ([String](), 0)
        for word in line.split(separator: " ") {
            if depth > 0 || word.hasPrefix("<") && parts.last?.hasPrefix("--") == true, let last = parts.popLast() {
                parts.append(last + " " + word)
            } else {
                parts.append(String(word))
            }
            depth += word.count { $0 == "[" } - word.count { $0 == "]" }
        }
        return parts
    }
}
