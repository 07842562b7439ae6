import AdhanSystem
import ArgumentParser
import Glibc

/// A command that an executable of its own has, as with git: `adhand NAME` runs the executable that owns NAME, which
/// has only what its commands need.
package enum OwnedCommand: String, CaseIterable {
    case run, rehearse
    case display
    case mirror, sync, publish, resources
    /// Not for people.
    case fetch

    private var executable: String {
        switch self {
        case .run, .rehearse: "adhand-caller"
        case .display: "adhand-display"
        case .mirror, .sync, .publish, .resources, .fetch: "adhand-sync"
        }
    }

    package var abstract: String {
        switch self {
        case .run: "Run the daemon in the foreground."
        case .rehearse: "Call a prayer in ten seconds as a test, with everything as at the real time."
        case .display: "Serve the page for the mosque's screen, until SIGTERM."
        case .mirror: "Keep the mosque's buckets mirrored into this box, until SIGTERM."
        case .sync: "Fetch the timetables that the daemon asks for, until SIGTERM."
        case .publish:
            "Put recordings, timetables and slides into a mirror's bucket, from which the boxes fetch them."
        case .resources: "Show which file is used for each name: a mirror's, or the original."
        case .fetch: "Answer one question to the network."
        }
    }

    /// The path of its executable.
    ///
    /// - Throws: `NotInstalled`.
    package func path() throws(NotInstalled) -> String {
        guard let path = Executables.find(executable) else { throw NotInstalled(executable: executable) }
        return path
    }

    package struct NotInstalled: Error, CustomStringConvertible {
        let executable: String

        package var description: String { "\(executable) is missing, a part of adhand; install adhand again" }
    }

    /// Runs the executable in place of this one, if the command line names one of its commands. It returns if not.
    ///
    /// - Parameter root: the commands of this executable.
    /// - Throws: `NotInstalled`; `SystemFault` if it cannot be run.
    package static func runIfNamed(elsewhereThan root: any ParsableCommand.Type) throws {
        let arguments = CommandLine.arguments
        let words = arguments.dropFirst()
        let isHelp = words.first == "help"
        guard let name = isHelp ? words.dropFirst().first : words.first,
            let found = root.configuration.subcommands.first(where: { $0._commandName == name }),
            let command = (found as? any CommandElsewhere.Type)?.owned
        else { return }
        let path = try command.path()
        // The name that was typed stays the first word, for messages of the argument parser.
        var copies = arguments.map { strdup($0) } + [nil]
        execv(path, &copies)
        throw SystemFault("running \(path)", errno)
    }
}

/// A command in the help of `adhand` that another executable has.
package protocol CommandElsewhere: ParsableCommand {
    static var owned: OwnedCommand { get }
}

extension CommandElsewhere {
    package static var configuration: CommandConfiguration {
        CommandConfiguration(commandName: owned.rawValue, abstract: owned.abstract)
    }
}
