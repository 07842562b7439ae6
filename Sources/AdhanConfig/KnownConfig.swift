import AdhanSystem

/// The config that a command speaks of: that of the file, as the daemon reads it; where the file is broken or has gone, the one that
/// the daemon last took, with which it runs and starts.
package struct KnownConfig: Sendable {
    /// The file's fault where nothing is kept in its place.
    package let configuration: Result<Configuration, any Error>
    /// What is wrong with the file, where the kept config stands in for it; nil where it does not.
    package let problem: (any Error)?
    /// What a person is to know of it in one line: by which config a command goes, or that this cannot be told; nil where the file counts.
    package let note: String?

    /// Whether the file, or what the daemon keeps of it, is for others to read.
    package let isDenied: Bool

    /// Whether the daemon may go by a config that cannot be read here.
    package var isInDoubt: Bool { note != nil && problem == nil }

    /// Reads the file and what is kept; it may block.
    package init(_ config: DaemonConfig) {
        let kept = Result { () throws(FileFault) in try ConfigStore(config.locations).load() }
        let texts: ConfigTexts? = if case .success(let texts) = kept { texts } else { nil }
        let file = config.file(texts)
        do {
            configuration = .success(try config.load(file))
            (problem, note) = (nil, file == nil ? kept.failure.map(Self.doubt(withoutFile:)) : nil)
            isDenied = note != nil && kept.failure?.isDenied == true
        } catch {
            switch Result(catching: { try Self.parse(kept.get(), for: file, config.locations) }) {
            case .success(let standIn?):
                (configuration, problem, isDenied) = (.success(standIn), error, false)
                note = Self.words(error) + "; this goes by the config that the daemon last took"
            case .success(nil):
                (configuration, problem, note) = (.failure(error), nil, nil)
                isDenied = Self.isDenial(error)
            case .failure(let obstacle):
                (configuration, problem) = (.failure(error), nil)
                isDenied = Self.isDenial(error) || Self.isDaemons(config) && Self.isDenial(obstacle)
                if kept.failure == nil {
                    note = "the config that the daemon last took cannot be used either: \(Self.words(obstacle))"
                } else {
                    note = Self.isDaemons(config) ? Self.doubt(obstacle) : nil
                }
            }
        }
    }

    /// - Returns: nil where none is kept, or that of another file.
    private static func parse(_ kept: ConfigTexts?, for file: String?, _ locations: Locations) throws -> Configuration?
    {
        guard let kept, let file, kept.file == ConfigStore.fromRoot(file) else { return nil }
        return try Configuration.parse(kept.named(file), locations)
    }

    private static func isDenial(_ error: any Error) -> Bool { (error as? FileFault)?.isDenied == true }

    /// Whether that file is the daemon's.
    private static func isDaemons(_ config: DaemonConfig) -> Bool {
        config.named.map(config.locations.isDaemons) ?? true
    }

    /// What there is to say where there is no file, and what the daemon may keep of an earlier one cannot be read.
    package static func doubt(withoutFile obstacle: FileFault) -> String {
        "there is no config file; " + doubt(obstacle)
    }

    private static func doubt(_ obstacle: any Error) -> String {
        let hint = (obstacle as? FileFault)?.isDenied == true ? "; look as root, with sudo" : ""
        return "whether the daemon runs by an earlier config cannot be told: \(words(obstacle))\(hint)"
    }

    private static func words(_ error: any Error) -> String {
        guard let faults = (error as? ConfigError)?.faults, let first = faults.first, faults.count > 1 else {
            return "\(error)"
        }
        return "\(first) (and \(faults.count - 1) more: adhand check-config)"
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
