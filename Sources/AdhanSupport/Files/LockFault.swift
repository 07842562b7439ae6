import Glibc

/// Why a lock could not be taken, with advice for the caretaker of the box.
package enum LockFault: Error, Equatable, CustomStringConvertible {
    /// Another process, or another part of this one, holds the lock.
    case held(path: String)
    /// Another process has locked a file that we write to, perhaps by another path.
    case inUse(path: String)
    /// A process that only reads such a file holds a read lock on it; no writer has it.
    case locked(path: String)
    /// The lock file belongs to another user (`owner`, a uid), who denies us access or could hold the lock.
    case notOurs(path: String, owner: UInt32)
    /// The folder belongs to another user (`owner`, a uid), and we may not make or open a file in it.
    case folderNotOurs(path: String, owner: UInt32)
    /// The path is a link, a folder, a FIFO or the like.
    case notAFile(path: String)
    case system(path: String, doing: String, code: Int32)

    package var description: String {
        switch self {
        case .held(let path):
            "the lock file '\(path)' is held by another process; stop that one first, or see which it is: sudo lslocks"
        case .inUse(let path):
            "'\(path)' is in use: another process writes to it, perhaps by another path (a mount, a link); stop that "
                + "one first, or see which it is: sudo lslocks"
        case .locked(let path):
            "'\(path)' cannot be locked: a process that only reads it has a lock on it; see which it is and stop it: "
                + "sudo lslocks"
        case .notOurs(let path, let owner):
            "the lock file '\(path)' belongs to uid \(owner) and not to this adhand's user; if no adhand of that user "
                + "runs (ps -u \(owner)), remove it: sudo rm '\(path)'"
        case .folderNotOurs(let path, let owner):
            "the lock file '\(path)' cannot be made: its folder belongs to uid \(owner), and this adhand's user may "
                + "not write to it"
        case .notAFile(let path):
            "'\(path)' is not an ordinary file; look what it is and move it away"
        case .system(let path, let doing, let code):
            "the lock on '\(path)': \(doing) failed: \(String(cString: strerror(code)))\(Self.advice(code))"
        }
    }

    private static func advice(_ code: Int32) -> String {
        switch code {
        case EACCES, EPERM: "; it and its folder have to belong to the daemon's user: ls -ld it and its folder"
        case ENOSPC, EDQUOT: "; make room on its disk"
        case EIO, EROFS: "; its disk may be failing: adhand doctor"
        default: ""
        }
    }
}
