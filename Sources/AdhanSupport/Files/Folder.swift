import Glibc

/// Makes folders and sets the owner of what is in them: what root makes by hand must stay open to the daemon's user.
package enum Folder {
    /// The mode of a folder that a command makes for the service: what root makes, the daemon's user has to enter.
    package static var serviceMode: mode_t { geteuid() == 0 ? 0o755 : 0o700 }

    /// Makes the folder and its parents, each on the disk before anything comes into it. It reports no error: opening a
    /// file in the folder will.
    ///
    /// - Parameter mode: of each folder that is made, whatever the umask.
    /// - Returns: 0, or the system's number for why it is not there.
    @discardableResult
    package static func make(_ folder: String, mode: mode_t = 0o700) -> Int32 {
        if access(folder, F_OK) == 0 { return 0 }
        var (made, above, code) = ("", ".", Int32(0))
        for part in folder.split(separator: "/", omittingEmptySubsequences: false) {
            made += part
            if !part.isEmpty {
                code = makeOne(made, mode)
                if code == 0 { _ = sync(above) }
            }
            made += "/"
            above = made
        }
        return code == EEXIST ? 0 : code
    }

    /// Makes the folder for the owner of the folder above. It has its owner before its name, so that a process of root
    /// that is killed in between leaves no folder that shuts the daemon's user out.
    ///
    /// - Returns: 0, `EEXIST` where there is one, or the system's number for why it cannot be made.
    private static func makeOne(_ path: String, _ mode: mode_t) -> Int32 {
        guard givesAway(path) else {
            guard mkdir(path, 0o700) == 0 else { return errno }
            give(path)
            setMode(of: path, to: mode)
            return 0
        }
        if access(path, F_OK) == 0 { return EEXIST }
        let new = path + ".new"
        guard mkdir(new, 0o700) == 0 || errno == EEXIST else { return errno }
        give(new)
        setMode(of: new, to: mode)
        guard rename(new, path) != 0 else { return 0 }
        let code = errno
        rmdir(new)
        // Another process has made it meanwhile, and has put files into it.
        return code == ENOTEMPTY ? EEXIST : code
    }

    /// Gives a new folder its mode, if that is not 0700. A link that somebody has put there meanwhile is not followed.
    private static func setMode(of path: String, to mode: mode_t) {
        guard mode != 0o700 else { return }
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fchmod(descriptor, mode)
        close(descriptor)
    }

    /// A new or removed name is on the disk only when its folder is.
    ///
    /// - Returns: 0, or the system's number for why it is not.
    package static func sync(_ folder: String) -> Int32 {
        let directory = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard directory >= 0 else { return errno }
        defer { close(directory) }
        // Some file systems have no such thing for folders.
        return fsync(directory) == 0 || errno == EINVAL ? 0 : errno
    }

    /// The names in the folder, as the disk has them, with `.` and `..`; none where it cannot be read.
    package static func names(in folder: String, limit: Int) -> [String] {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        return names(stream, limit: limit).names
    }

    /// All names in the folder, sorted, without `.` and `..`.
    ///
    /// - Throws: `FileFault` where it cannot be read, or has more names than the limit.
    package static func allNames(in folder: String, limit: Int) throws(FileFault) -> [String] {
        let descriptor = LinkFreeFolders.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw FileFault(path: folder, errno: errno) }
        guard let stream = fdopendir(descriptor) else {
            defer { close(descriptor) }
            throw FileFault(path: folder, errno: errno)
        }
        defer { closedir(stream) }
        // One more than the limit, and the two that every folder has.
        let (found, code) = names(stream, limit: limit + 3)
        guard code == 0 else { throw FileFault(path: folder, errno: code) }
        let names = found.filter { ![".", ".."].contains($0) }
        guard names.count <= limit else {
            throw FileFault(
                path: folder,
                reason: "it has more than \(limit) files, which is more than such a folder can need"
            )
        }
        return names.sorted()
    }

    /// - Returns: the names, and the system's number for why there are no more; 0 at the end and at the limit.
    static func names(_ stream: OpaquePointer, limit: Int) -> (names: [String], code: Int32) {
        var names: [String] = []
        for _ in 0..<limit {
            errno = 0
            guard let entry = readdir(stream) else { return (names, errno) }
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            )
        }
        return (names, 0)
    }

    /// Makes a file without a byte, for the owner of its folder, where there is none of that name. Like a folder, it
    /// has its owner before its name.
    @discardableResult
    package static func makeFile(_ path: String, mode: mode_t = 0o644) -> Bool {
        var status = stat()
        guard givesAway(path), lstat(path, &status) != 0 else { return makeFileHere(path, mode) }
        let new = path + ".new"
        // A leftover may be a link to a file of root: it is removed and not used.
        unlink(new)
        guard makeFileHere(new, mode) else { return false }
        defer { unlink(new) }
        // A file system without links has no owners either.
        return link(new, path) == 0 || makeFileHere(path, mode)
    }

    private static func makeFileHere(_ path: String, _ mode: mode_t) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
        guard descriptor >= 0 else { return errno == EEXIST }
        give(descriptor, at: path)
        close(descriptor)
        return true
    }

    /// Whether there is a folder of that path; links are followed.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    /// Removes a file or link, or a folder with the files in it; folders in it stay. It reports no error.
    package static func remove(_ path: String) {
        guard unlink(path) != 0, errno == EISDIR else { return }
        // The owner of the folder above may have put a link there meanwhile: the link is not followed.
        let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        guard let stream = fdopendir(descriptor) else {
            close(descriptor)
            return
        }
        defer { closedir(stream) }
        // A bound far above what such a folder has.
        for name in names(stream, limit: 10_000).names { unlinkat(descriptor, name, 0) }
        rmdir(path)
    }

    /// Whether this process is root and the folder's owner is somebody else.
    private static func givesAway(_ path: String) -> Bool {
        geteuid() == 0 && owner(of: path).map { $0.st_uid != 0 } == true
    }

    /// Gives a new file to the owner of its folder, where this process is root.
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
    static let onlyItsPath: Int32 = 0o10_000_000

    /// The status of the folder of that path; nil where it cannot be read.
    package static func owner(of path: String) -> stat? {
        var status = stat()
        return stat(PathName.folder(of: path), &status) == 0 ? status : nil
    }
}

/// A new folder in `$TMPDIR`, or else in `/tmp`, which only this user may enter.
package struct TemporaryFolder: Sendable {
    package let path: String

    package init() throws(FileFault) {
        let given = Environment.variables["TMPDIR"] ?? ""
        let template = (given.isEmpty ? "/tmp" : given) + "/adhand-XXXXXX"
        var name = Array(template.utf8CString)
        guard mkdtemp(&name) != nil else { throw FileFault(path: template, errno: errno) }
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    package func remove() { Folder.remove(path) }
}
