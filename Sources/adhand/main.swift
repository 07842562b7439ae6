import AdhanCommands
import AdhanHooks

if CommandLine.arguments.first == HookSupervisor.name { HookSupervisor.main(CommandLine.arguments) }
EntryPoint.main()
