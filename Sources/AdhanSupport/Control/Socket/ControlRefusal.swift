import AdhanCore
import Glibc

/// Why the server itself refuses a client, without asking the daemon.
package enum ControlRefusal: Error, Equatable, CustomStringConvertible {
    /// Its connection was needed for another, and it had been idle for longest.
    case evicted
    case tooManyWaiting
    case tooFast(wait: Duration)
    case tooManySubscribers
    case requestTooLong(limit: Int)
    case requestLate(after: Duration)
    case answerLate(after: Duration)
    case notJSON(String)
    case noCommand
    case unknownCommand(String)
    case unknownArgument(String)
    case notText(argument: String)
    case hasNUL(argument: String)
    case notTexts(argument: String)
    case notOutcome(argument: String)
    case unknownPrayer(String)

    package var description: String {
        switch self {
        case .evicted:
            "too many clients are connected to adhand without a request, and this one had been idle for longest; "
                + "try again"
        case .tooManyWaiting:
            "too many requests wait for adhand's answer already; try again in a moment"
        case .tooFast(let wait):
            "too many orders came in a short time; try again in "
                + "\(max(1, (wait + .milliseconds(999)).components.seconds)) s"
        case .tooManySubscribers:
            "too many clients follow adhand's events already; end one, for example an 'adhand status --watch'"
        case .requestTooLong(let limit):
            "the request has more than \(limit) bytes; send one line of JSON"
        case .requestLate(let after):
            "the request did not come within \(DurationText.format(after)); end it with a newline"
        case .answerLate(let after):
            "the daemon has not answered within \(DurationText.format(after)); look at it: systemctl status adhand"
        case .notJSON(let line):
            "'\(Self.cut(line))' is not a JSON object; send for example {\"command\":\"status\"}"
        case .noCommand:
            "the request has no \"command\"; there are \(Self.commands)"
        case .unknownCommand(let word):
            "unknown command '\(Self.cut(word))'\(Self.meant(word, among: Self.known)); there are \(Self.commands)"
        case .unknownArgument(let name):
            "unknown argument '\(Self.cut(name))'\(Self.meant(name, among: ControlRequest.keys)); there are "
                + ControlRequest.keys.joined(separator: ", ")
        case .notText(let argument):
            "\"\(argument)\" is not a text; put it into quotes"
        case .hasNUL(let argument):
            "\"\(argument)\" has a NUL character, \\u0000; leave it out"
        case .notTexts(let argument):
            "\"\(argument)\" is not a list of texts"
        case .notOutcome(let argument):
            "\"\(argument)\" does not say what came of it; only adhand's own processes send it"
        case .unknownPrayer(let word):
            "'\(Self.cut(word))' is not a prayer\(Self.meant(word, among: Self.prayers)); there are "
                + Self.prayers.joined(separator: ", ")
        }
    }

    /// The code for the reply, from sysexits.
    package var code: Int32 {
        switch self {
        case .evicted, .tooManyWaiting, .tooFast, .tooManySubscribers, .requestLate, .answerLate: EX_UNAVAILABLE
        default: EX_USAGE
        }
    }

    private static let prayers = Prayer.called.map(\.rawValue)
    private static let known = ControlRequest.Command.allCases.map(\.rawValue)
    private static let commands = known.joined(separator: ", ")

    private static func cut(_ text: String) -> String { OneLine.of(text, limit: 60) }

    private static func meant(_ word: String, among known: [String]) -> String {
        Spelling.nearest(to: word, among: known).map { " (did you mean '\($0)'?)" } ?? ""
    }
}
