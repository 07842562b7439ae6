import AdhanSupport
import ArgumentParser

struct PanelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "panel",
        abstract: "Serve the committee's page by HTTPS, until SIGTERM; turn it on and off.",
        discussion: """
            It is a process of its own beside 'adhand run', and off until 'sudo adhand panel enable'. [panel] of the \
            config says where it listens. Exit code: 0 after SIGTERM; 69 if it cannot listen; started by hand, 66, 77 \
            or 78 if the config or the certificate is not there, may not be read or is wrong.
            """,
        subcommands: [Enable.self, Disable.self, Reset.self, State.self]
    )

    @OptionGroup var options: CommonOptions

    func run() throws { try ProcessCommand.panel(options.box, .serve).runInstead() }

    struct Enable: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Start the page, also after each boot, and print its address and a setup code.",
            discussion: """
                The first time it makes the page's folder and a certificate. The setup code holds for 15 minutes and \
                for one use. Exit code: 0; 69 if the service does not start; 77 if you are not root.
                """
        )

        @Flag(
            help: """
                Show address, QR code and setup code on the box's own screen as well, until the code is used or over. \
                Everybody in the hall can see it.
                """
        )
        var onScreen = false

        @OptionGroup var options: CommonOptions

        func run() throws { try ProcessCommand.panel(options.box, .enable(onScreen: onScreen)).runInstead() }
    }

    struct Disable: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop the page, also after each boot. The accounts stay.",
            discussion: "Exit code: 0; 69 if the service does not stop; 77 if you are not root."
        )

        @OptionGroup var options: CommonOptions

        func run() throws { try ProcessCommand.panel(options.box, .disable).runInstead() }
    }

    struct Reset: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print a new setup code, for a lost password, and log everybody out.",
            discussion: """
                The accounts stay. With the code, a name that exists gets a new password and is a caretaker. Exit \
                code: 0; 69 if the page was never enabled; 77 if you are not root.
                """
        )

        @OptionGroup var options: CommonOptions

        func run() throws { try ProcessCommand.panel(options.box, .reset).runInstead() }
    }

    struct State: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "status",
            abstract: "Say whether the page runs, its address and, for root, its accounts.",
            discussion: "Exit code: 0 if it runs; 69 if it does not."
        )

        @Option(help: "table or json.") var format = TableFormat.table

        @OptionGroup var options: CommonOptions

        func run() throws { try ProcessCommand.panel(options.box, .status(isJSON: format == .json)).runInstead() }
    }
}
