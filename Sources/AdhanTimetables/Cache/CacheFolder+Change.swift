import AdhanCore
import AdhanSupport
import Glibc

/// Changes of the folder, one at a time. Each is atomic, also in a power cut.
extension CacheFolder {
    /// Puts a file in the place of another, or of none, and makes the folder where there is none.
    func replace(_ file: String, with bytes: [UInt8]) throws(StoreFault) {
        let code = Folder.make(path)
        guard code == 0 else { throw fault("", "making it", code) }
        try alone { () throws(StoreFault) in
            let code: Int32
            do throws(AtomicFile.Fault) {
                code = try AtomicFile.replace(path(of: file), with: bytes, mode: 0o600)
            } catch {
                throw StoreFault("\(error)\(advice(error.code))")
            }
            try settled(code)
        }
    }

    /// - Parameter bytes: what the file held when it was decided to move it.
    /// - Returns: whether it was moved; not where it was replaced since.
    func move(_ file: String, to other: String, ifStill bytes: [UInt8]) throws(StoreFault) -> Bool {
        try alone { () throws(StoreFault) in
            guard try read(file) == bytes else { return false }
            guard rename(path(of: file), path(of: other)) == 0 else { throw fault(file, "moving it aside", errno) }
            try settled(Folder.sync(path))
            return true
        }
    }

    /// - Returns: how many files it has removed, and for each that it could not remove the reason.
    func remove(where isOurs: (String) -> Bool) throws(StoreFault) -> (count: Int, faults: [StoreFault]) {
        guard access(path, F_OK) == 0 || errno != ENOENT else { return (0, []) }
        return try alone { () throws(StoreFault) in
            var (count, faults): (Int, [StoreFault]) = (0, [])
            for file in try files() where isOurs(file) {
                if unlink(path(of: file)) == 0 { count += 1 } else { faults.append(fault(file, "removing it", errno)) }
            }
            try settled(Folder.sync(path))
            return (count, faults)
        }
    }

    /// Changes the folder while nobody else does, in this process or in another.
    private func alone<Result>(_ body: () throws(StoreFault) -> Result) throws(StoreFault) -> Result {
        try withExtendedLifetime(try lock()) { _ throws(StoreFault) in try body() }
    }

    /// Waits two seconds at most; a change takes a fraction of one.
    private func lock() throws(StoreFault) -> LockFile {
        for _ in 0..<100 {
            do throws(LockFault) {
                return try LockFile(path(of: CacheName.lock))
            } catch .held {
                usleep(20_000)
            } catch {
                throw StoreFault("\(error)")
            }
        }
        throw fault("", "locking it", "another adhand has been writing in it for two seconds; try again later")
    }

    /// - Parameter code: 0 where the disk has the folder as it is now.
    private func settled(_ code: Int32) throws(StoreFault) {
        guard code != 0 else { return }
        let words = "\(String(cString: strerror(code))); a power cut may bring back what was there before"
        throw fault("", "fsync", words)
    }
}
