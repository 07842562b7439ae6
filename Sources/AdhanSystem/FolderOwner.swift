import Glibc

/// Who a folder belongs to, and so what is in it: what root makes by hand must not be closed to the daemon's own user.
package enum FolderOwner {
    /// Gives a file or a folder that was just made to the owner of the folder it is in, where we are root.
    ///
    /// - Parameters:
    ///   - descriptor: the file, open.
    ///   - path: where it was made.
    package static func give(_ descriptor: Int32, at path: String) {
        guard geteuid() == 0, let owner = of(path) else { return }
        // On a disk without owners there is nobody to give it to.
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }

    /// The same for what cannot be opened, or is not open.
    package static func give(_ path: String) {
        guard geteuid() == 0, let owner = of(path), owner.st_uid != 0 else { return }
        _ = lchown(path, owner.st_uid, owner.st_gid)
    }

    /// The folder that the file is in, or would be; nil where it cannot be looked at.
    static func of(_ path: String) -> stat? {
        let slash = path.lastIndex(of: "/")
        let folder = slash.map { String(path[...$0]) } ?? "."
        var status = stat()
        return stat(folder, &status) == 0 ? status : nil
    }
}
