import AdhanCore
import AdhanSupport
import Glibc

/// The files that the settings name. Each is written once, under a name with its digest, and never changed, so that a
/// kept state of the settings has its files. All calls may block.
struct PanelFiles: Sendable {
    /// The purpose of a file, the first part of its name.
    enum Kind: String, CaseIterable, Sendable {
        case timetable, recording, picture
    }

    /// Why the folder takes no more.
    private static let full = PanelRefusal(507, "full", "the panel's folder is full; remove what is not needed")
    private static let (mostFiles, mostBytes) = (400, 512 << 20)

    let folder: PanelFolder
    let store: PanelStore

    /// Keeps these bytes.
    ///
    /// - Parameters:
    ///   - ending: what stands behind the digest, as `.mp3` or `-2027.csv`.
    ///   - digest: that of the name; nil for the bytes' own. Files of one set share it.
    /// - Returns: the file's name.
    /// - Throws: `PanelRefusal` where the folder is full; `AtomicFile.Fault`.
    func keep(_ bytes: [UInt8], _ kind: Kind, ending: String, digest: String? = nil) throws -> String {
        let name = "\(kind.rawValue)-\((digest ?? Secrets.digest(bytes)).prefix(16))\(ending)"
        let path = "\(folder.path)/\(name)"
        guard access(path, F_OK) != 0 else { return name }
        let sizes = Kind.allCases.flatMap { names($0) }.map { self.size(of: $0) }
        guard sizes.count < Self.mostFiles, sizes.reduce(bytes.count, +) <= Self.mostBytes else { throw Self.full }
        _ = try AtomicFile.replace(path, with: bytes, mode: 0o640, makesFolder: false)
        return name
    }

    /// The names of the files of a kind, sorted.
    func names(_ kind: Kind) -> [String] {
        let names = Folder.names(in: folder.path, limit: Self.mostFiles * 4)
        return names.filter { $0.hasPrefix(kind.rawValue + "-") && AtomicFile.target(of: $0) == $0 }.sorted()
    }

    /// The path of a file; nil where the name is not one of this kind in the folder.
    func path(_ name: String, _ kind: Kind) -> String? {
        names(kind).contains(name) ? "\(folder.path)/\(name)" : nil
    }

    /// In bytes; 0 where it is gone.
    func size(of name: String) -> Int {
        var status = stat()
        return lstat("\(folder.path)/\(name)", &status) == 0 ? Int(status.st_size) : 0
    }

    /// The kept states that name the file, or a file of its set.
    func uses(of name: String) throws -> [SettingsState] {
        let stem = name.split(separator: "-").prefix(2).joined(separator: "-").prefix { $0 != "." }
        return try store.states().filter { $0.text.contains(stem) }
    }

    /// Removes the file, where no kept state names it.
    ///
    /// - Returns: false where one does.
    func remove(_ name: String, _ kind: Kind) throws -> Bool {
        guard let path = path(name, kind) else { return true }
        guard try uses(of: name).isEmpty else { return false }
        unlink(path)
        return true
    }

    /// Removes all files of a kind that no kept state names.
    func removeUnused(_ kind: Kind) throws {
        for name in names(kind) { _ = try remove(name, kind) }
    }
}
