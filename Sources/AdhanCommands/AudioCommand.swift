import ArgumentParser

struct AudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audio",
        abstract: "The sound cards of the box, and recordings before they are put to use.",
        subcommands: [Devices.self, Check.self]
    )
}
