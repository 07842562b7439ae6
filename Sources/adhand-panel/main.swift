import AdhanSupport

ProcessMain.run { command in
    guard case .panel(let options, let action) = command else { return false }
    switch action {
    case .serve: try PanelCommand(options: options).run()
    case .enable(let onScreen): try PanelSetup(options: options).enable(onScreen: onScreen)
    case .disable: try PanelSetup(options: options).disable()
    case .reset: try PanelSetup(options: options).reset()
    case .status(let isJSON): try PanelSetup(options: options).status(isJSON: isJSON)
    }
    return true
}
