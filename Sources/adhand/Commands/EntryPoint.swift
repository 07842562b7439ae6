import AdhanSupport
import AdhanCore
import ArgumentParser
import Glibc

/// Runs the command that a person has typed.
enum EntryPoint {
    static func main() {
        ProcessMain.prepare()
        var name: (any ParsableCommand.Type)?
        do {
            if let refusal = unknownCommand(CommandLine.arguments.dropFirst()) {
                for line in refusal { writeError(line) }
                Glibc.exit(EX_USAGE)
            }
            refuseNegativeSpan()
            var command = try Adhand.parseAsRoot()
            name = type(of: command)
            try command.run()
            ProcessMain.leave(EX_OK)
        } catch let error as ValidationError {
            // The argument parser does not know which command was running, and would show the general usage.
            guard let name else { Adhand.exit(withError: error) }
            writeError("Error: \(error.message)")
            for line in UsageText.lines("Usage: \(Adhand.usageString(for: name))") { writeError(line) }
            ProcessMain.leave(EX_USAGE)
        } catch {
            guard ProcessMain.exitCode(for: error) != nil else { end(error) }
            let setUp = (error as? ControlFault).flatMap(BoxOptions(config: nil, resources: nil).setUp)
            ProcessMain.end(setUp.map { Ending(EX_UNAVAILABLE, $0) as any Error } ?? error)
        }
    }

    /// Like `exit(withError:)` of the argument parser, but makes each line safe: the message quotes what was typed.
    private static func end(_ error: any Error) -> Never {
        let (code, text) = (Adhand.exitCode(for: error), Adhand.fullMessage(for: error))
        for line in text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: text.isEmpty) {
            for part in UsageText.lines(String(line)) {
                if code.isSuccess { print(part) } else { writeError(part) }
            }
        }
        ProcessMain.leave(code.rawValue)
    }

    /// The argument parser calls an unknown command an unexpected argument,
    /// and answers `help` for one with the general help.
    ///
    /// - Returns: the lines to print; nil where each command is known.
    static func unknownCommand(_ words: ArraySlice<String>) -> [String]? {
        var words = words
        if words.first == "help" { words = words.dropFirst() }
        var command: any ParsableCommand.Type = Adhand.self
        var path = "adhand"
        for word in words.prefix(while: { !$0.hasPrefix("-") }) {
            let known = command.configuration.subcommands
            if known.isEmpty || word == "help" { return nil }
            guard let next = known.first(where: { $0._commandName == word }) else {
                let meant =
                    Adhand.answer(toGuess: String("\(path) \(word)".trimmingPrefix("adhand ")))
                    ?? Spelling.nearest(to: word, among: known.map { $0._commandName }).map { "did you mean '\($0)'?" }
                return [
                    "\(path): there is no command '\(word)'\(meant.map { "; \($0)" } ?? "")",
                    "  See '\(path) --help' for all of them.",
                ]
            }
            command = next
            path += " " + word
        }
        return nil
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
}
