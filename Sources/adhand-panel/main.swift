import AdhanSupport

ProcessMain.run { command in
    guard case .panel(let options, let action) = command else { return false }
    switch action {
    case .serve: try PanelCommand(options: options).run()
    case .enable: try PanelSetup(options: options).enable()
    case .disable: try PanelSetup(options: options).disable()
    case .reset: try PanelSetup(options: options).reset()
    case .status: try PanelSetup(options: options).status()
    }
    return true
}
