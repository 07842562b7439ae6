import ArgumentParser

struct AudioCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audio",
        abstract: "List the sound cards, or check recordings before you use them.",
        subcommands: [Devices.self, Check.self]
    )
}
