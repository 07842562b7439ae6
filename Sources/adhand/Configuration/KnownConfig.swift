/// The config that a command speaks of: that of the file, as the daemon reads it; where the file is broken or has gone, the one that
/// the daemon last took, with which it runs and starts.
struct KnownConfig: Sendable {
    /// The file's fault where nothing is kept in its place.
    let configuration: Result<Configuration, any Error>
    /// What is wrong with the file, where the kept config stands in for it; nil where it does not.
    let problem: (any Error)?
    /// What a person is to know of it in one line: by which config a command goes, or that this cannot be told; nil where the file counts.
    let note: String?

    /// Whether the daemon may go by a config that cannot be read here.
    var isInDoubt: Bool { note != nil && problem == nil }

    /// Reads the file and what is kept; it may block.
    init(_ config: DaemonConfig) {
        let kept = Result { () throws(FileFault) in try ConfigStore(config.locations).load() }
        let texts: ConfigTexts? = if case .success(let texts) = kept { texts } else { nil }
        let file = config.file(texts)
        do {
            configuration = .success(try config.load(file))
            (problem, note) = (nil, file == nil ? Self.doubt(config) : nil)
        } catch {
            switch Result(catching: { try Self.parse(kept.get(), for: file, config.locations) }) {
            case .success(let standIn?):
                (configuration, problem) = (.success(standIn), error)
                note = Self.words(error) + "; this goes by the config that the daemon last took"
            case .success(nil):
                (configuration, problem, note) = (.failure(error), nil, nil)
            case .failure(let obstacle):
                let unusable = "nor can the config be used that the daemon last took: \(Self.words(obstacle))"
                let isRead = if case .success = kept { true } else { false }
                (configuration, problem, note) = (.failure(error), nil, isRead ? unusable : Self.doubt(obstacle))
            }
        }
    }

    /// - Returns: nil where none is kept, or that of another file.
    private static func parse(_ kept: ConfigTexts?, for file: String?, _ locations: Locations) throws -> Configuration?
    {
        guard let kept, let file, kept.file == ConfigStore.fromRoot(file) else { return nil }
        return try Configuration.parse(kept.named(file), locations)
    }

    /// Why it cannot be told whether the daemon keeps a config, where there is no file; nil where it can.
    static func doubt(_ config: DaemonConfig) -> String? {
        do {
            _ = try ConfigStore(config.locations).load()
            return nil
        } catch {
            return "there is no config file; " + doubt(error)
        }
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
