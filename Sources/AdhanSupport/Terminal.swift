import AdhanCore
import CLinux
import Glibc

/// Prints the text to stdout as one line; control characters are made harmless. A terminal that is narrower gets
/// several lines.
package func say(_ line: String) { print(fitted(line, to: STDOUT_FILENO)) }

/// How a line is meant, which a terminal shows by its colour.
package enum Tone: Sendable {
    case plain, good, notice, bad

    fileprivate var code: Int? {
        switch self {
        case .plain: nil
        case .good: 32
        case .notice: 33
        case .bad: 31
        }
    }
}

/// Prints the text as `say` does, in colour on a terminal unless `NO_COLOR` is set.
package func say(_ line: String, _ tone: Tone) {
    let refused = getenv("NO_COLOR").map { $0.pointee != 0 } ?? false
    guard let code = tone.code, isatty(STDOUT_FILENO) == 1, !refused else { return say(line) }
    print("\u{1B}[\(code)m\(fitted(line, to: STDOUT_FILENO))\u{1B}[0m")
}

package func say(lines text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0) {
        say(String(line))
    }
}

/// Writes the text to stderr as `say` does to stdout.
package func writeError(_ line: String) {
    (fitted(line, to: STDERR_FILENO) + "\n").withCString { start in _ = write(STDERR_FILENO, start, strlen(start)) }
}

/// Wrapped for a terminal only: a program that reads a file or a pipe expects one line.
private func fitted(_ line: String, to descriptor: Int32) -> String {
    let line = OneLine.of(line)
    guard isatty(descriptor) == 1 else { return line }
    let width = Int(adhand_terminal_width(descriptor))
    return LineWrap.lines(line, width: width > 0 ? width : 80).joined(separator: "\n")
}
