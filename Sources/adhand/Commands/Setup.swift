import AdhanCore
import AdhanSetup
import AdhanSupport
import ArgumentParser
import Glibc

struct Setup: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Set the box up: ask what has to be known, write the config, start the services, call a prayer.",
        discussion: """
            Asks at most seven questions, each with a proposal. Each answer is an option, too, and is then not asked; \
            with --yes each proposal is taken that is no guess. It shows tomorrow's times, and how the config changes, \
            and then asks whether to write it; a question may be answered again before that. For the service's config \
            it starts the services. At last it calls a prayer, as rehearse does. Exit code: that of rehearse; 64 if an \
            answer is wrong or missing; 69 if a service does not start; 75 if you end it, and what was changed \
            by then is said; 77 if only root may write the config; 78 if the config is wrong already.
            """
    )

    // Unconditional: otherwise a southern latitude would be taken for an option.
    @Option(parsing: .unconditional, help: "A city, coordinates, or the link of a map.") var place: String?
    @Option(help: "The mosque's timetable, or none.", completion: .file()) var timetable: String?
    @Option(
        help: "A method, and for Asr shafi or hanafi: \"moonsighting hanafi\".",
        completion: .list(CalculationMethod.all.map(\.name))
    )
    var method: String?
    @Option(help: "The sound card's name.", completion: .devices) var device: String?
    @Option(help: "The adhan as MP3; Fajr's own may follow behind a comma.", completion: .file()) var recording: String?
    @Option(help: "Five minutes or times: \"20 13:30 15 5 15\"; or none, or timetable.") var iqama: String?
    @Option(help: "The languages of the screen's page, one or two: \"en, ar\"; or no.") var screen: String?
    @Flag(help: "Take every proposal, and ask nothing.") var yes = false
    @Flag(inversion: .prefixedNo, help: "Call a prayer at the end.") var rehearse = true
    @OptionGroup var options: CommonOptions

    private var given: [SetupTopic: String] {
        let all: [(SetupTopic, String?)] = [
            (.place, place), (.timetable, timetable), (.method, method), (.device, device), (.recording, recording),
            (.iqama, iqama), (.screen, screen),
        ]
        return all.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }

    func run() throws {
        let dialogue: SetupDialogue? = yes ? nil : SetupDialogue()
        if !yes, dialogue == nil, given.count < SetupTopic.allCases.count {
            throw ValidationError("setup asks questions, and here is no terminal: add --yes, and at least --place")
        }
        SetupInterrupt.sayUnchanged()
        let run = try SetupRun(options, answers: given, dialogue)
        try run.answerAll()
        guard try run.write() else { throw Ending(EX_TEMPFAIL, "nothing was changed") }
        SetupInterrupt.sayWritten()
        try run.startServices()
        guard rehearse else { return }
        say("Now a prayer is called in ten seconds, as a test. Listen.")
        fflush(nil)
        try ProcessCommand.rehearse(options.box, prayer: nil, lead: 10_000).runInstead()
    }
}
