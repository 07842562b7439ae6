import AdhanSupport
import AdhanCore
import AdhanCaller
import ArgumentParser

// Commands for the running daemon. Each prints the result, or ends with the daemon's reason for refusing.

struct Stop: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Fade out the current sound. The ledger records who did it."
    )

    @OptionGroup var options: CommonOptions

    func run() throws { try options.order(ControlRequest(.stop)) }
}

struct MuteCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute",
        abstract: "Mute all adhans and other sounds for a while. The ledger has each as skipped, with who muted it.",
        discussion: "The current sound is faded out. The mute survives a restart and ends by itself."
    )

    @Argument(help: ArgumentHelp("\(MuteText.usage).", valueName: "until"), completion: .prayers)
    var end: [String] = []
    @Option(help: ArgumentHelp("The same.", valueName: "until"), completion: .prayers) var until: String?
    @OptionGroup var options: CommonOptions

    func validate() throws {
        if !end.isEmpty, until != nil { throw ValidationError("The end of the mute is given twice; give it once.") }
    }

    func run() throws {
        try options.order(
            ControlRequest(.mute, until: end.isEmpty ? until ?? MuteText.usual : end.joined(separator: " "))
        )
    }
}

struct Unmute: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "End a mute.")

    @OptionGroup var options: CommonOptions

    func run() throws { try options.order(ControlRequest(.unmute)) }
}

struct RefreshCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "refresh",
        abstract: "Make the daemon load the timetable from its sources again.",
        discussion:
            "Network sources are asked after this box's own delay, which is at most [refresh] spread."
    )

    @Flag(help: "Ask them at once, without the delay.") var now = false
    @OptionGroup var options: CommonOptions

    func run() throws { try options.order(ControlRequest(now ? .refreshNow : .refresh)) }
}

struct Reload: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make the daemon read its config again.",
        discussion: """
            A broken config is rejected with its faults, and the previous one stays in use. The current sound is not \
            interrupted. A usable config is checked for further problems, as by check-config.
            """
    )

    @OptionGroup var options: CommonOptions

    func run() throws { try options.order(ControlRequest(.reload)) }
}
