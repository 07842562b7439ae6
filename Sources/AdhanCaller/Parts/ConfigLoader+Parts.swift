import AdhanSupport
import AdhanCore
import Logging

extension ConfigLoader {
    /// How long the config may take at a reload, and at a start without a kept one. The files that it names have five
    /// seconds of that.
    package static let patience: Duration = .seconds(20)
    /// How long the kept config may take, finding the config's path,
    /// and the config at a start where a kept one can replace it.
    private static let shortPatience: Duration = .seconds(5)

    /// Reads the config file and the files that it names; it may block.
    ///
    /// - Throws: the fault that keeps the daemon from running with it.
    package func read(_ network: Network) throws -> DaemonParts {
        // A fault of the store is reported at the start.
        let store = ConfigStore(locations)
        let kept = TimeLimit.run(Self.shortPatience, on: store.file) { try? store.load() }  // reason: see above
        return try DaemonParts(try load(file(kept ?? nil), kept: kept ?? nil), locations, network)
    }

    /// Why a start does not use the config as it is on the disk.
    package struct Refusal {
        package let fault: String
        /// The config that is used instead, as the beginning of a sentence that ends with the fault.
        package let words: String
    }

    /// Reads the config at a start. The last accepted config replaces one that is broken or whose disk does not answer;
    /// if there is none, and only what the panel has set is broken, the mosque's own files count without it.
    /// It blocks for half a minute at most. The caller reports the problem.
    ///
    /// - Returns: the parts, and the problem where they are not those of the files.
    /// - Throws: the file's fault where no config of this file is kept; `TzdataFault` where only tzdata keeps one from
    ///   being used.
    package func begin(_ log: Logger, _ network: @escaping Network) throws -> (parts: DaemonParts, problem: Refusal?) {
        let start = BootClock.now()
        // Both at the same time: a config that is in order does not wait for the folder of the kept one.
        let keeping = TimeLimit.begin(on: ConfigStore(locations).file) { keptConfig(log) }
        let kept: @Sendable () -> ConfigSource? = { keeping.answer(by: start + Self.shortPatience) ?? nil }
        let reading = TimeLimit.begin(on: subject) {
            Result { try DaemonParts(try load(file(kept()), kept: kept()), locations, network) }
        }
        let limit = reading.ends(by: start + Self.shortPatience) || kept() == nil ? Self.patience : Self.shortPatience
        do {
            guard let found = reading.answer(by: start + limit) else {
                throw FileFault(
                    path: named ?? kept()?.file ?? "the config",
                    reason:
                        "it has not answered within \(DurationText.format(limit)); "
                        + "see whether its disk or server is there"
                )
            }
            return (try found.get(), nil)
        } catch {
            let file = TimeLimit.run(Self.shortPatience, on: subject) { self.file(kept()) } ?? kept()?.file
            if let kept = kept(), let file, let parts = try parts(kept, for: file, log, network) {
                let words = "the config is refused, and the last accepted one is used"
                return (parts, Refusal(fault: "\(error)", words: words))
            }
            guard locations.isPanels(error), let file,
                let own = TimeLimit.run(
                    Self.shortPatience,
                    on: subject,
                    { Result { try Configuration.parse(ConfigSource(reading: file), locations) } }
                )
            else { throw error }
            let words = "what the committee's page has set is refused, and left out"
            return (try DaemonParts(try own.get(), locations, network), Refusal(fault: "\(error)", words: words))
        }
    }

    private func keptConfig(_ log: Logger) -> ConfigSource? {
        do {
            return try ConfigStore(locations).load()
        } catch {
            log.error("the last accepted config cannot be read, and so cannot replace a broken one: \(error)")
            return nil
        }
    }

    private func parts(
        _ kept: ConfigSource,
        for file: String,
        _ log: Logger,
        _ network: Network
    ) throws -> DaemonParts? {
        guard kept.file == PathName.absolute(file) else {
            log.error("the last accepted config is that of \(kept.file), and does not replace \(file)")
            return nil
        }
        do {
            let configuration = try Configuration.parse(kept.named(file), locations, isKept: true)
            return try DaemonParts(configuration, locations, network)
        } catch let fault as TzdataFault {
            // A person's config may be wrong, too. But the box can start as soon as tzdata is repaired.
            throw fault
        } catch {
            log.error("the last accepted config cannot be used either: \(error)")
            return nil
        }
    }
}
