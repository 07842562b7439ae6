import AdhanSupport

if CommandLine.arguments.first == HookSupervisor.name { HookSupervisor.main(CommandLine.arguments) }
ProcessMain.run { command in
    guard case .notify(let options, let parent) = command else { return false }
    try NotifyCommand(options: options, parent: parent).run()
    return true
}
