import Glibc

/// The user who asks, by the kernel's SO_PEERCRED.
package struct ControlCaller: Equatable, Sendable {
    package let uid: uid_t
    /// The user's name; `uid 1234` where the machine has none.
    package let name: String

    package init(uid: uid_t, name: String) { (self.uid, self.name) = (uid, name) }

    /// Looks up the name. It may block.
    package init(uid: uid_t) { self.init(uid: uid, name: Self.name(of: uid)) }

    private static func name(of uid: uid_t) -> String {
        var entry = passwd()
        var found: UnsafeMutablePointer<passwd>?
        // More than a line of the user database has. Where it is not enough, the number is used.
        var text = [CChar](repeating: 0, count: 16_384)
        guard getpwuid_r(uid, &entry, &text, text.count, &found) == 0, found != nil, let name = entry.pw_name else {
            return "uid \(uid)"
        }
        return String(cString: name)
    }
}
