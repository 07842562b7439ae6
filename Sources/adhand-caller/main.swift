import AdhanCommandLine
import AdhanHooks
import ArgumentParser

/// The commands of the process that calls the prayers.
struct Caller: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adhand",
        abstract: "Calls a mosque's prayers.",
        subcommands: [Run.self, Rehearse.self]
    )
}

if CommandLine.arguments.first == HookSupervisor.name { HookSupervisor.main(CommandLine.arguments) }
EntryPoint<Caller>.main()
