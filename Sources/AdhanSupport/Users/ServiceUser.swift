import Glibc

extension Account {
    /// Makes the process one of the service's user, where root has started it and there is such a user. There is no
    /// way back.
    package static func becomeService() throws(SystemFault) {
        guard geteuid() == 0, let account = Account(named: service), let group = account.groups.first else { return }
        guard setgroups(account.groups.count, account.groups) == 0, setgid(group) == 0, setuid(account.user) == 0
        else { throw SystemFault("becoming the user \(service)", errno) }
    }

    /// Does something with the rights of a folder's owner, where root does it. Whatever the owner puts in the way of a
    /// path, as a link, then leads to nothing that the owner may not do alone.
    ///
    /// All threads of the process lose root's rights meanwhile: this is for commands.
    ///
    /// - Throws: `FileFault` where that is no folder; `SystemFault`; what the body throws.
    package static func asOwner<Value>(of folder: String, _ body: () throws -> Value) throws -> Value {
        guard geteuid() == 0 else { return try body() }
        var status = stat()
        guard lstat(folder, &status) == 0 else { throw FileFault(path: folder, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw FileFault(path: folder, errno: ENOTDIR) }
        guard status.st_uid != 0 else { return try body() }
        var groups = [gid_t](repeating: 0, count: Int(max(0, getgroups(0, nil))))
        guard getgroups(Int32(groups.count), &groups) >= 0 else { throw SystemFault("looking at root's groups", errno) }
        let group = getegid()
        defer {
            seteuid(0)
            setegid(group)
            setgroups(groups.count, groups)
        }
        guard setgroups(0, nil) == 0, setegid(status.st_gid) == 0, seteuid(status.st_uid) == 0 else {
            throw SystemFault("taking the rights of the owner of \(folder)", errno)
        }
        return try body()
    }
}
