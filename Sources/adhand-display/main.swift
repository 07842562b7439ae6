import AdhanSupport

ProcessMain.run { command in
    guard case .display(let options) = command else { return false }
    try DisplayCommand(options: options).run()
    return true
}
