import AdhanCaller
import AdhanSupport
import AdhanCore
import Glibc

/// Checks whether the daemon's user has the permissions that it needs for its files.
enum PermissionsCheck {
    /// What the daemon does with a file.
    enum Use: Sendable {
        case reads, writes, runs
        /// Reads it as a config file, whose location is fixed.
        case configures
        /// Creates files in a folder.
        case fills
        /// Keeps a mirror in a folder.
        case mirrors
        /// Plays into a WAV file.
        case plays
        /// Creates a WAV file in a folder.
        case adds

        /// As in `Account.may`.
        fileprivate var rights: mode_t {
            switch self {
            case .reads, .configures: 4
            // Running a script includes reading it.
            case .runs: 5
            // A file of which the beginning is not known is not overwritten.
            case .writes, .plays: 6
            case .fills, .mirrors: 7
            case .adds: 3
            }
        }
    }

    /// The folders that the unit's sandbox hides from the daemon, whatever the permissions are.
    private static let hidden = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]

    static func findings(
        _ configuration: Configuration,
        _ locations: Locations,
        _ sandbox: UnitSandbox = .none
    ) -> [Finding] {
        let (user, ledger) = (daemon(locations), configuration.ledger.file)
        let lookup = configuration.lookup(locations).answering
        let uses =
            configs(configuration).map { ($0, .configures) } + named(configuration, lookup).map { ($0.path, $0.use) }
            + Set([locations.state, PathName.folder(of: ledger)]).sorted().map { ($0, .fills) } + [(ledger, .writes)]
            // Another check reports those that do not answer.
            + lookup.mirrors.map { ($0.directory, Use.mirrors) }
        let found =
            findings(uses, user) + readOnly(configuration, locations, sandbox) + exposed(configuration, lookup)
        guard found.isEmpty else { return found }
        return [.good("the daemon's user \(user.name) may use its files, and not everybody may change them")]
    }

    /// The parts of the daemon's own config that its user may not read. Other files, such as drafts, are not checked.
    static func unreadableConfig(_ configuration: Configuration, _ locations: Locations) -> [Finding] {
        guard let file = configuration.file, locations.isDaemons(file) else { return [] }
        return findings(configs(configuration).map { ($0, .configures) }, daemon(locations))
    }

    /// The files that the daemon's user may not read or run, as sentences with the config's file and line: its config,
    /// and the files that any config names. The latter are left out if that user is not known, or this user may not
    /// see them.
    static func unusableFiles(_ configuration: Configuration, _ locations: Locations) -> [String] {
        let unreadable = unreadableConfig(configuration, locations).map { "\($0.words): \($0.advice ?? "")" }
        guard let user = knownDaemon(locations) else { return unreadable }
        return unreadable
            + named(configuration, configuration.lookup(locations).answering).compactMap { path, use, spot -> String? in
                // The objections name a file that is missing.
                guard let chain = try? FileOwnership.chain(to: path),  // reason: see above
                    let finding = finding(chain, use, user)
                else { return nil }
                let words = "\(finding.words): \(finding.advice ?? "")"
                return spot.map { ConfigFault($0, words).description } ?? words
            }
    }

    /// Where the config has the service write, and its unit does not let it.
    static func readOnly(_ configuration: Configuration, _ locations: Locations, _ sandbox: UnitSandbox) -> [Finding] {
        // Only the unit has a sandbox; a daemon started by somebody else has none.
        guard knownDaemon(locations)?.name == Account.service else { return [] }
        return readOnly(written(configuration), sandbox)
    }

    /// The folder of the ledger, and the WAV files.
    static func written(_ configuration: Configuration) -> [String] {
        [PathName.folder(of: configuration.ledger.file)] + waves(configuration).map(\.path)
    }

    static func readOnly(_ paths: [String], _ sandbox: UnitSandbox) -> [Finding] {
        paths.filter { path in !sandbox.allows(path) && !hidden.contains { (path + "/").hasPrefix($0) } }.map { path in
            let word = shellWord(path)
            let make = access(path, F_OK) == 0 ? "" : "sudo install -d -o \(Account.service) \(word); then: "
            return .bad(
                "\(path): the service may not write there, whatever its permissions are, "
                    + "since its unit has ProtectSystem=strict",
                do: make + "sudo systemctl edit adhand, and write there, below [Service]: ReadWritePaths=\(path); "
                    + "then: sudo systemctl restart adhand"
            )
        }
    }

    /// What is written to play into a WAV file: the file, or its folder if it is not there yet.
    private static func waves(_ configuration: Configuration) -> [(path: String, use: Use)] {
        configuration.audio.devices.compactMap { device in
            guard let path = OutputDevice(device).file else { return nil }
            guard access(path, F_OK) != 0 else { return (path, .plays) }
            return (PathName.folder(of: path), .adds)
        }
    }

    /// The files that the config names, where the mirrors have them or not, each with its position.
    private static func named(
        _ configuration: Configuration,
        _ lookup: ResourceLookup
    ) -> [(path: String, use: Use, spot: SourceLocation?)] {
        let (audio, timetable) = (configuration.audio, configuration.timetable)
        let hooks = configuration.hooks
        let others: [(path: String?, use: Use, key: String)] =
            [
                (hooks.before.first.flatMap(HookProgram.find), .runs, "hooks.before"),
                (hooks.after.first.flatMap(HookProgram.find), .runs, "hooks.after"),
                (timetable.file.map { lookup($0) }, .reads, "timetable.file"),
                (timetable.s3?.credentials, .reads, "timetable.s3.credentials"),
            ] + configuration.mirror.mirrors.map { ($0.credentials, .reads, "\($0.key).credentials") }
        let notify: [(path: String, use: Use, spot: SourceLocation?)] = configuration.notify.receivers.flatMap {
            receiver in
            [
                receiver.secret.flatMap { $0.credential == nil ? ($0.file, .reads, receiver.spot) : nil },
                receiver.destination.program.map { ($0, .runs, receiver.spot) },
            ].compactMap(\.self)
        }
        let waves = waves(configuration).map { ($0.path, $0.use, Optional(configuration.spot(of: "audio.devices"))) }
        return audio.files.map { (lookup($0), .reads, audio.recordingSpots[$0]) } + waves + notify
            + others.enumerated().compactMap { index, file -> (String, Use, SourceLocation?)? in
                guard let path = file.path, !others.prefix(index).contains(where: { $0.path == path }) else {
                    return nil
                }
                return (path, file.use, configuration.spot(of: file.key))
            }
    }

    private static func findings(_ uses: [(path: String, use: Use)], _ user: Account) -> [Finding] {
        uses.compactMap { path, use -> Finding? in
            do throws(FileFault) {
                return finding(try FileOwnership.chain(to: path), use, user)
            } catch {
                // The daemon creates missing files itself, or another check reports them.
                return error.isMissing ? nil : .bad("\(error)", do: Finding.asRoot)
            }
        }
    }

    /// Its main file and those of `conf.d`. The folder could be listed a moment ago, when the config was read.
    private static func configs(_ configuration: Configuration) -> [String] {
        configuration.texts.map { (try? $0.files()) ?? [$0.file] } ?? []  // reason: see above
    }

    /// What everybody could change: the config, programs, recordings, timetables, and the folders that lead to them.
    /// Each file is reported once.
    private static func exposed(_ configuration: Configuration, _ lookup: ResourceLookup) -> [Finding] {
        let timetable = configuration.timetable
        // With what a person who changes them can control.
        let files: [(path: String, power: String)] =
            (configuration.hooks.programs + configs(configuration)).map { ($0, "what the daemon runs") }
            + configuration.audio.files.map { (lookup($0), "what sounds") }
            + [timetable.file, timetable.bundle].compactMap(\.self).map { (lookup($0), "when the prayers are called") }
        var findings: [(path: String, finding: Finding)] = []
        for (path, power) in files {
            for named in Set([path, PathName.withoutLinks(path)]).sorted() {
                // Another check already reports a file that cannot be examined.
                guard let chain = try? FileOwnership.chain(to: named),  // reason: see above
                    let open = chain.first(where: \.isOpenToEverybody),
                    let finding = exposure(chain, power), !findings.contains(where: { $0.path == open.path })
                else { continue }
                findings.append((open.path, finding))
            }
        }
        return findings.map(\.finding)
    }

    /// - Parameters:
    ///   - chain: the folders on the path, from the root, and the file itself.
    ///   - power: what a person who changes it can control.
    /// - Returns: nil if only its owner and its group can change it.
    static func exposure(_ chain: [FileOwnership], _ power: String) -> Finding? {
        guard let open = chain.first(where: \.isOpenToEverybody) else { return nil }
        return .bad(
            "\(open.path): everybody may write to it, and so decide \(power)",
            do: "sudo chmod o-w \(shellWord(open.path))"
        )
    }

    /// The daemon's user, or this user if that is not known.
    private static func daemon(_ locations: Locations) -> Account {
        knownDaemon(locations) ?? Account(user: geteuid())
    }

    /// The owner of the daemon's state; before the first start the unit's user, if there is a service.
    private static func knownDaemon(_ locations: Locations) -> Account? {
        do {
            return Account(user: try FileOwnership(locations.state).user)
        } catch {
            return locations.state.hasPrefix("/var/lib/") ? Account(named: Account.service) : nil
        }
    }

    /// - Parameter chain: the folders on the path, from the root, and the file itself.
    static func finding(_ chain: [FileOwnership], _ use: Use, _ user: Account) -> Finding? {
        guard let file = chain.last else { return nil }
        let (path, word, name) = (file.path, shellWord(file.path), shellWord(user.name))
        let closed = chain.dropLast().first { !user.may(1, $0) }
        func shared(_ words: String, _ command: String) -> Finding {
            .bad("\(path): the user \(user.name) may not \(words)", do: "sudo \(command) \(word)")
        }
        // Only the unit has a sandbox; a daemon started by somebody else has none.
        let isHidden = user.name == Account.service && hidden.contains(where: path.hasPrefix)
        if isHidden || closed != nil {
            let obstacle =
                closed.map { "the user \(user.name) may not enter \($0.path)" } ?? "the service does not see it"
            if use == .configures, let closed, !isHidden {
                let folder = shellWord(closed.path)
                return .bad("\(path): \(obstacle)", do: "sudo chgrp \(name) \(folder) && sudo chmod g+rx \(folder)")
            }
            return .bad("\(path): \(obstacle)", do: use.elsewhere(path))
        }
        guard !user.may(use.rights, file) else { return nil }
        return switch use {
        case .reads, .configures: shared("read it", "chgrp \(name) \(word) && sudo chmod g+r")
        case .runs: shared("run it", "chmod 755")
        case .plays: shared("write to it", "chgrp \(name) \(word) && sudo chmod g+rw")
        case .adds: shared("write to it", "chgrp \(name) \(word) && sudo chmod g+rwx")
        case .writes, .fills, .mirrors: shared("write to it", "chown -R \(name): \(word) && sudo chmod -R u+rwX")
        }
    }
}

extension PermissionsCheck.Use {
    /// What to do with a file that is out of the daemon's reach.
    fileprivate func elsewhere(_ path: String) -> String {
        let name = PathName.name(of: path)
        func copy(to folder: String, _ mode: String) -> String {
            "and name that in the config: sudo install -D -m \(mode) \(shellWord(path)) \(shellWord(folder + name))"
        }
        return switch self {
        case .reads: "put it where the daemon may read it, \(copy(to: "/srv/adhan/", "644"))"
        case .runs: "put it where the daemon may run it, \(copy(to: "/usr/local/bin/", "755"))"
        case .configures:
            "put it where the daemon looks for it: sudo install -D -m 644 \(shellWord(path)) "
                + "/etc/adhand/\(shellWord(name))"
        case .plays, .adds:
            "name a file in the daemon's own folder: devices = [\"file:/var/lib/adhand/adhan.wav\"] in [audio]"
        case .mirrors: "let the mirror be in the cache: remove 'directory' from its table"
        case .writes, .fills: "let the ledger be in the daemon's own folder: remove 'file' from [ledger]"
        }
    }
}
