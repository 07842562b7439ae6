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
        abstract: "Mute a prayer, or everything for a while. The ledger has each adhan as skipped, with who muted it.",
        discussion: """
            isha mutes the next Isha alone, next the next adhan alone, or the one that sounds. 2h mutes everything \
            for that time, until isha and until 17:00 everything before then; until tomorrow 17:00 \
            means the next day's. until after isha and today include the \
            last prayer. With a prayer go its tarhim, reminders, iqama and dua, with Maghrib also iftar, with a \
            Friday's Dhuhr also each khutbah and its first adhan. Suhoor and imsak still sound. Several prayers may be \
            muted, each by its own command. A muted adhan that sounds already is faded out. A mute \
            survives a restart and ends by itself.
            """
    )

    @Argument(
        help: ArgumentHelp("\(MuteText.usage) (default: \(MuteText.usual)).", valueName: "what"),
        completion: .list(Prayer.called.map(\.rawValue) + ["next", "until", "today"])
    )
    var what: [String] = []
    @OptionGroup var options: CommonOptions

    func run() throws {
        try options.order(ControlRequest(.mute, value: what.isEmpty ? nil : what.joined(separator: " ")))
    }
}

struct Unmute: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "End every mute.")

    @Argument(help: .hidden) var prayers: [String] = []
    @OptionGroup var options: CommonOptions

    func validate() throws {
        if !prayers.isEmpty { throw ValidationError("unmute ends every mute, and takes no prayer: adhand unmute") }
    }

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
