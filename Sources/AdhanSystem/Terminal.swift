import AdhanCore
import Glibc

/// Prints one line for a person, whatever is in it.
package func say(_ line: String) { print(OneLine.of(line)) }

/// The same on stderr.
package func writeError(_ line: String) {
    (OneLine.of(line) + "\n").withCString { start in _ = write(STDERR_FILENO, start, strlen(start)) }
}
