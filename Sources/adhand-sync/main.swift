import AdhanSupport

ProcessMain.run { command in
    switch command {
    case .mirror(let options): try MirrorCommand(options: options).run()
    case .mirrorSync(let options): try MirrorCommand.Pass(options: options).run()
    case .sync(let options, let parent): try SyncCommand(options: options, parent: parent).run()
    case .fetch(let options, let parent): try FetchCommand(parent: parent, options: options).run()
    case .publish(let options, let publication): try Publish(options: options, publication: publication).run()
    case .resources(let options, let mirrorOnly, let isJSON):
        try ResourcesCommand(options: options, mirrorOnly: mirrorOnly, isJSON: isJSON).run()
    default: return false
    }
    return true
}
