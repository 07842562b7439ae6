import AdhanCore
import Glibc

/// Prints the text to stdout as one line; control characters are made harmless.
package func say(_ line: String) { print(OneLine.of(line)) }

/// Writes the text to stderr as one line; control characters are made harmless.
package func writeError(_ line: String) {
    (OneLine.of(line) + "\n").withCString { start in _ = write(STDERR_FILENO, start, strlen(start)) }
}
