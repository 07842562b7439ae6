import AdhanCore
import AdhanLedger
import AdhanSupport
import ArgumentParser
import Glibc

struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Put config, settings, ledger and recordings into one archive, to move to another box.",
        discussion: """
            The daemon may run meanwhile. The archive is a ZIP file that only you may read: it has the passwords of \
            the config. 'adhand import' reads it on the new box. What is fetched again is not in it: timetables of the \
            network, and mirrors. Exit code: 0; 66 if there is no config or the panel's accounts are damaged; 69 if \
            the ledger cannot be read; 73 if the file exists or cannot be written, or there is no room for copies in \
            $TMPDIR; 77 if you may not read all of it; 78 if the config is wrong.
            """
    )

    @Argument(help: "The archive, as in: sudo adhand export mosque.zip.", completion: .file(extensions: ["zip"]))
    var file: String
    @OptionGroup var archive: ArchiveOptions
    @Flag(help: "Replace the file if it exists.") var force = false

    func validate() throws {
        if file == "-" { throw ValidationError("an archive has passwords and is written to a file: name one") }
    }

    func run() throws {
        do {
            guard try !ArchiveWriter.isTaken(file) || force else {
                let words = "\(file) exists, and is not replaced; name another file, or: adhand export --force"
                throw Ending(EX_CANTCREAT, "\(words) \(shellWord(file))")
            }
            try export()
        } catch  where MoveDisk.isToBlame(for: error) {
            throw Ending(EX_CANTCREAT, "\(error)")
        } catch let fault as FileFault where fault.isDenied {
            throw Ending(EX_NOPERM, "\(fault); as root: sudo adhand export \(shellWord(file))")
        } catch let fault as ArchiveFault {
            throw Ending(EX_CANTCREAT, "\(fault)")
        }
    }

    private func export() throws {
        let locations = archive.locations
        guard let main = locations.configuration(named: nil) else {
            throw Ending(EX_NOINPUT, "there is no config, so there is no mosque to move")
        }
        let configuration = try Configuration.load(main, locations)
        if let doubt = configuration.texts?.panelDoubt, doubt.isDenied { throw Ending(EX_NOPERM, doubt.words) }
        let now = LinuxClock().wall()
        let today = ZoneRules.utc.wall(at: now).date
        let plan = try ExportPlan(configuration, locations, .usual, today: today)
        for item in plan.items where access(item.path, R_OK) != 0 { throw FileFault(path: item.path, errno: errno) }
        let folder = try MoveDisk.temporaryFolder()
        defer { folder.remove() }
        let ledger = configuration.ledger.file
        var leftOut = plan.leftOut
        let ownFolders = [locations.state, PathName.folder(of: main)]
        var (items, extent): ([ArchiveWriter.Item], MovedLedger.Extent?) = (plan.items, nil)
        if let words = ForeignLink.fault(ledger) { throw LedgerError.unreadable(file: ledger, reason: words) }
        if access(ledger, F_OK) == 0, !OutsideFolders.usual.mayHaveLedger(PathName.absolute(ledger), own: ownFolders) {
            let words = "is not in it: an import puts a ledger only into \(locations.state) or folders such as /srv"
            let advice = "To move it, too: stop adhand, move the file there, correct [ledger] file, and export again"
            leftOut.append("\(ledger) \(words). \(advice)")
        } else if access(ledger, R_OK) == 0 {
            let copy = folder.path + "/ledger.sqlite"
            var status = stat()
            if stat(ledger, &status) == 0 { try MoveDisk.checkRoom([(copy, Int(status.st_size))]) }
            try MovedLedger(ledger).copy(to: copy)
            extent = try MovedLedger(copy).extent()
            items.append(ArchiveWriter.Item(part: .ledger, path: copy))
        } else if errno == EACCES {
            throw FileFault(path: ledger, errno: EACCES)
        }
        let accounts = MovedAccounts("\(locations.panel)/\(MosqueArchive.panelAccounts)")
        let copiedAccounts = folder.path + "/accounts.sqlite"
        if try accounts.copy(to: copiedAccounts) {
            items.append(ArchiveWriter.Item(part: .panel(MosqueArchive.panelAccounts), path: copiedAccounts))
        }
        let services = MovedServices.names.filter(UnitState.isInUse)
        let manifest = MosqueArchive.Manifest(
            version: Release.version,
            host: HostName.current,
            made: now.seconds,
            config: PathName.absolute(main),
            ledger: extent,
            services: services
        )
        let text = folder.path + "/adhand.json"
        try AtomicFile.replace(text, with: try JSONText.bytes(of: manifest, isPretty: true), mode: 0o600)
        // Compressed it is smaller; recordings are not.
        let sizes = items.map { (path: file, size: FileStamp($0.path)?.size ?? 0) }
        try MoveDisk.checkRoom(sizes)
        try ArchiveWriter.write([ArchiveWriter.Item(part: .manifest, path: text)] + items, to: file)
        for words in leftOut { writeError("adhand: \(words)") }
        let files = Int64(items.count { $0.part != .ledger })
        say("\(file) has \(LedgerWords.count(files, "file")) and \(LedgerWords.of(extent)).")
        say("It has the passwords of the config: only you may read it; delete it when it is not needed any more.")
        say("On the new box: sudo adhand import \(shellWord(PathName.name(of: file)))")
        say("Two boxes would both call. On this one, before the other starts:")
        let units = ["adhand", "adhand-notify"] + services.filter { $0 == "adhand-panel" }
        say("    sudo systemctl disable --now \(units.joined(separator: " "))")
    }
}

struct ArchiveOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("The folder with the recordings shipped with adhand.", valueName: "folder"),
        completion: .directory
    )
    var resources: String?

    var locations: Locations { Locations(resources: resources, daemon: false) }
}

/// How much an archive and a ledger have, in words.
enum LedgerWords {
    static func of(_ extent: MovedLedger.Extent?) -> String {
        guard let extent else { return "no ledger" }
        guard let first = extent.first, let last = extent.last else { return "a ledger without rows" }
        return "a ledger of \(count(extent.rows, "row")), \(first) to \(last)"
    }

    static func count(_ number: Int64, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}

enum HostName {
    static var current: String {
        var bytes = [CChar](repeating: 0, count: 256)
        guard gethostname(&bytes, bytes.count - 1) == 0 else { return "unknown" }
        return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
