import AdhanCore
import Glibc

/// A command that an executable of its own runs. `adhand` parses the command line and gives the executable the checked
/// command as JSON. So only `adhand` has an argument parser, and each executable has only what its commands need.
package enum ProcessCommand: Codable, Sendable {
    /// - `rehearse`: whether the next prayer is rehearsed first.
    /// - `isService`: whether `adhand sync` and `adhand notify` are services, too, and not started by the daemon.
    case run(BoxOptions, rehearse: Bool, isService: Bool)
    /// - `prayer`: nil for the next one.
    /// - `lead`: the time until the call, in milliseconds.
    case rehearse(BoxOptions, prayer: Prayer?, lead: Int64)
    case display(BoxOptions)
    case panel(BoxOptions, PanelAction)
    case mirror(BoxOptions)
    case mirrorSync(BoxOptions)
    /// - `parent`: the daemon that has started it, whose folders it uses; nil for a service.
    case sync(BoxOptions, parent: Int32?)
    /// - `parent`: as with `sync`.
    case notify(BoxOptions, parent: Int32?)
    /// Sends a message of each kind.
    ///
    /// - `receiver`: the one that gets them; nil for all.
    case notifyTest(BoxOptions, receiver: String?)
    /// Shows the messages that wait.
    case notifyQueue(BoxOptions, isJSON: Bool)
    /// Answers one question to the network.
    ///
    /// - `parent`: the command that has started it.
    case fetch(BoxOptions, parent: Int32)
    case publish(BoxOptions, Publication)
    case resources(BoxOptions, mirrorOnly: Bool, isJSON: Bool)

    /// The subcommand of `adhand panel`; `serve` without one.
    package enum PanelAction: Codable, Sendable {
        case serve, disable, reset
        /// - `onScreen`: whether the box's own screen shows the setup code, too.
        case enable(onScreen: Bool)
        case status(isJSON: Bool)
    }

    /// The files that `adhand publish` uploads, and where to.
    package struct Publication: Codable, Sendable {
        package let files: [String]
        /// The folder in the bucket; empty for its top.
        package let folder: String
        package let mirror: String
        package let isTimetable: Bool
        /// Whether it only says what it would do.
        package let isTrial: Bool

        package init(files: [String], folder: String, mirror: String, isTimetable: Bool, isTrial: Bool) {
            (self.files, self.folder, self.mirror) = (files, folder, mirror)
            (self.isTimetable, self.isTrial) = (isTimetable, isTrial)
        }
    }

    private var executable: String {
        switch self {
        case .run, .rehearse: "adhand-caller"
        case .display: "adhand-display"
        case .panel: "adhand-panel"
        case .notify, .notifyTest, .notifyQueue: "adhand-notify"
        case .mirror, .mirrorSync, .sync, .fetch, .publish, .resources: "adhand-sync"
        }
    }

    /// The path of its executable, and the arguments that it gets. Throws `NotInstalled` where it is missing.
    package func program() throws -> (path: String, words: [String]) {
        guard let path = Executables.find(executable) else { throw NotInstalled(executable: executable) }
        return (path, Self.pieces(try JSONText.encode(self, isPretty: false)))
    }

    /// Linux allows 128 kB of one argument, and two megabytes of all.
    private static let pieceLimit = 8192

    private static func pieces(_ text: String) -> [String] {
        var (rest, pieces) = (text.unicodeScalars[...], [String]())
        while !rest.isEmpty {
            pieces.append(String(rest.prefix(pieceLimit)))
            rest = rest.dropFirst(pieceLimit)
        }
        return pieces
    }

    /// The command that `adhand` has given this process. Throws what is wrong with it.
    static func given() throws -> ProcessCommand {
        try JSONText.decode(from: CommandLine.arguments.dropFirst().flatMap { Array($0.utf8) })
    }

    /// Runs the executable in place of this one.
    ///
    /// - Throws: `NotInstalled`; `SystemFault` where it cannot be run.
    package func runInstead() throws {
        let (path, words) = try program()
        var copies = ([path] + words).map { strdup($0) } + [nil]
        execv(path, &copies)
        throw SystemFault("running \(path)", errno)
    }

    package struct NotInstalled: Error, CustomStringConvertible {
        let executable: String

        package var description: String {
            // Display and panel are one package of their own in Debian.
            ["adhand-display", "adhand-panel"].contains(executable)
                ? "\(executable) is not installed: sudo apt install adhand-display, or install adhand again"
                : "\(executable) is not installed. It is a part of adhand; install adhand again: "
                    + Executables.installCommand()
        }
    }
}
