import Glibc

/// A user of the box with its groups, to check the permissions of files.
package struct Account: Sendable {
    package let name: String
    package let user: uid_t
    /// All groups of the user, the primary one first.
    package let groups: [gid_t]

    package init(name: String, user: uid_t, groups: [gid_t]) {
        (self.name, self.user, self.groups) = (name, user, groups)
    }

    /// The name of the user that the systemd unit runs as.
    package static let service = "adhand"
    /// The name of the user that the panel's unit runs as.
    package static let panel = "adhand-panel"

    /// What to do for a file of the box that this user may not read.
    package static let howToRead = "look as root, with sudo, or join the group adhand: sudo adduser \"$USER\" adhand"

    /// Nil where the system has no such user.
    package init?(named name: String) {
        guard let entry = getpwnam(name)?.pointee else { return nil }
        self.init(user: entry.pw_uid)
    }

    /// A user by uid; the system need not have a name for it.
    package init(user: uid_t) {
        guard let entry = getpwuid(user)?.pointee, let name = entry.pw_name else {
            self.init(name: "\(user)", user: user, groups: [])
            return
        }
        // Where 256 are not enough, those that fit.
        var groups = [gid_t](repeating: entry.pw_gid, count: 256)
        var count = Int32(groups.count)
        getgrouplist(name, entry.pw_gid, &groups, &count)
        self.init(name: String(cString: name), user: user, groups: Array(groups.prefix(max(1, Int(count)))))
    }

    /// Whether the file's mode grants the rights to this user. Access control lists are not looked at.
    ///
    /// - Parameter rights: 4 to read, 2 to write, 1 to enter, and their sums.
    package func may(_ rights: mode_t, _ file: FileOwnership) -> Bool {
        if user == 0 { return true }
        let granted =
            file.user == user ? file.mode >> 6 : groups.contains(file.group) ? file.mode >> 3 : file.mode
        return granted & rights == rights
    }
}

/// A file's owner, group and mode.
package struct FileOwnership: Sendable, Equatable {
    package let path: String
    package let user: uid_t
    package let group: gid_t
    package let mode: mode_t

    /// Whether everybody may write to the file or folder. A sticky folder, as /tmp, does not count: nobody replaces
    /// another's files.
    package var isOpenToEverybody: Bool {
        mode & S_IWOTH != 0 && !(mode & S_IFMT == S_IFDIR && mode & S_ISVTX != 0)
    }

    /// The ownership of each folder on the path, from `/` down, and of the file itself.
    package static func chain(to path: String) throws(FileFault) -> [FileOwnership] {
        var chain = [try FileOwnership("/")]
        var reached = ""
        // An absolute path keeps its `..`: behind a link, the kernel takes them for another folder.
        for part in PathName.parts(of: path.hasPrefix("/") ? path : PathName.absolute(path)) {
            reached += "/" + part
            chain.append(try FileOwnership(reached))
        }
        return chain
    }
}

extension FileOwnership {
    /// - Throws: `FileFault` where the file's status cannot be read.
    package init(_ path: String) throws(FileFault) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileFault(path: path, errno: errno) }
        self.init(path: path, user: status.st_uid, group: status.st_gid, mode: status.st_mode)
    }
}
