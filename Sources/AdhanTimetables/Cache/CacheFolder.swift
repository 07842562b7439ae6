import AdhanCore
import AdhanSupport
import Glibc

/// The folder of the cache. Reads are bounded. Changes come one at a time, and each is atomic, also in a power cut.
struct CacheFolder: Sendable {
    let path: String

    func path(of file: String) -> String { "\(path)/\(file)" }

    /// Returns at most one byte more than `PayloadFile.sizeLimit`; nil where there is no such file.
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

    /// The names in it, sorted; none where there is no folder.
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

    /// Puts a file in the place of another, or of none. Makes the folder where there is none.
    func replace(_ file: String, with bytes: [UInt8]) throws(StoreFault) {
        let code = Folder.make(path)
        guard code == 0 else { throw fault("", "making it", code) }
        try withLock { () throws(StoreFault) in
            let code: Int32
            do throws(AtomicFile.Fault) {
                code = try AtomicFile.replace(path(of: file), with: bytes, mode: 0o600, leavesReserve: true)
            } catch {
                throw StoreFault("\(error)\(advice(error.code))")
            }
            try checkSync(code)
        }
    }

    /// Moves a file that still has those bytes. Returns whether it had.
    func move(_ file: String, to other: String, ifStill bytes: [UInt8]) throws(StoreFault) -> Bool {
        try withLock { () throws(StoreFault) in
            guard try read(file) == bytes else { return false }
            guard rename(path(of: file), path(of: other)) == 0 else { throw fault(file, "moving it aside", errno) }
            try checkSync(Folder.sync(path))
            return true
        }
    }

    /// Removes files by name. Returns their number, and the reason for each that could not be removed.
    func remove(where isRemoved: (String) -> Bool) throws(StoreFault) -> (count: Int, faults: [StoreFault]) {
        guard access(path, F_OK) == 0 || errno != ENOENT else { return (0, []) }
        return try withLock { () throws(StoreFault) in
            var (count, faults): (Int, [StoreFault]) = (0, [])
            for file in try files() where isRemoved(file) {
                if unlink(path(of: file)) == 0 { count += 1 } else { faults.append(fault(file, "removing it", errno)) }
            }
            try checkSync(Folder.sync(path))
            return (count, faults)
        }
    }

    /// The file that is locked while the folder is changed. It stays when the folder is cleared.
    private static let lockFile = "lock"

    /// Changes the folder while no other thread or process does. Waits two seconds; a change takes a fraction of one.
    private func withLock<Result>(_ body: () throws(StoreFault) -> Result) throws(StoreFault) -> Result {
        for _ in 0..<100 {
            let lock: LockFile
            do throws(LockFault) {
                lock = try LockFile(path(of: Self.lockFile))
            } catch .held {
                usleep(20_000)
                continue
            } catch {
                throw StoreFault("\(error)")
            }
            return try withExtendedLifetime(lock) { _ throws(StoreFault) in try body() }
        }
        throw fault("", "locking it", "another adhand has been writing in it for two seconds; try again later")
    }

    /// - Parameter code: 0 where the disk has the folder as it is now.
    private func checkSync(_ code: Int32) throws(StoreFault) {
        guard code != 0 else { return }
        let words = "\(String(cString: strerror(code))); a power cut may bring back what was there before"
        throw fault("", "fsync", words)
    }

    func fault(_ file: String, _ action: String, _ reason: String) -> StoreFault {
        StoreFault("\(file.isEmpty ? path : path(of: file)): \(action) failed: \(reason)")
    }

    private func fault(_ file: String, _ action: String, _ code: Int32) -> StoreFault {
        fault(file, action, String(cString: strerror(code)) + advice(code))
    }

    private func advice(_ code: Int32) -> String {
        switch code {
        case EACCES, EPERM: "; the folder has to belong to the daemon's user: sudo chown -R adhand: \(path)"
        case ENOSPC, EDQUOT, EFBIG: "; make room on its disk"
        case EIO, EROFS: "; its disk may be failing: adhand doctor"
        default: ""
        }
    }
}
