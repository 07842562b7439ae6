import AdhanSupport
import AdhanCaller

if CommandLine.arguments.first == HookSupervisor.name { HookSupervisor.main(CommandLine.arguments) }
ProcessMain.run { command in
    switch command {
    case .run(let options, let rehearse, let isService):
        try Run(options: options, rehearse: rehearse, isService: isService).run()
    case .rehearse(let options, let prayer, let lead):
        try Rehearse(options: options, prayer: prayer, lead: .milliseconds(lead)).run()
    default: return false
    }
    return true
}
