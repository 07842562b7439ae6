import AdhanConfig

extension DaemonConfig {
    /// The configs that the daemon may be using: the one that it accepted last, and the file's. It may block.
    ///
    /// - Throws: what is wrong with the file, if none can be read.
    package func inUse() throws -> [Configuration] {
        // reason: the daemon may never have accepted one, and the file's then counts
        let kept = try? ConfigStore(locations).load().map { try Configuration.parse($0, locations) }
        let file = KnownConfig(self).configuration
        if let kept { return [kept] + [try? file.get()].compactMap(\.self) }  // reason: the kept one is in use
        return [try file.get()]
    }
}
