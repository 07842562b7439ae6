import Foundation
import Glibc

/// A user of the box, as far as the permissions of files go.
package struct Account: Sendable {
    package let name: String
    package let user: uid_t
    /// All it belongs to, its own first.
    package let groups: [gid_t]

    package init(name: String, user: uid_t, groups: [gid_t]) {
        (self.name, self.user, self.groups) = (name, user, groups)
    }

    /// The user of the unit.
    package static let service = "adhand"

    /// Nil where the system has no such user.
    package init?(named name: String) {
        guard let entry = getpwnam(name)?.pointee else { return nil }
        self.init(user: entry.pw_uid)
    }

    /// One that the system may have no name for.
    package init(user: uid_t) {
        guard let entry = getpwuid(user)?.pointee, let name = entry.pw_name else {
            self.init(name: "\(user)", user: user, groups: [])
            return
        }
        // Far more than anybody has; where it is not enough, those that fit.
        var groups = [gid_t](repeating: entry.pw_gid, count: 256)
        var count = Int32(groups.count)
        getgrouplist(name, entry.pw_gid, &groups, &count)
        self.init(name: String(cString: name), user: user, groups: Array(groups.prefix(max(1, Int(count)))))
    }

    /// Whether it may do that with the file. Access control lists beyond the mode are not looked at.
    ///
    /// - Parameter rights: 4 to read, 2 to write, 1 to enter, and their sums.
    package func may(_ rights: mode_t, _ file: FileOwnership) -> Bool {
        if user == 0 { return true }
        let granted =
            file.user == user ? file.mode >> 6 : groups.contains(file.group) ? file.mode >> 3 : file.mode
        return granted & rights == rights
    }
}

/// Whose a file is.
package struct FileOwnership: Sendable, Equatable {
    package let path: String
    package let user: uid_t
    package let group: gid_t
    package let mode: mode_t

    package init(path: String, user: uid_t, group: gid_t, mode: mode_t) {
        (self.path, self.user, self.group, self.mode) = (path, user, group, mode)
    }

    /// Whether anybody may change it, or replace what is in it. In a sticky folder, as /tmp, nobody replaces another's files.
    package var isOpenToEverybody: Bool {
        mode & S_IWOTH != 0 && !(mode & S_IFMT == S_IFDIR && mode & S_ISVTX != 0)
    }

    /// - Throws: why it cannot be looked at.
    package init(_ path: String) throws(FileFault) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw FileFault(path: path, errno: errno) }
        self.init(path: path, user: status.st_uid, group: status.st_gid, mode: status.st_mode)
    }

    /// Of each folder that leads there, from the top, and of the file itself.
    package static func chain(to path: String) throws(FileFault) -> [FileOwnership] {
        var chain = [try FileOwnership("/")]
        var reached = ""
        for part in URL(filePath: path).absoluteURL.path.split(separator: "/") {
            reached += "/" + part
            chain.append(try FileOwnership(reached))
        }
        return chain
    }
}
