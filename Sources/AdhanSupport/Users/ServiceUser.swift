import Glibc

extension Account {
    /// Makes the process one of the service's user, where root has started it and there is such a user. There is no
    /// way back.
    ///
    /// - Throws: `SystemFault`.
    package static func becomeService() throws(SystemFault) {
        guard geteuid() == 0, let account = Account(named: service), let group = account.groups.first else { return }
        guard setgroups(account.groups.count, account.groups) == 0, setgid(group) == 0, setuid(account.user) == 0
        else { throw SystemFault("becoming the user \(service)", errno) }
    }
}
