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

    /// Which part this user may not read, and what to do; nil if there is none.
    package let denial: String?

    /// Whether the daemon may be using a config that cannot be read here.
    package let isInDoubt: Bool

    /// Reads the file and the stored config; may block.
    package init(_ config: ConfigLoader) {
        let kept = Result { () throws(FileFault) in try config.kept() }
        let texts: ConfigSource? = if case .success(let texts) = kept { texts } else { nil }
        let file = config.file(texts)
        do {
            let found = try config.load(file, kept: texts)
            configuration = .success(found)
            let obstacle = file == nil ? kept.failure : nil
            let panel = found.texts?.panelDoubt
            problem = nil
            note = obstacle.map(Self.doubt(withoutFile:)) ?? panel?.words
            isInDoubt = obstacle != nil
            denial = obstacle?.isDenied == true || panel?.isDenied == true ? note : nil
        } catch {
            let own = Self.denial(error, isBoxs: config.named == nil)
            switch Result(catching: { try Self.parse(kept.get(), for: file, config.locations) }) {
            case .success(let standIn?):
                (configuration, problem, denial, isInDoubt) = (.success(standIn), error, own, false)
                note = Self.words(error) + "; this command uses the config that the daemon last accepted"
            case .success(nil):
                (configuration, problem, denial, note, isInDoubt) = (.failure(error), nil, own, nil, false)
            case .failure(let obstacle):
                (configuration, problem, isInDoubt) = (.failure(error), nil, true)
                // The fault of the file comes first: the note has the other one.
                denial = own ?? (Self.denial(obstacle, isBoxs: true) == nil ? nil : Self.words(error))
                note =
                    kept.failure == nil
                    ? "the config that the daemon last accepted cannot be used either: \(Self.words(obstacle))"
                    : Self.doubt(obstacle)
            }
        }
    }

    /// What to say of a part of the config that this user may not read; nil for another error.
    package static func denial(_ error: any Error, isBoxs: Bool) -> String? {
        guard let fault = error as? FileFault, fault.isDenied else { return nil }
        return "\(fault); \(isBoxs ? Account.howToRead : "look as root, with sudo")"
    }

    /// - Returns: nil if none is stored, or it belongs to another file.
    private static func parse(_ kept: ConfigSource?, for file: String?, _ locations: Locations) throws -> Configuration?
    {
        guard let kept, let file, kept.file == PathName.absolute(file) else { return nil }
        return try Configuration.parse(kept.named(file), locations, isKept: true)
    }

    /// The message if there is no file and an earlier one that the daemon may have stored cannot be read.
    package static func doubt(withoutFile obstacle: FileFault) -> String {
        "there is no config file; " + doubt(obstacle)
    }

    private static func doubt(_ obstacle: any Error) -> String {
        let words = denial(obstacle, isBoxs: true) ?? words(obstacle)
        return "the daemon may use an earlier config, which cannot be read: \(words)"
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
