import AdhanCore
import Glibc

/// How the executables of adhand begin and end.
package enum ProcessMain {
    /// Runs the command that `adhand` gives this executable.
    ///
    /// - Parameter body: runs the command; false for one that another executable has.
    package static func run(_ body: (ProcessCommand) throws -> Bool) -> Never {
        prepare()
        do {
            let given = Result { try ProcessCommand.given() }
            guard case .success(let command) = given, try body(command) else {
                let name = PathName.name(of: CommandLine.arguments.first ?? "this")
                writeError("Do not run \(name) yourself: adhand runs it. See adhand --help")
                writeError("If adhand has run it, the two are of different versions: install adhand again.")
                leave(EX_USAGE)
            }
            leave(EX_OK)
        } catch {
            end(error)
        }
    }

    /// Prepares what every executable needs, before it does anything else.
    package static func prepare() {
        openStandardStreams()
        // A closed pipe and a file at its size limit are errors to report, and must not kill the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Says what is wrong, and ends the process.
    package static func end(_ error: any Error) -> Never {
        if let ending = error as? Ending {
            if let words = ending.words { writeError("adhand: \(words)") }
            leave(ending.code)
        }
        let sentences = (error as? ConfigError)?.faults.map(\.description) ?? ["\(error)"]
        for sentence in sentences { writeError("adhand: \(sentence)") }
        leave(exitCode(for: error) ?? EXIT_FAILURE)
    }

    /// Ends the process without the cleanup of C libraries: other threads may be using them, or hang in them.
    package static func leave(_ code: Int32) -> Never {
        fflush(nil)
        _exit(code)
    }

    /// Opens /dev/null for each standard stream that the parent process closed. Otherwise the next opened file would
    /// get that number, and log lines would be written into a timer or the ledger.
    private static func openStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // open(2) always uses the lowest free number.
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// The sysexits codes of our own errors; nil for another's.
    package static func exitCode(for error: any Error) -> Int32? {
        switch error {
        case let ending as Ending: ending.code
        case is ConfigError, is UnknownZone: EX_CONFIG
        case is TzdataFault: EX_OSFILE
        case let fault as FileFault: fault.isDenied ? EX_NOPERM : EX_NOINPUT
        case let fault as UnusableTimetable: fault.isUsage ? EX_USAGE : EX_DATAERR
        case let fault as ControlFault: fault.exitCode
        case is LockFault: EX_CANTCREAT
        case is LedgerError, is StoreFault: EX_UNAVAILABLE
        case is SystemFault: EX_OSERR
        case is ProcessCommand.NotInstalled: EX_OSFILE
        default: nil
        }
    }
}

package struct Ending: Error {
    /// From sysexits.
    package let code: Int32
    /// The last words of the command; nil if it has said all.
    let words: String?

    package init(_ code: Int32, _ words: String? = nil) { (self.code, self.words) = (code, words) }
}
