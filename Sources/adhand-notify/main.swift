import AdhanSupport

if CommandLine.arguments.first == HookSupervisor.name { HookSupervisor.main(CommandLine.arguments) }
ProcessMain.run { command in
    switch command {
    case .notify(let options, let parent): try NotifyCommand(options: options, parent: parent).run()
    case .notifyTest(let options, let receiver): try NotifyTestCommand(options: options, name: receiver).run()
    case .notifyQueue(let options, let isJSON): try NotifyQueueCommand(options: options, isJSON: isJSON).run()
    default: return false
    }
    return true
}
