import AdhanCore
import AdhanSystem
import Glibc

/// Why a pass could not be made, or not to its end. The mirror stands as it was, or as far as the pass came.
package enum MirrorFault: Error, CustomStringConvertible {
    case fetch(FetchFault)
    case lock(LockFault)
    /// - code: the system's number.
    case disk(_ path: String, _ action: String, _ code: Int32)
    case tooMany(folder: String, limit: Int)
    /// In megabytes.
    case full(folder: String, free: Int, needed: Int)
    case other(String)

    /// One of a few words, for machines.
    package var kind: String {
        switch self {
        case .fetch(let fault): fault.kind.rawValue
        case .lock: "locked"
        case .disk, .tooMany, .full: "disk"
        case .other: "here"
        }
    }

    package var description: String {
        switch self {
        case .fetch(let fault): fault.description
        case .lock(.held(let path)): "another 'adhand mirror' is at work there (\(path)); wait for it, or stop it"
        case .lock(let fault): fault.description
        case .disk(let path, let action, let code):
            "\(path): \(action) failed: \(String(cString: strerror(code)))\(Self.advice(code))"
        case .tooMany(let folder, let limit): "\(folder) has more than \(limit) files; see what fills it"
        case .full(let folder, let free, let needed):
            "the disk of \(folder) has \(free) MB left, and \(needed) MB are to come; make room, or lower total_megabytes"
        case .other(let words): words
        }
    }

    private static func advice(_ code: Int32) -> String {
        switch code {
        case EACCES, EPERM: "; the folder has to belong to the daemon's user: sudo chown -R adhand: on it"
        case ENOSPC, EDQUOT: "; make room on its disk"
        case EIO, EROFS: "; its disk may be failing: adhand doctor"
        case ENOTDIR: "; a file has the name of that folder, and is there until the next pass"
        default: ""
        }
    }
}
