import Glibc

/// Why a lock file is not locked, as a sentence for whoever looks after the box.
package enum LockFault: Error, Equatable, CustomStringConvertible {
    /// Somebody has the lock: another process, or another part of this one.
    case held(path: String)
    /// Another process has a file that we write to, perhaps by another path.
    case inUse(path: String)
    /// Somebody who may only read such a file keeps us from locking it; no writer has it.
    case locked(path: String)
    /// Its owner, a number of a user, keeps us from it or could hold the lock against us.
    case notOurs(path: String, owner: UInt32)
    /// We may make none, or look for none, in that user's folder.
    case folderNotOurs(path: String, owner: UInt32)
    /// A link, a folder, a FIFO or the like is in its place.
    case notAFile(path: String)
    case system(path: String, doing: String, code: Int32)

    package var description: String {
        switch self {
        case .held(let path):
            "the lock file '\(path)' is held by another process; stop that one first, or see which it is: sudo lslocks"
        case .inUse(let path):
            "'\(path)' cannot be had: another process writes to it, perhaps by another path (a mount, a link); stop that one first, "
                + "or see which it is: sudo lslocks"
        case .locked(let path):
            "'\(path)' cannot be locked: a process that only reads it has a lock on it; see which it is and stop it: sudo lslocks"
        case .notOurs(let path, let owner):
            "the lock file '\(path)' belongs to uid \(owner) and not to this adhand's user; if no adhand of that user runs "
                + "(ps -u \(owner)), remove it: sudo rm '\(path)'"
        case .folderNotOurs(let path, let owner):
            "the lock file '\(path)' cannot be had: its folder belongs to uid \(owner), and this adhand's user may not write to it"
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
