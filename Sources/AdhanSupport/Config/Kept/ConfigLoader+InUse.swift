extension ConfigLoader {
    /// The configs that the daemon may be using: the one that it accepted last, and the file's.
    ///
    /// - Parameter limit: how long their disks may take.
    /// - Throws: what is wrong with the file, if none can be read.
    package func inUse(within limit: Duration) throws -> [Configuration] {
        let read = TimeLimit.run(limit, on: subject) { () -> Result<[Configuration], any Error> in
            // reason: the daemon may never have accepted one, and the file's then counts
            let kept = try? self.kept().map { try Configuration.parse($0, locations, isKept: true) }
            let file = CommandConfig(self).configuration
            guard let kept else { return file.map { [$0] } }
            return .success([kept] + [try? file.get()].compactMap(\.self))  // reason: the kept one is in use
        }
        guard let read else { throw FileFault(path: subject, reason: "its disk or server does not answer") }
        return try read.get()
    }
}
