import AdhanCore
import AdhanLedger
import AdhanSupport
import ArgumentParser
import Glibc

struct Import: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Make this box the mosque's, from an archive of 'adhand export'.",
        discussion: """
            It says what is in the archive, and checks all of it before it changes anything: the config with the \
            panel's settings, the ledger and the accounts as well. The daemon and the panel must not run. \
            What is there is moved into folders named before-import and the time. A ledger that has rows is not \
            replaced, unless it has all rows of the archive: then it stays. Display, screen, mirror and panel are \
            started if they ran on the old box, and adhand is not. If the import is cut off, run it again. \
            Exit code: 0; 65 if the archive is damaged or not of adhand; 66 if there is no such file; 69 if the \
            ledger of this box cannot be read; 73 if one of them runs, there is no room or this box has another \
            ledger; 77 if you may not write the files; 78 if the config in the archive is wrong.
            """
    )

    @Argument(help: "The archive, as in: sudo adhand import mosque.zip.", completion: .file(extensions: ["zip"]))
    var file: String
    @OptionGroup var archive: ArchiveOptions
    @Flag(help: "Only check the archive and say what is in it.") var dryRun = false

    private var box: BoxOptions { BoxOptions(config: nil, resources: archive.resources) }

    func run() throws {
        do {
            guard access(file, R_OK) == 0 else { throw FileFault(path: file, errno: errno) }
            let reader = try ArchiveReader(file, .usual)
            describe(reader)
            guard !dryRun else {
                try ImportRun(reader, archive.locations, .usual, now: LinuxClock().wall()).check()
                return say("It is whole, and its config is in order. Nothing was changed.")
            }
            try refuseRunningServices()
            try put(reader)
        } catch  where MoveDisk.isToBlame(for: error) {
            throw Ending(EX_CANTCREAT, "\(error)")
        } catch let error as ConfigError {
            for fault in error.faults { writeError("adhand: \(fault)") }
            let words = "these faults are in the archive's config, and nothing was changed: correct it on the old box"
            throw Ending(EX_CONFIG, "\(words), and export again; or install here the adhand that it is for")
        } catch let fault as ArchiveFault {
            throw Ending(EX_DATAERR, "\(fault)")
        } catch let fault as FileFault where fault.isDenied {
            throw Ending(EX_NOPERM, "\(fault); as root: sudo adhand import \(shellWord(file))")
        } catch let fault as LockFault {
            if case .held = fault { throw running }
            if case .notOurs = fault, geteuid() != 0 {
                throw Ending(EX_NOPERM, "the files are the service's; as root: sudo adhand import \(shellWord(file))")
            }
            throw fault
        }
    }

    private func describe(_ reader: ArchiveReader) {
        let made = reader.manifest
        // It may be any text and number.
        let (host, version) = (OneLine.of(made.host, limit: 64), OneLine.of(made.version, limit: 40))
        let seconds = min(max(0, made.made), 253_402_300_799)
        let date = ZoneRules.utc.formatted(Instant(seconds: seconds))
        say("\(file) was made on \(host) by adhand \(version), \(date).")
        let files = Int64(reader.entries.count { ![.manifest, .ledger].contains($0.part) })
        let services = (made.services ?? []).filter(MovedServices.names.contains).joined(separator: ", ")
        if !services.isEmpty { say("An import starts the services that ran there: \(services).") }
        say("It has \(LedgerWords.count(files, "file")), and \(OneLine.of(LedgerWords.of(made.ledger), limit: 120)).")
    }

    /// They would go on with the config and the accounts that they have, and write the files that are moved away.
    private func refuseRunningServices() throws {
        if UnitState.isActive("adhand-panel") {
            let words = "the committee's page runs on this box; stop it first: sudo systemctl stop adhand-panel"
            throw Ending(EX_CANTCREAT, words)
        }
        do throws(ControlFault) {
            _ = try box.control().ask(ControlRequest(.status), for: StatusReport.self)
        } catch {
            if case .notRunning = error { return }
            if case .notAllowed = error {
                let words = "you may not see whether adhand runs on this box; as root: sudo adhand import"
                throw Ending(EX_NOPERM, "\(words) \(shellWord(file))")
            }
        }
        throw running
    }

    private var running: Ending {
        let advice = "stop it first: sudo systemctl stop adhand adhand-sync adhand-notify"
        return Ending(EX_CANTCREAT, "adhand runs on this box; \(advice)")
    }

    private func put(_ reader: ArchiveReader) throws {
        let locations = archive.locations
        let outcome = try ImportRun(reader, locations, .usual, now: LinuxClock().wall()).run()
        for folder in outcome.before { say("What was there before is in \(folder)") }
        if outcome.keepsLedger { say("The ledger of this box has all rows of the archive's, and stays.") }
        let (old, new) = (PathName.folder(of: reader.manifest.config), PathName.folder(of: ImportRun.target(locations)))
        if old != new {
            let words = "see whether it names files by the old path"
            say("The config was in \(OneLine.of(old, limit: 200)), and is in \(new): \(words).")
        }
        let manifest = try JSONText.bytes(of: reader.manifest)
        try AtomicFile.replace("\(locations.state)/\(MosqueArchive.imported)", with: manifest)
        say("The mosque is on this box now.")
        let services = reader.manifest.services
        let start = { if geteuid() == 0 { try MovedServices.start($0, box) } }
        MovedServices.start(services ?? [], by: start, state: UnitState.now).forEach { say($0) }
        let commands = MovedServices.names.map(MovedServices.command).joined(separator: "; ")
        if services == nil { say("The archive is of an older adhand. Start what ran on the old box: \(commands)") }
        say("Stop the old box: both would call. Then, since the sound card may have another name here:")
        say("    sudo adhand check-config")
        say("    adhand audio devices")
        say("    sudo systemctl enable --now adhand")
    }
}
