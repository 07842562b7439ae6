extension ConfigSource {
    /// Reads the box's config: the files, and what the panel has set; may block. A process other than the daemon goes
    /// without the panel's file where it cannot be read: `panelDoubt` says so.
    ///
    /// - Parameters:
    ///   - mayBeNew: whether a missing main file counts as an empty one.
    /// - Throws: `FileFault` if one cannot be read or is too large.
    package init(reading file: String, _ locations: Locations, mayBeNew: Bool = false) throws(FileFault) {
        let found = Result { () throws(FileFault) in
            try Self.panelFile(locations.panelConfig)
        }
        if case .failure(let fault) = found, !locations.isDaemon {
            try self.init(reading: file, mayBeNew: mayBeNew)
            panelDoubt = PanelDoubt(words: Self.words(fault), isDenied: fault.isDenied)
        } else {
            try self.init(reading: file, panel: try found.get(), mayBeNew: mayBeNew)
        }
    }

    private static func words(_ fault: FileFault) -> String {
        guard fault.isDenied else {
            return "what the committee's page has set cannot be read, and is left out: \(fault)"
        }
        return "what the committee's page has set cannot be read by you: \(fault); \(Account.howToRead)"
    }
}

extension Locations {
    /// Whether an error of the config is one of the panel's file alone.
    package func isPanels(_ error: any Error) -> Bool {
        switch error {
        case let fault as FileFault: fault.path == panelConfig
        case let error as ConfigError: error.faults.allSatisfy { $0.spot.file == panelConfig }
        default: false
        }
    }
}
