import AdhanCore
import AdhanLedger
import AdhanSupport
import Glibc

/// Puts an archive into a box on which no daemon runs.
///
/// All is unpacked and checked before anything that is there changes. Then the mosque's files get their places, the
/// config, and the ledger as the last: killed in between, the box has no config or the whole one, and a second import
/// completes it.
final class ImportRun {
    /// The outcome that `adhand import` tells.
    struct Outcome {
        /// The dated folders with what was there before.
        var before: [String] = []
        /// Whether the ledger of this box stays, since it has all rows of the archive's.
        var keepsLedger = false
    }

    /// The files of an earlier mosque: the daemon would fall back on them. The floor of the clock is the box's own.
    private static let earlier =
        MosqueArchive.stateFiles + [
            "config.json", "congregations.json", "timetable.json", "zone.json", "hook.json", "run.json", "notify",
            MosqueArchive.panel, MosqueArchive.imported,
        ]
    /// The files that SQLite keeps beside a ledger.
    static let journals = ["-journal", "-wal", "-shm"]
    private static let main = "config.toml"

    private let reader: ArchiveReader
    private let locations: Locations
    private let outside: OutsideFolders
    private let configFolder: String
    private let now: Instant
    private let stamp: String
    private let service = geteuid() == 0 ? Account(named: Account.service) : nil
    private let panel = geteuid() == 0 ? Account(named: Account.panel) : nil
    private var folders: [String: PlacedFolder] = [:]
    private var locks: [LockFile] = []

    init(_ reader: ArchiveReader, _ locations: Locations, _ outside: OutsideFolders, now: Instant) {
        (self.reader, self.locations, self.outside, self.now) = (reader, locations, outside, now)
        // For the names of the folders with what was there before.
        stamp = String(ZoneRules.utc.formatted(now).prefix(19)).replacing(":", with: "")
        configFolder = PathName.folder(of: Self.target(locations))
    }

    /// The path of the config file that an import writes.
    static func target(_ locations: Locations) -> String {
        let candidates = locations.configurationCandidates
        // Root's is the service's, also where it has none yet. The first of three is systemd's.
        let isService = geteuid() == 0 || candidates.count > 2
        let found = isService ? candidates.first : locations.configuration(named: nil) ?? candidates.last
        return PathName.absolute(found ?? "/etc/adhand/\(main)")
    }

    /// May block.
    ///
    /// - Throws: `ArchiveFault`, `ConfigError`, `FileFault`, `LedgerError`, `LockFault` or `Ending`. Until the files
    ///   get their places, the box is as it was.
    func run() throws -> Outcome {
        guard reader.entries.contains(where: { $0.part == .config(Self.main) }) else {
            throw ArchiveFault(reader.path, "it has no \(Self.main), so it is no mosque's")
        }
        try PlacedFolder.make(locations.state, 0o750, service)
        let usual = try place(ofLedger: locations.state + "/ledger.sqlite")
        try lock(usual)
        defer { for folder in folders.values { folder.finish() } }
        let state = try folder(locations.state, 0o750, service)
        let config = try folder(configFolder, 0o755, nil)
        try checkRoom(reader.entries)
        for entry in reader.entries { try stage(entry, config, state) }
        let configuration = try checked(
            config: PathName.folder(of: config.staged(Self.main)),
            state: PathName.folder(of: state.staged(Self.main))
        )
        let ledger = try stageLedger(at: configuration.ledger.file, usual)
        var outcome = Outcome()
        outcome.keepsLedger = reader.manifest.ledger != nil && ledger == nil
        try placeFiles(&outcome)
        func setAside(_ names: [String], in folder: PlacedFolder) throws(FileFault) {
            if let before = try folder.setAside(names, stamp: stamp) { outcome.before.append(before) }
        }
        try setAside(Self.earlier, in: state)
        // The daemon's own name for it goes first and comes last: a config in part is none.
        let present = try config.present().filter { ledger?.folder !== config || !$0.hasPrefix(ledger?.name ?? "/") }
        try setAside(present.filter { $0 == Self.main } + present.filter { $0 != Self.main }, in: config)
        let names = Set(
            reader.entries.compactMap { entry in
                if case .config(let path) = entry.part { PathName.parts(of: path).first.map(String.init) } else { nil }
            }
        )
        try config.place(names.subtracting([Self.main]).sorted() + [Self.main])
        try state.place(reader.entries.compactMap { if case .state(let name) = $0.part { name } else { nil } })
        let hasPanel = reader.entries.contains { if case .panel = $0.part { true } else { false } }
        if hasPanel { try state.place([MosqueArchive.panel]) }
        if let ledger {
            // With another ledger's journal SQLite would damage it.
            try setAside([ledger.name] + Self.journals.map { ledger.name + $0 }, in: ledger.folder)
            try ledger.folder.place([ledger.name])
        }
        return outcome
    }

    private func lock(_ ledger: String) throws(LockFault) { locks.append(try LockFile(ledger + ".lock")) }

    /// The path of a ledger on this box, with links followed.
    ///
    /// - Throws: `LedgerError` for a link of another user; `ArchiveFault` where an import puts no files.
    private func place(ofLedger file: String) throws -> String {
        let path = LedgerPath.resolved(file)
        if let words = ForeignLink.fault(file) { throw LedgerError.unreadable(file: file, reason: words) }
        guard outside.mayHaveLedger(path, own: [locations.state, configFolder]) else {
            let words = "the ledger would be in a folder where an import puts no files"
            throw ArchiveFault(path, "\(words): it may be in \(locations.state) or folders such as /srv")
        }
        return path
    }

    private func folder(_ path: String, _ mode: mode_t, _ owner: Account?) throws(FileFault) -> PlacedFolder {
        let real = PathName.withoutLinks(path)
        if let known = folders[real] { return known }
        let made = try PlacedFolder(real, mode: mode, owner: owner)
        folders[real] = made
        return made
    }

    /// - Parameter ledger: the path of the ledger, where it is one of the entries.
    private func checkRoom(_ entries: [ArchiveReader.Entry], ledger: String? = nil) throws(Ending) {
        try MoveDisk.checkRoom(
            entries.compactMap { entry in
                switch entry.part {
                case .manifest: nil
                case .ledger: ledger.map { ($0, entry.size) }
                case .config: ("\(configFolder)/\(Self.main)", entry.size)
                case .state, .panel: ("\(locations.state)/\(Self.main)", entry.size)
                case .file(let path): (path, entry.size)
                }
            }
        )
    }

    private func stage(_ entry: ArchiveReader.Entry, _ config: PlacedFolder, _ state: PlacedFolder) throws {
        let bits: mode_t = entry.isExecutable ? 0o110 : 0
        // The permissions are those of `make install`: root writes, and the service's group reads, since the config has
        // passwords.
        let reader = service.flatMap { service in service.groups.first.map { (uid_t(0), $0) } }
        switch entry.part {
        case .manifest, .ledger: return
        case .config(let path):
            let file = try config.create(path, mode: 0o640 | bits, folders: 0o750, owner: reader)
            try unpack(entry, file, config.staged(path))
        case .state(let name):
            let file = try state.create(name, mode: 0o644, folders: 0o750, owner: nil)
            try unpack(entry, file, state.staged(name))
        case .panel(let path):
            let owner = service?.groups.first.flatMap { group in panel.map { ($0.user, group) } }
            // The daemon reads what is in the folder, and the panel alone what is in `private`.
            try state.makeFolder(MosqueArchive.panel, 0o750, owner)
            let name = "\(MosqueArchive.panel)/\(path)"
            let isPrivate = path == MosqueArchive.panelAccounts
            let file = try state.create(name, mode: isPrivate ? 0o600 : 0o640, folders: 0o700, owner: owner)
            try unpack(entry, file, state.staged(name))
        case .file(let path):
            let real = PathName.withoutLinks(PathName.folder(of: path))
            guard outside.have(real + "/") else {
                throw ArchiveFault(path, "on this box its folder is \(real), where an import puts no files")
            }
            let folder = try folder(real, 0o755, nil)
            let name = PathName.name(of: path)
            let mode = entry.isPrivate ? 0o640 | bits : 0o644 | bits | (bits >> 3)
            let file = try folder.create(name, mode: mode, folders: 0o755, owner: entry.isPrivate ? reader : nil)
            try unpack(entry, file, folder.staged(name))
        }
    }

    /// Checks all that can be checked without writing into the box' folders. May block.
    func check() throws {
        let folder = try MoveDisk.temporaryFolder()
        defer { folder.remove() }
        let ledgers = reader.entries.filter { $0.part == .ledger }
        try MoveDisk.checkRoom(ledgers.map { (folder.path + "/ledger.sqlite", $0.size) })
        let copies = try PlacedFolder(folder.path, mode: 0o700, owner: nil)
        defer { copies.finish() }
        for entry in reader.entries {
            let name: String
            switch entry.part {
            case .config(let path) where path.hasSuffix(".toml"): name = "config/" + path
            case .state(let file): name = "state/" + file
            case .panel(let path) where [Self.main, MosqueArchive.panelAccounts].contains(path):
                name = "state/\(MosqueArchive.panel)/\(path)"
            case .ledger: name = "ledger.sqlite"
            case .manifest, .config, .panel, .file:
                try reader.unpack(entry)
                continue
            }
            let file = try copies.create(name, mode: 0o600, folders: 0o700, owner: nil)
            try unpack(entry, file, copies.staged(name))
        }
        let configuration = try checked(config: copies.staged("config"), state: copies.staged("state"))
        if reader.entries.contains(where: { $0.part == .ledger }) {
            _ = try place(ofLedger: configuration.ledger.file)
            try check(MovedLedger(copies.staged("ledger.sqlite")))
        }
    }

    /// Checks what was unpacked, but for the ledger.
    private func checked(config: String, state: String) throws -> Configuration {
        guard reader.entries.contains(where: { $0.part == .config(Self.main) }) else {
            throw ArchiveFault(reader.path, "it has no \(Self.main), so it is no mosque's")
        }
        let panel = try ConfigSource.panelFile("\(state)/\(MosqueArchive.panel)/\(Self.main)").map {
            ConfigSource.PanelFile(file: locations.panelConfig, bytes: $0.bytes)
        }
        let texts = try ConfigSource(reading: "\(config)/\(Self.main)", panel: panel)
        let configuration = try Configuration.parse(texts.named("\(configFolder)/\(Self.main)"), locations)
        for entry in reader.entries {
            let damage: String?
            switch entry.part {
            case .state(let name): damage = MosqueArchive.damage(ofJSON: "\(state)/\(name)")
            case .panel(MosqueArchive.panelAccounts):
                damage = MovedAccounts("\(state)/\(MosqueArchive.panel)/\(MosqueArchive.panelAccounts)").damage()
            case .manifest, .ledger, .config, .panel, .file: continue
            }
            guard let damage else { continue }
            let advice = "zip -d \(shellWord(reader.path)) \(entry.part.name)"
            throw ArchiveFault(
                reader.path,
                "'\(entry.part.name)' in it is damaged: \(damage). To import the rest without it: \(advice)"
            )
        }
        return configuration
    }

    private func check(_ ledger: MovedLedger) throws(ArchiveFault) {
        do throws(LedgerError) { _ = try ledger.extent() } catch {
            throw ArchiveFault(reader.path, "its ledger cannot be used: \(error.reason)")
        }
    }

    private func unpack(_ entry: ArchiveReader.Entry, _ file: Int32, _ path: String) throws {
        defer { close(file) }
        try reader.unpack(entry) { block throws(ArchiveFault) in
            let code = OpenFile.write(block, to: file)
            guard code == 0 else { throw ArchiveFault(path, writing: code) }
        }
        guard fsync(file) == 0 else { throw FileFault(path: path, errno: errno) }
    }

    /// Unpacks and checks the ledger.
    ///
    /// - Parameters:
    ///   - locked: the path of a ledger that is locked already.
    /// - Returns: nil where the archive has none, or this box has all its rows already.
    private func stageLedger(at file: String, _ locked: String) throws -> (folder: PlacedFolder, name: String)? {
        guard let entry = reader.entries.first(where: { $0.part == .ledger }) else { return nil }
        let path = try place(ofLedger: file)
        let (folder, name) = (try folder(PathName.folder(of: path), 0o750, service), PathName.name(of: path))
        if path != locked { try lock(path) }
        try checkRoom([entry], ledger: path)
        let staged = try folder.create(name, mode: 0o600, folders: 0o750, owner: nil)
        try unpack(entry, staged, folder.staged(name))
        let moved = MovedLedger(folder.staged(name))
        try check(moved)
        var status = stat()
        if stat(path, &status) == 0, status.st_size > 0 {
            let aside = "sudo mv \(shellWord(path)) \(shellWord(path + ".before"))"
            let own: MovedLedger.Extent
            do throws(LedgerError) { own = try MovedLedger(path).extent() } catch {
                throw Ending(EX_UNAVAILABLE, "\(error). To keep it aside, and import again: \(aside)")
            }
            if own.rows > 0 {
                guard try moved.rows(missingIn: path) > 0 else { return nil }
                let words = "this box has \(LedgerWords.of(own)) in \(path), and the archive has another; two ledgers "
                throw Ending(EX_CANTCREAT, words + "are not merged. If this box's is only of a trial: \(aside)")
            }
        }
        try moved.markMove(at: now, from: OneLine.of(reader.manifest.host, limit: 64))
        return (folder, name)
    }

    /// The files outside of the config folder. Equal ones stay as they are.
    private func placeFiles(_ outcome: inout Outcome) throws(FileFault) {
        for entry in reader.entries {
            guard case .file(let path) = entry.part else { continue }
            let (folder, name) = (try folder(PathName.folder(of: path), 0o755, nil), PathName.name(of: path))
            if folder.has(name) { continue }
            if let before = try folder.setAside([name], stamp: stamp) { outcome.before.append(before) }
            try folder.place([name])
        }
    }
}
