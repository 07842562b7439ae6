import AdhanConfig
import AdhanControl
import AdhanCore
import AdhanSystem
import AdhanTimetables
import ArgumentParser
import Glibc

/// Runs the commands of an executable.
package enum EntryPoint<Root: ParsableCommand> {
    /// - Parameter otherNames: what to type in place of a command that would be guessed, such as `adhand check`.
    package static func main(otherNames: [String: String] = [:]) {
        openStandardStreams()
        // A closed pipe and a file at its size limit are errors to report, and must not kill the process.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
        var name: (any ParsableCommand.Type)?
        do {
            try OwnedCommand.runIfNamed(elsewhereThan: Root.self)
            refuseUnknownCommand(otherNames)
            refuseNegativeSpan()
            var command = try Root.parseAsRoot()
            name = type(of: command)
            try command.run()
            leave(EX_OK)
        } catch let error as ValidationError {
            // The argument parser does not know which command was running, and would show the general usage.
            guard let name else { Root.exit(withError: error) }
            writeError("Error: \(error.message)")
            for line in UsageText.lines("Usage: \(Root.usageString(for: name))") { writeError(line) }
            leave(EX_USAGE)
        } catch {
            guard let code = exitCode(for: error) else { end(error) }
            let sentences = (error as? ConfigError)?.faults.map(\.description) ?? ["\(error)"]
            for sentence in sentences { writeError("adhand: \(sentence)") }
            leave(code)
        }
    }

    /// Ends the process without the cleanup of C libraries: other threads may be using them, or hang in them.
    private static func leave(_ code: Int32) -> Never {
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

    /// Like `exit(withError:)` of the argument parser, but makes each line safe: the message quotes what was typed.
    private static func end(_ error: any Error) -> Never {
        let (code, text) = (Root.exitCode(for: error), Root.fullMessage(for: error))
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: text.isEmpty) {
            for part in UsageText.lines(String(line)) {
                if code.isSuccess { print(part) } else { writeError(part) }
            }
        }
        leave(code.rawValue)
    }

    /// The argument parser calls an unknown command an unexpected argument,
    /// and answers `help` for one with the general help.
    private static func refuseUnknownCommand(_ otherNames: [String: String]) {
        var words = CommandLine.arguments.dropFirst()
        if words.first == "help" { words = words.dropFirst() }
        var command: any ParsableCommand.Type = Root.self
        var path = "adhand"
        for word in words.prefix(while: { !$0.hasPrefix("-") }) {
            let known = command.configuration.subcommands
            if known.isEmpty || word == "help" { return }
            guard let next = known.first(where: { $0._commandName == word }) else {
                let meant =
                    otherNames["\(path) \(word)"]
                    ?? Spelling.nearest(to: word, among: known.map { $0._commandName }).map { "did you mean '\($0)'?" }
                writeError("\(path): there is no command '\(word)'\(meant.map { "; \($0)" } ?? "")")
                writeError("  See '\(path) --help' for all of them.")
                Glibc.exit(EX_USAGE)
            }
            command = next
            path += " " + word
        }
    }

    /// The argument parser takes the h of `-1h` for `-h`, and answers with the help.
    private static func refuseNegativeSpan() {
        for word in CommandLine.arguments.dropFirst().prefix(while: { $0 != "--" })
        where isNegativeSpan(word) {
            writeError(
                "adhand: '\(word)' is neither an option nor a value: a time span is not negative, "
                    + "as in \(word.dropFirst())"
            )
            Glibc.exit(EX_USAGE)
        }
    }

    private static func isNegativeSpan(_ word: String) -> Bool {
        let span = word.dropFirst()
        return word.first == "-" && span.first?.isNumber == true && span.contains("h")
            && span.allSatisfy("0123456789.hms".contains)
    }

    /// The sysexits codes of our own errors; nil for the argument parser's.
    private static func exitCode(for error: any Error) -> Int32? {
        switch error {
        case is ConfigError, is UnknownZone: EX_CONFIG
        case is TzdataFault: EX_OSFILE
        case let fault as FileFault: fault.isDenied ? EX_NOPERM : EX_NOINPUT
        case let fault as UnusableTimetable: fault.isUsage ? EX_USAGE : EX_DATAERR
        case let fault as ControlFault: fault.exitCode
        case is LockFault: EX_CANTCREAT
        case is LedgerError, is StoreFault: EX_UNAVAILABLE
        case is SystemFault: EX_OSERR
        case is OwnedCommand.NotInstalled: EX_OSFILE
        default: nil
        }
    }
}
