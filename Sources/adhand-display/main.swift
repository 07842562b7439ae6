import AdhanCommandLine
import ArgumentParser

/// The command of the process that serves the page.
struct Display: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adhand",
        abstract: "Serves the page for the mosque's screen.",
        subcommands: [DisplayCommand.self]
    )
}

EntryPoint<Display>.main()
