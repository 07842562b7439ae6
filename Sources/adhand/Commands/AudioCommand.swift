import ArgumentParser

struct AudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audio",
        abstract: "The recordings, before they are put to use.",
        subcommands: [Check.self]
    )
}
