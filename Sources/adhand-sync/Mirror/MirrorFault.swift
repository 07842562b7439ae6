import AdhanCore
import AdhanSupport
import Glibc

/// Why a pass failed. The mirror is unchanged, or as far as the pass came.
enum MirrorFault: Error, CustomStringConvertible {
    case fetch(FetchFault)
    case lock(LockFault)
    case disk(_ path: String, _ action: String, _ code: Int32)
    case tooMany(folder: String, limit: Int)
    /// In megabytes; `reserve` is not given to the mirror.
    case full(folder: String, free: Int, needed: Int, reserve: Int)
    /// Another mirror's folder lies within this one's.
    case nested(_ inner: String, in: String)
    /// A listed object has another version, or is gone, each time that it is fetched.
    case changing(key: String)
    /// Somebody has removed or replaced the mirror's folder during the pass.
    case replaced(folder: String)
    /// The config was changed meanwhile.
    case stopped
    case other(String)

    /// For machines.
    var kind: String {
        switch self {
        case .fetch(let fault): fault.kind.rawValue
        case .lock: "locked"
        case .disk, .tooMany, .full: "disk"
        case .changing: "changing"
        case .nested, .replaced, .stopped, .other: "here"
        }
    }

    var description: String {
        switch self {
        case .fetch(let fault): fault.description
        case .lock(.held(let path)): "another 'adhand mirror' is at work there (\(path)); wait for it, or stop it"
        case .lock(.notOurs(let path, _)) where geteuid() != 0:
            "\(path) belongs to another user\(Self.advice(EACCES))"
        case .lock(.system(let path, let action, EROFS)): "\(path): \(action) failed: \(Self.readOnly)"
        case .lock(let fault): fault.description
        case .disk(let path, let action, let code):
            "\(path): \(action) failed: \(String(cString: strerror(code)))\(Self.advice(code))"
        case .tooMany(let folder, let limit): "\(folder) has more than \(limit) files; see what fills it"
        case .full(let folder, let free, let needed, let reserve):
            "the disk of \(folder) has \(free) MB left; \(needed) MB are to come, "
                + "and \(reserve) MB stay free for the ledger: make room, or lower total_megabytes"
        case .nested(let inner, let folder):
            "\(inner) is another mirror's folder, and lies within \(folder): give each mirror a directory of its own"
        case .changing(let key):
            "the bucket lists \(OneLine.of(key)), but has another version or none each time that it is fetched; "
                + "the next pass tries again"
        case .replaced(let folder): "\(folder) was removed or replaced during the pass; the next one begins anew"
        case .stopped: "the config was changed during the pass; the next one goes on from there"
        case .other(let words): words
        }
    }

    private static let readOnly =
        "nothing can be written there: its disk is read-only, or the service needs ReadWritePaths= (docs/mirror.md)"

    private static func advice(_ code: Int32) -> String {
        switch code {
        case EACCES, EPERM:
            geteuid() == 0
                ? "; check its permissions"
                : "; by hand, use sudo. For the service, see what is missing: sudo adhand doctor"
        case ENOSPC, EDQUOT: "; make room on its disk"
        case EIO: "; its disk may be failing: adhand doctor"
        case EROFS: "; \(readOnly)"
        case ENOTDIR: "; a file has the name of that folder; the next pass removes it, if the bucket does not have it"
        default: ""
        }
    }
}
