import AdhanCore
import AdhanSupport
import ArgumentParser
import Glibc

/// The config on the disk, for a command that changes it.
struct ConfigFile {
    let locations: Locations
    let texts: ConfigSource
    /// Whether the main file has to be made.
    let isNew: Bool
    let box: BoxOptions
    /// The command to type instead, where only root may write.
    let asRoot = "as root: sudo adhand " + CommandLine.arguments.dropFirst().map(shellWord).joined(separator: " ")

    private static let mode: mode_t = 0o644

    /// Reads the config; may block.
    ///
    /// - Parameters:
    ///   - mayBeNew: whether a file that the options name is made where there is none.
    init(_ options: CommonOptions, mayBeNew: Bool = false) throws {
        box = options.box
        let loader = box.loader
        locations = loader.locations
        let kept = try? loader.kept()  // reason: without it, a missing file is a new one
        guard let path = loader.file(kept) ?? locations.configurationCandidates.first else {
            throw Ending(EX_CONFIG, "there is no folder for a config; name the file: --config FILE")
        }
        // A file that the daemon has run with is lost, and is not to be begun anew.
        isNew = loader.file(kept) == nil || mayBeNew && access(path, F_OK) != 0 && kept?.file != PathName.absolute(path)
        do throws(FileFault) {
            texts = try loader.source(path, mayBeNew: isNew)
        } catch {
            throw error.isDenied ? Ending(EX_NOPERM, "\(error); \(asRoot)") : error
        }
    }

    /// Makes a revision of the config's texts. A file that is not TOML, or a change by hand, ends the command.
    func catching(
        _ make: (ConfigSource) throws -> (revision: ConfigRevision, faults: [ConfigFault])
    ) throws -> (revision: ConfigRevision, faults: [ConfigFault]) {
        do {
            return try make(texts)
        } catch let fault as ConfigFault {
            writeError("\(fault)")
            throw Ending(EX_CONFIG, "nothing is written")
        }
    }

    /// Writes the files that change, each whole, and says what changed. Where there are faults, nothing is written.
    ///
    /// - Parameters:
    ///   - areSet: whether a person has given them a value.
    ///   - unchanged: what to say where the files have the change already.
    func write(
        _ revision: ConfigRevision,
        _ faults: [ConfigFault],
        of keys: [String],
        areSet: Bool,
        unchanged: String
    ) throws {
        guard faults.isEmpty else { throw try refusal(faults) }
        guard !revision.files.isEmpty else { return say(unchanged) }
        try checkFiles(revision)
        try write(revision)
        for file in revision.files { show(file) }
        try sayTimes(revision, keys)
        sayConsequences(revision, besides: areSet ? keys : [])
        sayWhatTakesItUp()
    }

    /// Writes the files that change, each whole.
    func write(_ revision: ConfigRevision) throws {
        for file in revision.files where !isUnchanged(file) {
            throw Ending(EX_TEMPFAIL, "\(file.path) has changed meanwhile; nothing is written. Try it again")
        }
        for file in revision.files { try replace(file) }
    }

    func show(_ file: ConfigRevision.File) {
        say(file.path)
        for line in file.difference.description.split(separator: "\n") { say("  \(line)") }
    }

    /// Whether this user may replace or make the file.
    var isWritable: Bool {
        let folder = PathName.folder(of: PathName.withoutLinks(texts.file))
        return access(folder, W_OK) == 0 || isNew && access(folder, F_OK) != 0
    }

    /// Whether the file still is what was read.
    private func isUnchanged(_ file: ConfigRevision.File) -> Bool {
        do throws(FileFault) {
            return try BoundedFile.read(file.path, limit: ConfigSource.sizeLimit) == file.before
        } catch {
            return error.isMissing && isNew
        }
    }

    private func refusal(_ faults: [ConfigFault]) throws -> Ending {
        let before = Set(try texts.faults(locations).map(\.message))
        // A fault of the change has no line yet that a person could look at.
        for fault in faults { writeError(before.contains(fault.message) ? "\(fault)" : fault.sentence) }
        let isOld = faults.allSatisfy { before.contains($0.message) }
        let words = "nothing is written"
        return isOld
            ? Ending(
                EX_CONFIG,
                "the config is wrong without the change, too; \(words). Correct it first: adhand check-config"
            )
            : Ending(EX_CONFIG, "the config would be wrong with this change; \(words)")
    }

    /// A link keeps pointing at its target. The file keeps its mode and its owner.
    private func replace(_ file: ConfigRevision.File) throws {
        let path = PathName.withoutLinks(file.path)
        var status = stat()
        let isThere = stat(path, &status) == 0
        do throws(AtomicFile.Fault) {
            try AtomicFile.replace(
                path,
                with: file.after,
                mode: isThere ? status.st_mode & 0o7777 : Self.mode,
                owner: isThere ? (status.st_uid, status.st_gid) : nil,
                folderMode: Folder.serviceMode
            )
        } catch {
            throw error.isDenied
                ? Ending(EX_NOPERM, "\(error); \(asRoot)") : Ending(EX_CANTCREAT, "\(error)")
        }
    }

    /// Says which other values the change brings: a new [iqama] gives each prayer an iqama.
    private func sayConsequences(_ revision: ConfigRevision, besides keys: [String]) {
        // reason: before a correction nothing counts that could be compared
        guard let before = try? Configuration.parse(texts, locations),
            let after = try? Configuration.parse(revision.texts, locations)  // reason: it was accepted
        else { return }
        let known = Dictionary(before.entries.map { ($0.key, $0.toml) }) { $1 }
        let changed = after.entries.filter { !keys.contains($0.key) && known[$0.key] != .some($0.toml) }
        guard !changed.isEmpty else { return }
        say("these values count now:")
        for line in columns(changed.map { [$0.key, $0.toml ?? "not set", $0.origin ?? ""] }) { say("  \(line)") }
    }

    private func sayWhatTakesItUp() {
        guard locations.isDaemons(texts.file) else { return }
        let status = Result { () throws(ControlFault) -> StatusReport in
            try box.control().ask(ControlRequest(.status))
        }
        if case .failure(.notRunning) = status {
            say("adhand does not run; it uses the change from its next start on: sudo systemctl start adhand")
        } else {
            say("adhand uses the change after: sudo adhand check-config && sudo systemctl reload adhand")
        }
    }
}
