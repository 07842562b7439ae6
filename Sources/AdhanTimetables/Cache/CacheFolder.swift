import AdhanCore
import AdhanSupport
import Glibc

/// The folder of the cache. What is read of it is bounded; how it is changed is in `CacheFolder+Change.swift`.
struct CacheFolder: Sendable {
    let path: String

    func path(of file: String) -> String { "\(path)/\(file)" }

    /// - Returns: at most one byte more than `PayloadFile.sizeLimit`; nil where there is no such file.
    func read(_ file: String) throws(StoreFault) -> [UInt8]? {
        do {
            return try BoundedFile.beginning(of: path(of: file), limit: PayloadFile.sizeLimit + 1)
        } catch {
            if error.isMissing { return nil }
            guard case .system(let code) = error.cause else { throw fault(file, "reading it", error.reason) }
            throw fault(file, "reading it", code)
        }
    }

    /// Far more than all sources have in ten years.
    private static let nameLimit = 10_000

    /// - Returns: the names in it, sorted; none where there is no folder.
    func files() throws(StoreFault) -> [String] {
        do {
            return try Folder.allNames(in: path, limit: Self.nameLimit)
        } catch {
            if error.isMissing { return [] }
            guard case .system(let code) = error.cause else {
                throw fault("", "listing it", "\(error.reason); see what fills it: ls \(path) | head")
            }
            throw fault("", "listing it", code)
        }
    }

    /// What to say of a file in it, or of the folder itself where `file` is empty.
    func fault(_ file: String, _ action: String, _ reason: String) -> StoreFault {
        StoreFault("\(file.isEmpty ? path : path(of: file)): \(action) failed: \(reason)")
    }

    func fault(_ file: String, _ action: String, _ code: Int32) -> StoreFault {
        fault(file, action, String(cString: strerror(code)) + advice(code))
    }

    /// What is to be done, behind what has failed.
    func advice(_ code: Int32) -> String {
        switch code {
        case EACCES, EPERM: "; the folder has to belong to the daemon's user: sudo chown -R adhand: \(path)"
        case ENOSPC, EDQUOT, EFBIG: "; make room on its disk"
        case EIO, EROFS: "; its disk may be failing: adhand doctor"
        default: ""
        }
    }
}
