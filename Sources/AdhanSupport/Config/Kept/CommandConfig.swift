/// The config that a command uses: the config file, as the daemon reads it; if that is broken or gone, the config that
/// the daemon last accepted, with which it runs and starts.
package struct CommandConfig: Sendable {
    /// The file's fault if no stored config replaces it.
    package let configuration: Result<Configuration, any Error>
    /// The file's fault if the stored config replaces it; otherwise nil.
    package let problem: (any Error)?
    /// One line for the user if the file is not used: which config the command uses, or that this is not known; and if
    /// what the panel has set may not be read. Otherwise nil.
    package let note: String?

    /// Whether the file, or the daemon's stored config, may not be read by this user.
    package let isDenied: Bool

    /// Whether the daemon may be using a config that cannot be read here.
    package let isInDoubt: Bool

    /// Reads the file and the stored config; may block.
    package init(_ config: ConfigLoader) {
        let kept = Result { () throws(FileFault) in try ConfigStore(config.locations).load() }
        let texts: ConfigSource? = if case .success(let texts) = kept { texts } else { nil }
        let file = config.file(texts)
        do {
            let found = try config.load(file, kept: texts)
            configuration = .success(found)
            let isLost = file == nil && kept.failure != nil
            problem = nil
            note = isLost ? kept.failure.map(Self.doubt(withoutFile:)) : found.texts?.panelDoubt?.words
            isInDoubt = isLost
            isDenied = isLost && kept.failure?.isDenied == true
        } catch {
            switch Result(catching: { try Self.parse(kept.get(), for: file, config.locations) }) {
            case .success(let standIn?):
                (configuration, problem, isDenied, isInDoubt) = (.success(standIn), error, false, false)
                note = Self.words(error) + "; this command uses the config that the daemon last accepted"
            case .success(nil):
                (configuration, problem, note, isInDoubt) = (.failure(error), nil, nil, false)
                isDenied = Self.isDenial(error)
            case .failure(let obstacle):
                (configuration, problem) = (.failure(error), nil)
                isDenied = Self.isDenial(error) || Self.isDaemons(config) && Self.isDenial(obstacle)
                if kept.failure == nil {
                    note = "the config that the daemon last accepted cannot be used either: \(Self.words(obstacle))"
                } else {
                    note = Self.isDaemons(config) ? Self.doubt(obstacle) : nil
                }
                isInDoubt = note != nil
            }
        }
    }

    /// - Returns: nil if none is stored, or it belongs to another file.
    private static func parse(_ kept: ConfigSource?, for file: String?, _ locations: Locations) throws -> Configuration?
    {
        guard let kept, let file, kept.file == PathName.absolute(file) else { return nil }
        return try Configuration.parse(kept.named(file), locations, isKept: true)
    }

    private static func isDenial(_ error: any Error) -> Bool { (error as? FileFault)?.isDenied == true }

    /// Whether that file is the daemon's.
    private static func isDaemons(_ config: ConfigLoader) -> Bool {
        config.named.map(config.locations.isDaemons) ?? true
    }

    /// The message if there is no file and an earlier one that the daemon may have stored cannot be read.
    package static func doubt(withoutFile obstacle: FileFault) -> String {
        "there is no config file; " + doubt(obstacle)
    }

    private static func doubt(_ obstacle: any Error) -> String {
        let hint = (obstacle as? FileFault)?.isDenied == true ? "; look as root, with sudo" : ""
        return "it is not known whether the daemon uses an earlier config: \(words(obstacle))\(hint)"
    }

    /// The error in one sentence.
    package static func words(_ error: any Error) -> String {
        guard let faults = (error as? ConfigError)?.faults, let first = faults.first, faults.count > 1 else {
            return "\(error)"
        }
        return "\(first) (and \(faults.count - 1) more: adhand check-config)"
    }
}

extension Result {
    fileprivate var failure: Failure? { if case .failure(let error) = self { error } else { nil } }
}
