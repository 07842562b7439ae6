import Glibc

/// Makes folders and sets the owner of what is in them: what root makes by hand must stay open to the daemon's user.
package enum Folder {
    /// Makes the folder and its parents, with mode 0700. It reports no error: opening a file in the folder will.
    package static func make(_ folder: String) {
        if access(folder, F_OK) == 0 { return }
        var made = ""
        for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
            made += part
            if !part.isEmpty, mkdir(made, 0o700) == 0 { give(made) }
            made += "/"
        }
    }

    /// Gives a new file to the owner of its folder, where this process is root.
    ///
    /// - Parameters:
    ///   - descriptor: the file, open.
    ///   - path: the file's path.
    package static func give(_ descriptor: Int32, at path: String) {
        guard geteuid() == 0, let owner = owner(of: path) else { return }
        // It fails on a file system without owners, where that does no harm.
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }

    /// Gives a new folder or socket to the owner of its folder, where this process is root.
    package static func give(_ path: String) {
        guard geteuid() == 0, let owner = owner(of: path) else { return }
        // The folder's owner may have put a link to a file of root there meanwhile: the link is not followed.
        let descriptor = open(path, onlyItsPath | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, [S_IFDIR, S_IFSOCK].contains(status.st_mode & S_IFMT) else { return }
        _ = chown("/proc/self/fd/\(descriptor)", owner.st_uid, owner.st_gid)
    }

    /// O_PATH, which Swift's Glibc module lacks: it refers to the file without opening it.
    private static let onlyItsPath: Int32 = 0o10_000_000

    /// The status of the folder of that path; nil where it cannot be read.
    package static func owner(of path: String) -> stat? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "."
        var status = stat()
        return stat(folder, &status) == 0 ? status : nil
    }
}
