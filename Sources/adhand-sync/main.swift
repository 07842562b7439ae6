import AdhanCommandLine
import ArgumentParser

/// The commands of the process that uses the network.
struct Sync: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adhand",
        abstract: "Fetches timetables, and mirrors the mosque's buckets.",
        subcommands: [
            SyncCommand.self, FetchCommand.self, MirrorCommand.self, ResourcesCommand.self, Publish.self,
        ]
    )
}

EntryPoint<Sync>.main()
