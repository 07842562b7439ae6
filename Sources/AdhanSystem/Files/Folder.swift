import Glibc

/// Folders, and whose the things in them are: what root makes by hand must not be closed to the daemon's own user.
package enum Folder {
    /// Makes the folder and those above it, each for its owner alone. That one cannot be made is said by whoever needs a file in it.
    package static func make(_ folder: String) {
        if access(folder, F_OK) == 0 { return }
        var made = ""
        for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
            made += part
            if !part.isEmpty, mkdir(made, 0o700) == 0 { give(made) }
            made += "/"
        }
    }

    /// Gives a file that was just made to the owner of the folder it is in, where we are root.
    ///
    /// - Parameters:
    ///   - descriptor: the file, open.
    ///   - path: where it was made.
    package static func give(_ descriptor: Int32, at path: String) {
        guard geteuid() == 0, let owner = owner(of: path) else { return }
        // On a disk without owners there is nobody to give it to.
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }

    /// The same for a folder or a socket, by its path.
    package static func give(_ path: String) {
        guard geteuid() == 0, let owner = owner(of: path) else { return }
        // The folder's owner may have put something else there meanwhile, a link to a file of root's: that is not given away.
        let descriptor = open(path, onlyItsPath | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, [S_IFDIR, S_IFSOCK].contains(status.st_mode & S_IFMT) else { return }
        _ = chown("/proc/self/fd/\(descriptor)", owner.st_uid, owner.st_gid)
    }

    /// O_PATH, which the compiler's map of glibc leaves out: the file is not opened, only found.
    private static let onlyItsPath: Int32 = 0o10_000_000

    /// The owner of the folder that the file is in, or would be; nil where it cannot be looked at.
    package static func owner(of path: String) -> stat? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "."
        var status = stat()
        return stat(folder, &status) == 0 ? status : nil
    }
}
