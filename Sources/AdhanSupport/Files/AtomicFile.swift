import Glibc

/// Small files that are replaced whole or not at all, whatever a power cut or another writer does.
package enum AtomicFile {
    /// Why a file could not be replaced.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
        /// The errno; 0 where there is none.
        package let code: Int32

        package init(path: String, while action: String, code: Int32) {
            (description, self.code) = ("\(path): \(action) failed: \(String(cString: strerror(code)))", code)
        }

        package init(path: String, while action: String, reason: String) {
            (description, code) = ("\(path): \(action) failed: \(reason)", 0)
        }

        /// Where a file would use the reserve of its disk.
        package init(noRoomFor path: String) {
            description = "\(path): \(FreeSpace.onlyReserve)"
            code = ENOSPC
        }

        /// Whether this user lacks the permission.
        package var isDenied: Bool { code == EACCES || code == EPERM }
    }

    /// Stands between a file's name and the random suffix of its temporary files.
    private static let infix = ".new-"

    /// The name of the file that a temporary file of this name is to replace; the name itself if it is no temporary
    /// file's.
    package static func target(of name: String) -> String {
        name.ranges(of: infix).last.map { String(name[..<$0.lowerBound]) } ?? name
    }

    /// Replaces the file, or makes it and its folder where there is none. Of several writers at once, the last wins. A
    /// device of that name is not replaced: nobody means to remove `/dev/null`.
    ///
    /// - Parameters:
    ///   - mode: by default everybody who may enter the folder may read the file: the daemon's user reads what root
    ///     writes.
    ///   - owner: the user and the group of the file; nil for those of its folder.
    ///   - leavesReserve: whether the file is refused where it would use the disk's reserve, `FreeSpace.reserve`.
    ///   - makesFolder: whether a missing folder is made; else it is a fault.
    ///   - folderMode: that of a folder that is made.
    /// - Returns: 0, or the errno of the folder's fsync: the file is replaced then, but a power cut may undo it.
    @discardableResult
    package static func replace(
        _ path: String,
        with bytes: [UInt8],
        mode: mode_t = 0o644,
        owner: (user: uid_t, group: gid_t)? = nil,
        leavesReserve: Bool = false,
        makesFolder: Bool = true,
        folderMode: mode_t = 0o700
    ) throws(Fault) -> Int32 {
        let (folder, name) = (PathName.folder(of: path), PathName.name(of: path))
        let code = makesFolder ? Folder.make(folder, mode: folderMode) : 0
        guard code == 0 else { throw Fault(path: folder, while: "making it", code: code) }
        guard !leavesReserve || FreeSpace.isEnough(for: bytes.count, at: folder) else { throw Fault(noRoomFor: path) }
        var status = stat()
        if lstat(path, &status) == 0, [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT) {
            throw Fault(path: path, while: "replacing it", reason: "it is a device")
        }
        removeLeftovers(of: name, in: folder)
        let (temporary, descriptor) = try make(path)
        defer { close(descriptor) }
        do throws(Fault) {
            let code = OpenFile.write(bytes, to: descriptor)
            guard code == 0 else { throw Fault(path: path, while: "writing it", code: code) }
            if let owner {
                var made = stat()
                let isTheirs = fstat(descriptor, &made) == 0 && made.st_uid == owner.user && made.st_gid == owner.group
                guard isTheirs || fchown(descriptor, owner.user, owner.group) == 0 else {
                    throw Fault(path: path, while: "keeping its owner", code: errno)
                }
            }
            fchmod(descriptor, mode)
            guard fsync(descriptor) == 0 else { throw Fault(path: path, while: "fsync", code: errno) }
            guard rename(temporary, path) == 0 else { throw Fault(path: path, while: "replacing it", code: errno) }
        } catch {
            unlink(temporary)
            throw error
        }
        return Folder.sync(folder)
    }

    /// Removes the file, so that no power cut brings it back. A missing file is no error.
    package static func remove(_ path: String) throws(Fault) {
        guard unlink(path) == 0 else {
            guard errno != ENOENT else { return }
            throw Fault(path: path, while: "removing it", code: errno)
        }
        let code = Folder.sync(PathName.folder(of: path))
        guard code == 0 else { throw Fault(path: path, while: "fsync of its folder", code: code) }
    }

    /// Makes a temporary file with a unique name, and locks it while it is open: an unlocked one is a crash's leftover
    /// for `removeLeftovers`. Until it is written only its owner may open it, so that nobody else can hold the lock.
    private static func make(_ path: String) throws(Fault) -> (path: String, descriptor: Int32) {
        for _ in 0..<10 {
            let temporary = path + infix + String(UInt64.random(in: 0...UInt64.max), radix: 36)
            // O_EXCL: root must not write through a link that somebody has put there.
            let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                guard errno != EEXIST else { continue }
                throw Fault(path: path, while: "making it", code: errno)
            }
            Folder.give(descriptor, at: path)
            var status = stat()
            // Another process may have removed it as a leftover before it was locked.
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
                return (temporary, descriptor)
            }
            close(descriptor)
        }
        throw Fault(path: path, while: "making it", reason: "each temporary file was removed at once")
    }

    /// Removes the temporary files of this file that a crash has left: those that nobody has locked.
    private static func removeLeftovers(of name: String, in folder: String) {
        guard let stream = opendir(folder) else { return }
        defer { closedir(stream) }
        // A bound far above what such a folder has.
        for found in Folder.names(stream, limit: 10_000).names where found.hasPrefix(name + infix) {
            let descriptor = openat(dirfd(stream), found, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
            // Another user's file stays.
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { unlinkat(dirfd(stream), found, 0) }
            close(descriptor)
        }
    }
}
