import AdhanConfig
import AdhanCore
import AdhanHooks
import AdhanSystem
import Foundation
import Glibc

/// Whether the daemon's user may do what the daemon has to do with its files.
package enum PermissionsCheck {
    /// What the daemon does with a file.
    package enum Use: Sendable {
        case reads, writes, runs
        /// Reads its config, which lies where it has to lie.
        case configures
        /// Makes files in a folder.
        case fills

        /// As `Account.may` takes them.
        fileprivate var rights: mode_t {
            switch self {
            case .reads, .configures: 4
            // Who runs a script reads it.
            case .runs: 5
            case .writes: 6
            case .fills: 7
            }
        }
    }

    /// What the unit's sandbox hides from the daemon, whatever the permissions are.
    private static let hidden = ["/home/", "/root/", "/run/user/", "/tmp/", "/var/tmp/"]

    package static func findings(_ configuration: Configuration, _ locations: Locations) -> [Finding] {
        let user = daemon(locations)
        let found = judge(uses(configuration, locations), user) + exposed(configuration)
        guard found.isEmpty else { return found }
        return [.good("the daemon's user \(user.name) may use its files, and not everybody may change them")]
    }

    /// What of its own config the daemon's user may not read: of another file, as a draft, nothing is to be said.
    package static func unreadableConfig(_ configuration: Configuration, _ locations: Locations) -> [Finding] {
        guard let file = configuration.file, locations.isDaemons(file) else { return [] }
        return judge(configs(configuration).map { ($0, .configures) }, daemon(locations))
    }

    private static func judge(_ uses: [(path: String, use: Use)], _ user: Account) -> [Finding] {
        uses.compactMap { path, use -> Finding? in
            do throws(FileFault) {
                return judge(try FileOwnership.chain(to: path), use, user)
            } catch {
                // What is not there is made by the daemon, or missed by the look at it.
                return error.isMissing ? nil : .bad("\(error)", do: "look as root: sudo adhand doctor")
            }
        }
    }

    /// Its main file and those of `conf.d`. A folder that cannot be listed was no obstacle a moment ago, when the config was read.
    private static func configs(_ configuration: Configuration) -> [String] {
        configuration.file.map { (try? ConfigTexts.files($0)) ?? [$0] } ?? []  // reason: see above
    }

    /// What everybody could change: the config, the programs, the recordings, the timetables, and what leads there. A file is found once.
    private static func exposed(_ configuration: Configuration) -> [Finding] {
        var findings: [(path: String, finding: Finding)] = []
        for (path, power) in powers(configuration) {
            for named in Set([path, URL(filePath: path).resolvingSymlinksInPath().path]).sorted() {
                // One that cannot be looked at is a finding already.
                guard let chain = try? FileOwnership.chain(to: named),  // reason: see above
                    let open = chain.first(where: \.isOpenToEverybody),
                    let finding = judgeExposure(chain, power), !findings.contains(where: { $0.path == open.path })
                else { continue }
                findings.append((open.path, finding))
            }
        }
        return findings.map(\.finding)
    }

    /// What whoever may change a file decides.
    private static func powers(_ configuration: Configuration) -> [(path: String, power: String)] {
        let timetable = configuration.timetable
        let programs = (configuration.hooks.programs + configs(configuration)).map { ($0, "what the daemon runs") }
        return programs + configuration.audio.files.map { ($0, "what sounds") }
            + [timetable.file, timetable.bundle].compactMap(\.self).map { ($0, "when the prayers are called") }
    }

    /// - Parameters:
    ///   - chain: the folders that lead there, from the top, and the file itself.
    ///   - power: what whoever may change it decides.
    /// - Returns: nil where only its owner and its group can change it.
    package static func judgeExposure(_ chain: [FileOwnership], _ power: String) -> Finding? {
        guard let open = chain.first(where: \.isOpenToEverybody) else { return nil }
        return .bad(
            "\(open.path): everybody may write to it, and so decide \(power)",
            do: "sudo chmod o-w \(shellWord(open.path))"
        )
    }

    /// The user that the daemon runs as owns its state; before its first start it is the unit's, or whoever asks.
    private static func daemon(_ locations: Locations) -> Account {
        do {
            return Account(user: try FileOwnership(locations.state).user)
        } catch {
            let isForService = locations.state.hasPrefix("/var/lib/")
            return (isForService ? Account(named: Account.service) : nil) ?? Account(user: geteuid())
        }
    }

    private static func uses(_ configuration: Configuration, _ locations: Locations) -> [(path: String, use: Use)] {
        let ledger = configuration.ledger.file
        let timetable = configuration.timetable
        let read = [timetable.file, timetable.s3?.credentials].compactMap(\.self) + configuration.audio.files
        let filled = Set([locations.state, URL(filePath: ledger).deletingLastPathComponent().path]).sorted()
        let programs = Set(configuration.hooks.programs).sorted()
        return configs(configuration).map { ($0, .configures) } + read.map { ($0, .reads) }
            + programs.map { ($0, .runs) } + filled.map { ($0, .fills) } + [
                (ledger, .writes)
            ]
    }

    /// - Parameter chain: the folders that lead there, from the top, and the file itself.
    /// - Returns: nil where all is well.
    package static func judge(_ chain: [FileOwnership], _ use: Use, _ user: Account) -> Finding? {
        guard let file = chain.last else { return nil }
        let (path, word, name) = (file.path, shellWord(file.path), shellWord(user.name))
        let closed = chain.dropLast().first { !user.may(1, $0) }
        // The user of the unit; a daemon that somebody else has started has no sandbox.
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
        case .reads, .configures:
            .bad(
                "\(path): the user \(user.name) may not read it",
                do: "sudo chgrp \(name) \(word) && sudo chmod g+r \(word)"
            )
        case .runs: .bad("\(path): the user \(user.name) may not run it", do: "sudo chmod 755 \(word)")
        case .writes, .fills:
            .bad(
                "\(path): the user \(user.name) may not write to it",
                do: "sudo chown -R \(name): \(word) && sudo chmod -R u+rwX \(word)"
            )
        }
    }
}

extension PermissionsCheck.Use {
    /// What to do with a file that lies where the daemon does not come.
    fileprivate func elsewhere(_ path: String) -> String {
        let name = URL(filePath: path).lastPathComponent
        func copy(to folder: String, _ mode: String) -> String {
            "and name that in the config: sudo install -D -m \(mode) \(shellWord(path)) \(shellWord(folder + name))"
        }
        return switch self {
        case .reads: "put it where the daemon may read it, \(copy(to: "/srv/adhan/", "644"))"
        case .runs: "put it where the daemon may run it, \(copy(to: "/usr/local/bin/", "755"))"
        case .configures:
            "put it where the daemon looks for it: sudo install -D -m 644 \(shellWord(path)) /etc/adhand/\(shellWord(name))"
        case .writes, .fills: "let the ledger be in the daemon's own folder: remove 'file' from [ledger]"
        }
    }
}
