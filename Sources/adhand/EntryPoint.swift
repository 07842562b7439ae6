import AdhanCore
import ArgumentParser
import Glibc

@main
enum Main {
    static func main() {
        // A pipe that closes and a file at its limit are errors to be told of, not reasons to die.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        var name: (any ParsableCommand.Type)?
        do {
            var command = try Adhand.parseAsRoot()
            name = type(of: command)
            try command.run()
        } catch let error as ValidationError {
            // The argument parser does not know which command was running, and would show the usage of all.
            guard let name else { Adhand.exit(withError: error) }
            writeError("Error: \(error.message)\nUsage: \(Adhand.usageString(for: name))\n")
            Glibc.exit(EX_USAGE)
        } catch {
            guard let code = exitCode(for: error) else { Adhand.exit(withError: error) }
            writeError("adhand: \(error)\n")
            Glibc.exit(code)
        }
    }

    /// Sysexits for the errors that are ours; nil for the argument parser's own.
    private static func exitCode(for error: any Error) -> Int32? {
        switch error {
        case is ConfigError, is UnknownZone, is ZoneError: EX_CONFIG
        case is FileFault: EX_NOINPUT
        case is UnusableTimetable: EX_DATAERR
        case let fault as ControlFault: fault.exitCode
        case is LedgerError, is StoreFault: EX_UNAVAILABLE
        case is SystemFault: EX_OSERR
        default: nil
        }
    }
}

func writeError(_ text: String) {
    text.withCString { start in _ = write(STDERR_FILENO, start, strlen(start)) }
}
