import AdhanSupport

if CommandLine.arguments.first == HookSupervisor.name { HookSupervisor.main(CommandLine.arguments) }
EntryPoint.main()
