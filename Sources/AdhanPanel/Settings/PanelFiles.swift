import AdhanCore
import AdhanSupport
import Glibc

/// The files that the settings name. Each is written once, under a name with its digest, and never changed, so that a
/// kept state of the settings has its files. All calls may block.
struct PanelFiles: Sendable {
    /// The purpose of a file, the first part of its name.
    enum Kind: String, CaseIterable, Sendable {
        case timetable, recording, picture

        /// The most files of the kind, and the most bytes of all of them. Each kind has its own: pictures must not take
        /// the room of the next timetable.
        var room: (files: Int, bytes: Int) {
            switch self {
            case .timetable: (60, 48 << 20)
            case .recording: (100, 384 << 20)
            case .picture: (200, 80 << 20)
            }
        }
    }

    /// Why the folder takes no more.
    private static let full = PanelRefusal(507, "full", "the panel's folder is full; remove what is not needed")
    /// More names than the folder has.
    private static let mostNames = 2000

    let folder: PanelFolder
    let store: PanelStore

    /// Keeps these bytes.
    ///
    /// - Parameters:
    ///   - ending: what stands behind the digest, as `-Fajr.mp3` or `-2027.csv`.
    ///   - digest: that of the name; nil for the bytes' own. Files of one set share it.
    /// - Throws: `PanelRefusal` where there is no room for its kind; `AtomicFile.Fault`.
    func keep(_ bytes: [UInt8], _ kind: Kind, ending: String, digest: String? = nil) throws -> String {
        let name = "\(kind.rawValue)-\((digest ?? Secrets.digest(bytes)).prefix(16))\(ending)"
        let path = "\(folder.path)/\(name)"
        guard access(path, F_OK) != 0 else { return name }
        let (sizes, room) = (names(kind).map { self.size(of: $0) }, kind.room)
        guard sizes.count < room.files, sizes.reduce(bytes.count, +) <= room.bytes else { throw Self.full }
        _ = try AtomicFile.replace(path, with: bytes, mode: 0o640, leavesReserve: true, makesFolder: false)
        return name
    }

    /// The names of the files of a kind, sorted.
    func names(_ kind: Kind) -> [String] {
        let names = Folder.names(in: folder.path, limit: Self.mostNames)
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

    /// Whether the settings in force or a kept state of them name the file, or a file of its set. The accounts' file,
    /// which has the states, may be new. Recordings have no sets: a copy under another name is not used.
    private func isUsed(_ name: String) throws -> Bool {
        let set = name.split(separator: "-").prefix(2).joined(separator: "-").prefix { $0 != "." }
        let stem = name.hasPrefix(Kind.recording.rawValue) ? name[...] : set
        let inForce = String(decoding: try ConfigSource.panelFile(folder.config)?.bytes ?? [], as: UTF8.self)
        return try inForce.contains(stem) || store.states().contains { $0.text.contains(stem) }
    }

    /// Removes the file, where no settings name it.
    func remove(_ name: String, _ kind: Kind) throws -> Bool {
        guard let path = path(name, kind) else { return true }
        guard try !isUsed(name) else { return false }
        unlink(path)
        return true
    }

    /// Removes all files of a kind that no settings name.
    func removeUnused(_ kind: Kind) throws {
        for name in names(kind) { _ = try remove(name, kind) }
    }
}
