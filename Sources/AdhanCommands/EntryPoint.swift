import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanHooks
import AdhanSystem
import ArgumentParser
import Glibc

package enum EntryPoint {
    package static func main() {
        openStandardStreams()
        if CommandLine.arguments.first == HookSupervisor.name { HookSupervisor.main(CommandLine.arguments) }
        // A pipe that closes and a file at its limit are errors to be told of, not reasons to die.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        var name: (any ParsableCommand.Type)?
        do {
            refuseUnknownHelp()
            var command = try Adhand.parseAsRoot()
            name = type(of: command)
            try command.run()
            leave(EX_OK)
        } catch let error as ValidationError {
            // The argument parser does not know which command was running, and would show the usage of all.
            guard let name else { Adhand.exit(withError: error) }
            writeError("Error: \(error.message)")
            for line in UsageText.lines("Usage: \(Adhand.usageString(for: name))") { writeError(line) }
            leave(EX_USAGE)
        } catch {
            guard let code = exitCode(for: error) else { end(error) }
            let sentences = (error as? ConfigError)?.faults.map(\.description) ?? ["\(error)"]
            for sentence in sentences { writeError("adhand: \(sentence)") }
            leave(code)
        }
    }

    /// Ends the process. What C libraries free at an orderly exit stays where it is: threads may be at work with it, or hang in it.
    private static func leave(_ code: Int32) -> Never {
        fflush(nil)
        _exit(code)
    }

    /// Opens /dev/null in the place of a standard stream that whoever started us has closed. Else the next file opened would get its
    /// number, and log lines would be written into a timer or the ledger.
    private static func openStandardStreams() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // Always the lowest number that is free.
            _ = open("/dev/null", O_RDWR)
        }
    }

    /// As `Adhand.exit(withError:)` ends, line by line: what was typed, perhaps a file's name, is quoted in them.
    private static func end(_ error: any Error) -> Never {
        let (code, text) = (Adhand.exitCode(for: error), Adhand.fullMessage(for: error))
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: text.isEmpty) {
            for part in UsageText.lines(String(line)) {
                if code.isSuccess { print(part) } else { writeError(part) }
            }
        }
        leave(code.rawValue)
    }

    /// The argument parser answers a request for the help of a command that there is not with that of all.
    private static func refuseUnknownHelp() {
        let words = CommandLine.arguments.dropFirst()
        guard words.first == "help" else { return }
        var command: any ParsableCommand.Type = Adhand.self
        for word in words.dropFirst().prefix(while: { !$0.hasPrefix("-") }) {
            let known = command.configuration.subcommands
            if known.isEmpty || word == "help" { return }
            guard let next = known.first(where: { $0._commandName == word }) else {
                let meant = Spelling.nearest(to: word, among: known.map { $0._commandName })
                writeError("adhand: there is no command '\(word)'\(meant.map { "; did you mean '\($0)'?" } ?? "")")
                writeError("  See 'adhand --help' for all of them.")
                Glibc.exit(EX_USAGE)
            }
            command = next
        }
    }

    /// Sysexits for the errors that are ours; nil for the argument parser's own.
    private static func exitCode(for error: any Error) -> Int32? {
        switch error {
        case is ConfigError, is UnknownZone, is ZoneError: EX_CONFIG
        case is FileFault: EX_NOINPUT
        case is UnusableTimetable: EX_DATAERR
        case let fault as ControlFault: fault.exitCode
        case is LockFault: EX_CANTCREAT
        case is LedgerError, is StoreFault: EX_UNAVAILABLE
        case is SystemFault: EX_OSERR
        default: nil
        }
    }
}
