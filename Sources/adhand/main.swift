import AdhanCommandLine
import AdhanCommands
import AdhanHooks

if CommandLine.arguments.first == HookSupervisor.name { HookSupervisor.main(CommandLine.arguments) }
EntryPoint<Adhand>.main(otherNames: Adhand.otherNames)
