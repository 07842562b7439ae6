import AdhanCore
import AdhanLedger
import AdhanSupport
import Glibc

/// The archive of `adhand export`: a ZIP file with all that makes a box this mosque's.
///
///     adhand.json              what it is: `Manifest`
///     config/…                 the config folder, with all that is in it
///     state/settings.json      and others of `stateFiles`
///     panel/…                  the panel's settings with their files, and its accounts
///     ledger.sqlite
///     files/srv/adhan/fajr.mp3 a file that the config names elsewhere, by its path
enum MosqueArchive {
    /// Raised when an older adhand must not read the archive.
    static let format = 1
    /// The settings of people, and the last known place. The daemon makes its other files again.
    static let stateFiles = ["settings.json", "mute.json", "place.json"]
    /// The manifest in the folder of the state, after an import.
    static let imported = "imported.json"
    /// The panel's folder in that of the state. Its certificate is the old box's, and stays there.
    static let panel = "panel"
    static let panelAccounts = "private/accounts.sqlite"
    /// Bounds of what an archive may unpack to: entries, and bytes of one file, of all, and of the manifest.
    static let (mostEntries, largestFile, largest, longestManifest) = (10_000, 1 << 30, 4 << 30, 64 << 10)
    /// Bound of a file of the state, in bytes.
    private static let mostState = 64 << 10
    /// Bounds of a path: its folders, and bytes of a name.
    private static let (deepest, longestName) = (16, 200)

    struct Manifest: Codable {
        var format = MosqueArchive.format
        let version: String
        let host: String
        /// In seconds since 1970 UTC.
        let made: Int64
        /// The path of the main config file on the old box.
        let config: String
        let ledger: MovedLedger.Extent?
        /// The services of `MovedServices` that ran on the old box; nil from an older adhand.
        var services: [String]?
    }

    /// The kind of an entry.
    enum Part: Hashable {
        case manifest, ledger
        /// In the config folder.
        case config(String)
        case state(String)
        /// In the panel's folder.
        case panel(String)
        /// By its absolute path.
        case file(String)

        /// Nil for a name that no entry has, or that could lead out of its folder.
        init?(_ name: String, _ outside: OutsideFolders) {
            let parts = name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
                .map { String(Substring($0)) }
            guard parts.count <= deepest, parts.allSatisfy(MosqueArchive.isName), let first = parts.first else {
                return nil
            }
            let rest = parts.dropFirst().joined(separator: "/")
            switch (first, parts.count) {
            case ("adhand.json", 1): self = .manifest
            case ("ledger.sqlite", 1): self = .ledger
            case ("state", 2) where stateFiles.contains(rest): self = .state(rest)
            case (MosqueArchive.panel, 2),
                (MosqueArchive.panel, 3) where rest == panelAccounts:
                guard !OwnFolder.isOne(parts[1]), rest != "private" else { return nil }
                self = .panel(rest)
            case ("config", 2...) where !OwnFolder.isOne(parts[1]): self = .config(rest)
            case ("files", 3...) where outside.have("/" + rest): self = .file("/" + rest)
            default: return nil
            }
        }

        var name: String {
            switch self {
            case .manifest: "adhand.json"
            case .ledger: "ledger.sqlite"
            case .config(let path): "config/" + path
            case .state(let name): "state/" + name
            case .panel(let name): "\(MosqueArchive.panel)/\(name)"
            case .file(let path): "files" + path
            }
        }
    }

    /// Why a file of the state is no JSON; nil if it is.
    static func damage(ofJSON file: String) -> String? {
        struct Anything: Decodable { init(from decoder: any Decoder) {} }
        do {
            _ = try JSONText.decode(Anything.self, from: try BoundedFile.read(file, limit: mostState))
            return nil
        } catch let fault as FileFault {
            return fault.reason
        } catch {
            return "\(error)"
        }
    }

    /// Whether it can be a part of a path and is fit for a line of a terminal.
    private static func isName(_ part: String) -> Bool {
        !["", ".", ".."].contains(part) && part.utf8.count <= longestName
            && part.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value != 0xFFFD }
    }
}

/// The folders that a file outside of the config folder may be in. An archive writes nowhere else as root.
struct OutsideFolders {
    let folders: [String]

    /// The folders that Debian leaves to the caretaker of a box; for an ordinary user, the home as well.
    static var usual: OutsideFolders {
        let home = geteuid() == 0 ? nil : Environment.variables["HOME"]
        return OutsideFolders(
            folders: ["/srv", "/opt", "/mnt", "/media", "/usr/local/share"] + [home].compactMap(\.self)
        )
    }

    func have(_ path: String) -> Bool { folders.contains { path.hasPrefix($0 + "/") } }

    /// Whether an import may put a ledger there.
    ///
    /// - Parameter own: adhand's own folders, of the state and of the config.
    func mayHaveLedger(_ path: String, own: [String]) -> Bool {
        have(path)
            || own.flatMap { [PathName.absolute($0), PathName.withoutLinks($0)] }.contains {
                path.hasPrefix($0 + "/")
            }
    }
}

/// Links that another user has made where root reads or writes a file.
enum ForeignLink {
    /// Why root does not follow the link; nil for a file, and for a link of root.
    static func fault(_ path: String) -> String? {
        var status = stat()
        guard geteuid() == 0, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK, status.st_uid != 0 else {
            return nil
        }
        let owner = Account(user: status.st_uid).name
        return "it is a link of the user \(owner), which root does not follow. If the link is yours: "
            + "sudo chown -h root \(shellWord(path)); else remove it"
    }
}

/// The folders that an import makes inside those into which it puts files.
enum OwnFolder {
    /// Where a file is unpacked before it gets its place.
    static let staging = "import.new"
    /// The beginning of the name of the folder with what was there before.
    static let before = "before-import-"

    static func isOne(_ name: String) -> Bool { name == staging || name.hasPrefix(before) }
}

/// Why an archive cannot be written or used.
struct ArchiveFault: Error, CustomStringConvertible {
    let path: String
    let reason: String
    /// Whether a file could not be written.
    private(set) var isOfWriting = false

    init(_ path: String, _ reason: String) { (self.path, self.reason) = (path, reason) }

    init(_ path: String, writing code: Int32) {
        self.init(path, String(cString: strerror(code)))
        isOfWriting = true
    }

    var description: String { "\(path): \(reason)" }
}

/// What a move writes on the disks of the box.
enum MoveDisk {
    /// Whether a disk had no room for a file, or is read-only.
    static func isToBlame(for error: any Error) -> Bool {
        switch error {
        case let fault as ArchiveFault: fault.isOfWriting
        case is AtomicFile.Fault, LedgerError.unwritable: true
        case let fault as FileFault: [ENOSPC, EDQUOT, EROFS].contains { fault.cause == .system($0) }
        default: false
        }
    }

    /// Checks that each disk has room for the files that come to it, beside its reserve.
    static func checkRoom(_ files: [(path: String, size: Int)]) throws(Ending) {
        var disks: [dev_t: (folder: String, needed: Int)] = [:]
        for (path, size) in files {
            var (folder, status) = (PathName.withoutLinks(PathName.folder(of: path)), stat())
            while stat(folder, &status) != 0, folder != "/" { folder = PathName.folder(of: folder) }
            disks[status.st_dev, default: (folder, 0)].needed += size
        }
        for (folder, needed) in disks.values {
            guard let free = FreeSpace.of(folder), !FreeSpace.isEnough(for: needed, at: folder) else { continue }
            let reserve = FreeSpace.reserve(of: folder)
            let mega = (free: free >> 20, reserve: reserve >> 20, needed: (needed + 1 << 20 - 1) >> 20)
            let words = "\(folder) has \(mega.free) MB left, of which \(mega.reserve) MB are reserved for the ledger"
            throw Ending(EX_CANTCREAT, "\(words); \(mega.needed) MB are needed there: make room")
        }
    }

    static func temporaryFolder() throws(Ending) -> TemporaryFolder {
        do throws(FileFault) { return try TemporaryFolder() } catch {
            let words = "no folder for copies can be made in \(PathName.folder(of: error.path)): \(error.reason)"
            throw Ending(EX_CANTCREAT, "\(words). Make room there, or name another folder in TMPDIR")
        }
    }
}
