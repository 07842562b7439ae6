import AdhanCore
import CLinux
import Glibc

/// Prints one line for a person, whatever is in it; to a terminal as several lines where it is wider than that.
package func say(_ line: String) { print(fitted(line, to: STDOUT_FILENO)) }

/// Prints each line of a text so.
package func say(lines text: String) {
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast(text.hasSuffix("\n") ? 1 : 0) {
        say(String(line))
    }
}

/// As `say`, on stderr.
package func writeError(_ line: String) {
    (fitted(line, to: STDERR_FILENO) + "\n").withCString { start in _ = write(STDERR_FILENO, start, strlen(start)) }
}

/// What goes into a file or a pipe stays one line, for whatever reads it.
private func fitted(_ line: String, to descriptor: Int32) -> String {
    let line = OneLine.of(line)
    guard isatty(descriptor) == 1 else { return line }
    let width = Int(adhand_terminal_width(descriptor))
    return LineWrap.lines(line, width: width > 0 ? width : 80).joined(separator: "\n")
}
