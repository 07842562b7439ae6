import AdhanSupport
import Glibc

/// ^C in setup: a sentence and an exit code, not a silent end.
enum SetupInterrupt {
    /// Before the config is written.
    static func sayUnchanged() { signal(SIGINT) { _ in SetupInterrupt.end("nothing was changed") } }

    /// While files are written, which takes a moment.
    static func ignore() { signal(SIGINT, SIG_IGN) }

    /// After that.
    static func sayWritten() {
        signal(SIGINT) { _ in SetupInterrupt.end("the config is written; for the rest: sudo adhand setup --yes") }
    }

    /// Ends the process. A signal handler may only use system calls.
    private static func end(_ words: StaticString) -> Never {
        for part: StaticString in ["\nadhand: ", words, "\n"] {
            _ = write(STDERR_FILENO, part.utf8Start, part.utf8CodeUnitCount)
        }
        _exit(EX_TEMPFAIL)
    }
}
