import AdhanSupport
import Glibc

/// A folder into which an import puts files: they are unpacked beside their places first, what is there is moved into a
/// dated folder, and the new files are renamed into their places.
///
/// All calls go by open folders. The folder's owner, who may be the daemon's user, could put links there meanwhile:
/// they are not followed.
final class PlacedFolder {
    let path: String
    private let folder: Int32
    private let staging: Int32

    /// Opens the folder, and makes it where there is none.
    ///
    /// - Parameter owner: of a folder that is made; nil for the owner of the one above.
    init(_ path: String, mode: mode_t, owner: Account?) throws(FileFault) {
        // Links that the box has on the way count; the last part may have been made by anybody.
        self.path = PathName.withoutLinks(path)
        try Self.make(self.path, mode, owner)
        folder = open(self.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard folder >= 0 else { throw FileFault(path: path, errno: errno) }
        do throws(FileFault) {
            try Self.remove(OwnFolder.staging, in: folder, path)
            guard mkdirat(folder, OwnFolder.staging, 0o700) == 0 else { throw FileFault(path: path, errno: errno) }
            staging = try Self.enter(OwnFolder.staging, in: folder, path)
        } catch {
            close(folder)
            throw error
        }
    }

    deinit {
        close(staging)
        close(folder)
    }

    /// Where a staged file is until it is placed.
    func staged(_ name: String) -> String { "\(path)/\(OwnFolder.staging)/\(name)" }

    /// A new file that is to get its place, open for writing.
    ///
    /// - Parameters:
    ///   - owner: nil for the owner of the folder.
    func create(
        _ name: String,
        mode: mode_t,
        folders: mode_t,
        owner: (user: uid_t, group: gid_t)?
    ) throws(FileFault) -> Int32 {
        var above = ""
        for part in PathName.parts(of: name).dropLast() {
            above += above.isEmpty ? "\(part)" : "/\(part)"
            try makeFolder(above, folders, owner)
        }
        let file = openat(staging, name, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw FileFault(path: staged(name), errno: errno) }
        give(file, mode, owner)
        return file
    }

    /// Makes a folder among the staged files, where there is none of that name.
    func makeFolder(_ name: String, _ mode: mode_t, _ owner: (user: uid_t, group: gid_t)?) throws(FileFault) {
        guard mkdirat(staging, name, 0o700) == 0 else {
            guard errno == EEXIST else { throw FileFault(path: staged(name), errno: errno) }
            return
        }
        let made = try Self.enter(name, in: staging, path)
        give(made, mode, owner)
        close(made)
    }

    /// Whether a file there has the same bytes as the staged one.
    func has(_ name: String) -> Bool {
        let (new, old) = (
            openat(staging, name, O_RDONLY | O_CLOEXEC), openat(folder, name, O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
        )
        defer { for file in [new, old] where file >= 0 { close(file) } }
        var (first, second) = (stat(), stat())
        guard new >= 0, old >= 0, fstat(new, &first) == 0, fstat(old, &second) == 0, first.st_size == second.st_size
        else { return false }
        var (one, other) = ([UInt8](repeating: 0, count: 1 << 16), [UInt8](repeating: 0, count: 1 << 16))
        while true {
            let (here, there) = (read(new, &one, one.count), read(old, &other, other.count))
            guard here == there, here >= 0, one == other else { return false }
            if here == 0 { return true }
        }
    }

    /// The names in the folder itself, without those of imports.
    func present() throws(FileFault) -> [String] {
        try Folder.allNames(in: path, limit: MosqueArchive.mostEntries).filter { !OwnFolder.isOne($0) }
    }

    /// Moves what is there into a dated folder, in that order.
    ///
    /// - Returns: the dated folder; nil where there was nothing.
    func setAside(_ present: [String], stamp: String) throws(FileFault) -> String? {
        var status = stat()
        let found = present.filter { fstatat(folder, $0, &status, AT_SYMLINK_NOFOLLOW) == 0 }
        guard !found.isEmpty else { return nil }
        // Two imports in a second do not mix what they found.
        let names = [OwnFolder.before + stamp] + (2...99).map { "\(OwnFolder.before)\(stamp)-\($0)" }
        guard let name = names.first(where: { mkdirat(folder, $0, 0o700) == 0 || errno != EEXIST }) else {
            throw FileFault(path: path, errno: EEXIST)
        }
        let before = try Self.enter(name, in: folder, path)
        defer { close(before) }
        for item in found where renameat(folder, item, before, item) != 0 {
            throw FileFault(path: "\(path)/\(item)", errno: errno)
        }
        fsync(before)
        return "\(path)/\(name)"
    }

    /// Gives staged files, or folders of them, their places, in that order.
    func place(_ names: [String]) throws(FileFault) {
        for name in names {
            // A power cut must not leave the later one alone.
            fsync(folder)
            guard renameat(staging, name, folder, name) == 0 else {
                throw FileFault(path: "\(path)/\(name)", errno: errno)
            }
        }
        fsync(folder)
    }

    /// Removes what was staged and not placed. It reports no error.
    func finish() { try? Self.remove(OwnFolder.staging, in: folder, path) }  // reason: the next import removes it

    private func give(_ descriptor: Int32, _ mode: mode_t, _ owner: (user: uid_t, group: gid_t)?) {
        var status = stat()
        if geteuid() == 0, fstat(folder, &status) == 0 {
            // It fails on a file system without owners, where that does no harm.
            _ = fchown(descriptor, owner?.user ?? status.st_uid, owner?.group ?? status.st_gid)
        }
        fchmod(descriptor, mode)
    }

    /// Makes the folder and those above it, where there is none.
    ///
    /// - Parameter owner: its user, where this process is root; nil for root.
    static func make(_ path: String, _ mode: mode_t, _ owner: Account?) throws(FileFault) {
        guard access(path, F_OK) != 0, path != "/" else { return }
        try make(PathName.folder(of: path), 0o755, nil)
        guard mkdir(path, 0o700) == 0 else { throw FileFault(path: path, errno: errno) }
        let made = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard made >= 0 else { throw FileFault(path: path, errno: errno) }
        defer { close(made) }
        if geteuid() == 0, let owner, let group = owner.groups.first { _ = fchown(made, owner.user, group) }
        fchmod(made, mode)
        _ = Folder.sync(PathName.folder(of: path))
    }

    private static func enter(_ name: String, in folder: Int32, _ path: String) throws(FileFault) -> Int32 {
        let descriptor = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFault(path: "\(path)/\(name)", errno: errno) }
        return descriptor
    }

    /// Removes a file, a link, or a folder with all that is in it; nothing where there is none.
    private static func remove(_ name: String, in folder: Int32, _ path: String) throws(FileFault) {
        if unlinkat(folder, name, 0) == 0 || errno == ENOENT { return }
        let inner = try enter(name, in: folder, path)
        guard let stream = fdopendir(inner) else {
            close(inner)
            throw FileFault(path: "\(path)/\(name)", errno: errno)
        }
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            let found = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if ![".", ".."].contains(found) { names.append(found) }
        }
        for found in names { try remove(found, in: inner, "\(path)/\(name)") }
        guard unlinkat(folder, name, AT_REMOVEDIR) == 0 else { throw FileFault(path: "\(path)/\(name)", errno: errno) }
    }
}
