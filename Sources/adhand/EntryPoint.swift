import AdhanCore
import ArgumentParser
import Glibc

@main
enum Main {
    static func main() {
        openStandardStreams()
        if CommandLine.arguments.first == HookSupervisor.name { HookSupervisor.main(CommandLine.arguments) }
        // A pipe that closes and a file at its limit are errors to be told of, not reasons to die.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        do {
            var command = try Adhand.parseAsRoot()
            try command.run()
        } catch {
            guard let code = exitCode(for: error) else { Adhand.exit(withError: error) }
            writeError("adhand: \(error)\n")
            Glibc.exit(code)
        }
    }

    /// Opens /dev/null in the place of a standard stream that whoever started us has closed. Else the next file opened would get its
    /// number, and log lines would be written into a timer or the ledger.
    private static func openStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // Always the lowest number that is free.
            _ = open("/dev/null", O_RDWR)
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
