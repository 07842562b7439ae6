import AdhanSupport
import AdhanCore
import ArgumentParser

// The commands that other executables run.

struct Run: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run the daemon in the foreground.",
        discussion: """
            Calls each prayer at its time. SIGTERM or SIGINT fades out the sound and ends the daemon; SIGHUP makes it \
            read its config again.
            """
    )

    @OptionGroup var options: CommonOptions

    @Flag(help: "First rehearse the next prayer in ten seconds, then run the daemon.")
    var rehearse = false

    /// For the unit of systemd: `adhand sync` and `adhand notify` have one as well.
    @Flag(help: .hidden) var asService = false

    func run() throws {
        try ProcessCommand.run(options.box, rehearse: rehearse, isService: asService).runInstead()
    }
}

struct Rehearse: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Call a prayer in ten seconds as a test, with everything as at the real time.",
        discussion: """
            Uses the real loop, device and recordings, and a temporary ledger. Without a sound card it plays into \
            rehearsal.wav in the current folder. Exit code: 0 if the adhan was heard completely, 69 if it was not, the \
            ledger is wrong or a program of [hooks] failed; 77 if you may not read a part of the config or the settings.
            """
    )

    @Argument(help: "fajr, dhuhr, asr, maghrib or isha (default: the next prayer).", completion: .prayers)
    var prayer: String?

    @Option(
        name: .customLong("in"),
        help: "The time until the call, from 1s to 1h (default: 10s).",
        transform: DurationText.parse
    )
    var lead: Duration = .seconds(10)

    @OptionGroup var options: CommonOptions

    func validate() throws {
        if let prayer, PrayerText.prayer(prayer) == nil {
            let meant = PrayerText.nearest(to: prayer).map { "did you mean: adhand rehearse \($0)" }
            throw ValidationError(
                "'\(prayer.prefix(40))' is no prayer; \(meant ?? "write fajr, dhuhr, asr, maghrib or isha")"
            )
        }
        guard (.seconds(1)...(.hours(1))).contains(lead) else {
            throw ValidationError("--in \(DurationText.format(lead)) is not between 1s and 1h")
        }
    }

    func run() throws {
        let (called, lead) = (prayer.flatMap(PrayerText.prayer), lead.wholeMilliseconds)
        try ProcessCommand.rehearse(options.box, prayer: called, lead: lead).runInstead()
    }
}

struct DisplayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "display",
        abstract: "Serve the page for the mosque's screen, until SIGTERM.",
        discussion: """
            It is a process of its own beside 'adhand run', and only follows it: it can end, hang or be flooded, and \
            the prayers are called all the same. [display] of the config says where it listens and what it shows. As a \
            service it waits for a config and a page that can be used. Exit code: 0 after SIGTERM; 69 if it cannot \
            listen; started by hand, 66, 77 or 78 if the config is not there, may not be read or is wrong.
            """
    )

    @OptionGroup var options: CommonOptions

    func run() throws { try ProcessCommand.display(options.box).runInstead() }
}

struct MirrorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mirror",
        abstract: "Keep the mosque's buckets mirrored into this box, until SIGTERM.",
        discussion: """
            It is a process of its own beside 'adhand run'. [mirror] of the config says which buckets. A file appears \
            only whole, and a recording or timetable only if it is in order. Exit code: 0 after SIGTERM; 78 if the \
            first config is wrong or names no mirror.
            """,
        subcommands: [Pass.self]
    )

    @OptionGroup var options: CommonOptions

    func run() throws { try ProcessCommand.mirror(options.box).runInstead() }

    struct Pass: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "sync",
            abstract: "Make one pass over all mirrors, and end.",
            discussion: """
                What was refused is looked at again, and a second listing that lacks most files is believed at once. \
                Exit code: 0 if the mirrors equal their buckets, except for what is refused, which is named; 69 if a \
                pass failed, with the reason; 78 if the config is wrong or names no mirror.
                """
        )

        @OptionGroup var options: CommonOptions

        func run() throws { try ProcessCommand.mirrorSync(options.box).runInstead() }
    }
}

struct SyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync",
        abstract: "Fetch the timetables that the daemon asks for, until SIGTERM.",
        discussion: """
            It is a process of its own beside 'adhand run', which uses no network itself and asks this one: it can \
            end, hang or be flooded, and the prayers are called all the same. 'adhand run' starts and ends it where it \
            is no service.
            """
    )

    @OptionGroup var options: CommonOptions

    func run() throws { try ProcessCommand.sync(options.box, parent: nil).runInstead() }
}

struct NotifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify",
        abstract: "Run the programs of [hooks] and tell the receivers of [[notify]]; test them, and see what waits.",
        discussion: """
            Without a subcommand it runs until SIGTERM, as a process of its own beside 'adhand run', which starts no \
            program, uses no network and asks this one: it can end, hang or be flooded, and the prayers are called all \
            the same. 'adhand run' starts and ends it where it is no service.
            """,
        subcommands: [Test.self, Queue.self]
    )

    @OptionGroup var options: CommonOptions

    func run() throws { try ProcessCommand.notify(options.box, parent: nil).runInstead() }

    struct Test: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Send the receivers of [[notify]] a message of each kind they want, and say what they answer.",
            discussion: """
                The messages are marked as a test, and come in quiet hours, too. As root, with sudo, they are sent by \
                the service's user. Exit code: 0 if all are accepted; 64 for an unknown name; 69 if one is not \
                accepted; 78 if the config is wrong or has no [[notify]].
                """
        )

        @Argument(help: "The receiver's name; without it, all of them.") var name: String?
        @OptionGroup var options: CommonOptions

        func run() throws { try ProcessCommand.notifyTest(options.box, receiver: name).runInstead() }
    }

    struct Queue: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "List the messages that wait for a receiver, and why they wait."
        )

        @Option(help: "table or json.") var format = TableFormat.table
        @OptionGroup var options: CommonOptions

        func run() throws { try ProcessCommand.notifyQueue(options.box, isJSON: format == .json).runInstead() }
    }
}

struct Publish: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract:
            "Put recordings, timetables and slides into a mirror's bucket, from which the boxes fetch them.",
        discussion: """
            Each file is checked as the box would, and put under its own name. Nothing is uploaded if the box would \
            refuse one of them, or if all days of a timetable are over. What the page cannot show of a slide, and a \
            name that the config does not ask for, are only said. The keys of [mirror] must be allowed to put objects. \
            Exit code: 0; 65 if a file is not right; 66 if there is no such file; 69 if the bucket does not take it; \
            78 if the config names no such mirror.
            """
    )

    @Argument(help: "The files, as in: adhand publish fajr.mp3.", completion: .file()) var files: [String]
    @Flag(help: "Only show what would be uploaded, and how it differs from what is there.") var dryRun = false
    @Flag(help: "The files are timetables, whatever their names are. One with faults is refused.") var timetable = false
    @Option(help: ArgumentHelp("The folder in the bucket, for example slides.", valueName: "folder")) var to = ""
    @Option(help: ArgumentHelp("Which mirror's bucket.", valueName: "name"))
    var mirror = MirrorConfiguration.Mirror.main
    @OptionGroup var options: CommonOptions

    func run() throws {
        let publication = ProcessCommand.Publication(
            files: files,
            folder: to,
            mirror: mirror,
            isTimetable: timetable,
            isTrial: dryRun
        )
        try ProcessCommand.publish(options.box, publication).runInstead()
    }
}

struct ResourcesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resources",
        abstract: "Show which file is used for each name: a mirror's, or the original.",
        discussion: "The names are those of the files in the mirrors, and of the files that the config uses."
    )

    @Flag(help: "Only those that come from a mirror.") var mirrorOnly = false
    @Option(help: "table or json.") var format = TableFormat.table
    @OptionGroup var options: CommonOptions

    func run() throws {
        try ProcessCommand.resources(options.box, mirrorOnly: mirrorOnly, isJSON: format == .json).runInstead()
    }
}
