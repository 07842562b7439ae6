import AdhanSystem
import AdhanControl
import AdhanCore
import AdhanDaemon
import ArgumentParser

// Commands for the running daemon. Each prints the result, or ends with the daemon's reason for refusing.

struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fade what sounds. The ledger keeps who did it."
    )

    @OptionGroup var options: CommonOptions

    func run() throws { try options.order(ControlRequest(.stop)) }
}

struct MuteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Keep every adhan silent for a while; each is recorded as skipped, with who muted it.",
        discussion: "What sounds is faded. The mute holds over a restart and ends by itself."
    )

    @Option(help: ArgumentHelp("\(MuteText.usage).", valueName: "until"))
    var until = MuteText.usual
    @OptionGroup var options: CommonOptions

    func run() throws { try options.order(ControlRequest(.mute, until: until)) }
}

struct Unmute: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Take a mute back.")

    @OptionGroup var options: CommonOptions

    func run() throws { try options.order(ControlRequest(.unmute)) }
}

struct RefreshCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Have the daemon ask its sources for the timetable anew.",
        discussion:
            "The sources on the network are asked after a delay within [refresh] spread that each box has for itself."
    )

    @Flag(help: "Ask them at once.") var now = false
    @OptionGroup var options: CommonOptions

    func run() throws { try options.order(ControlRequest(now ? .refreshNow : .refresh)) }
}

struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Have the daemon read its config anew.",
        discussion: """
            A broken config is refused with its faults, and the one before stands; nothing that sounds is cut. What is wrong with one that \
            can be used is said, as by check-config.
            """
    )

    @OptionGroup var options: CommonOptions

    func run() throws { try options.order(ControlRequest(.reload)) }
}

extension CommonOptions {
    fileprivate func order(_ request: ControlRequest) throws {
        let done = try control().ask(request, for: Done.self)
        for note in done.notes ?? [] { say(note) }
        say(done.words)
    }
}
