import AdhanConfig
import AdhanCore
import AdhanSystem
import Logging

extension DaemonConfig {
    /// How long the config may take, at a start and at a reload. The files that it names have five seconds of that.
    package static let patience: Duration = .seconds(20)
    /// How long the kept config may take, and finding the config's path.
    private static let shortPatience: Duration = .seconds(5)

    /// Reads the config file and the files that it names; it may block.
    ///
    /// - Throws: the fault that keeps the daemon from running with it.
    package func read() throws -> Assembly {
        // A fault of the store is reported at the start.
        let store = ConfigStore(locations)
        let kept = TimeLimit.run(Self.shortPatience, on: store.file) { try? store.load() }  // reason: see above
        return try read(from: file(kept ?? nil))
    }

    /// Reads the config at a start. The last accepted config replaces one that is broken or whose disk does not answer. It blocks
    /// for 35 seconds at most.
    ///
    /// - Returns: the assembly, and the problem where it is not the file's.
    /// - Throws: the file's fault where no config of this file is kept.
    package func begin(_ log: Logger) throws -> (assembly: Assembly, problem: String?) {
        let kept = TimeLimit.run(Self.shortPatience, on: ConfigStore(locations).file) { keptConfig(log) } ?? nil
        do {
            return (try patiently(kept), nil)
        } catch {
            let file = TimeLimit.run(Self.shortPatience, on: subject) { self.file(kept) } ?? kept?.file
            guard let kept, let file, let assembly = assembly(kept, for: file, log) else { throw error }
            log.error("the config is refused, and the last accepted one is used: \(error)")
            return (assembly, "\(error)")
        }
    }

    private func patiently(_ kept: ConfigTexts?) throws -> Assembly {
        let found = TimeLimit.run(Self.patience, on: subject) { Result { try read(from: file(kept)) } }
        guard let found else {
            let limit = DurationText.format(Self.patience)
            throw FileFault(
                path: named ?? kept?.file ?? "the config",
                reason: "it has not answered within \(limit); see whether its disk or server is there"
            )
        }
        return try found.get()
    }

    private func read(from file: String?) throws -> Assembly { try Assembly(try load(file), locations) }

    private func keptConfig(_ log: Logger) -> ConfigTexts? {
        do {
            return try ConfigStore(locations).load()
        } catch {
            log.error(
                "the last accepted config cannot be read, and so cannot replace a broken one: \(error)"
            )
            return nil
        }
    }

    private func assembly(_ kept: ConfigTexts, for file: String, _ log: Logger) -> Assembly? {
        guard kept.file == ConfigStore.fromRoot(file) else {
            log.error("the last accepted config is that of \(kept.file), and does not replace \(file)")
            return nil
        }
        do {
            return try Assembly(try Configuration.parse(kept.named(file), locations), locations)
        } catch {
            log.error("the last accepted config cannot be used either: \(error)")
            return nil
        }
    }
}
