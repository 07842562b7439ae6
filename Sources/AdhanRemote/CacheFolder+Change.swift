import AdhanCore
import AdhanSystem
import Glibc

/// Changes to the folder, one at a time. After a power cut each is either complete or absent.
extension CacheFolder {
    /// Replaces or creates a file, and creates the folder if there is none.
    func replace(_ file: String, with bytes: [UInt8]) throws(StoreFault) {
        try make(path)
        try change { folder throws(StoreFault) in
            let temporary = CacheName.temporary(file)
            // Left by a power cut. It is created anew, not opened: root must not write through a link that somebody put
            // there.
            unlinkat(folder, temporary, 0)
            do throws(StoreFault) {
                try write(bytes, to: temporary, in: folder)
                guard renameat(folder, temporary, folder, file) == 0 else { throw fault(file, "replacing it", errno) }
            } catch {
                unlinkat(folder, temporary, 0)
                throw error
            }
        }
    }

    /// - Parameter bytes: the file's contents when the move was decided.
    /// - Returns: whether it was moved; false if it was replaced since.
    func move(_ file: String, to other: String, ifStill bytes: [UInt8]) throws(StoreFault) -> Bool {
        try change { folder throws(StoreFault) in
            guard try read(file) == bytes else { return false }
            guard renameat(folder, file, folder, other) == 0 else { throw fault(file, "moving it aside", errno) }
            return true
        } ?? false
    }

    /// - Returns: the number of removed files.
    func remove(where isOurs: (String) -> Bool) throws(StoreFault) -> Int {
        try change { folder throws(StoreFault) in
            var count = 0
            for file in try files() where isOurs(file) {
                guard unlinkat(folder, file, 0) == 0 else { throw fault(file, "removing it", errno) }
                count += 1
            }
            return count
        } ?? 0
    }

    /// Changes the folder under a lock, which excludes other threads and processes, and syncs it.
    ///
    /// - Returns: nil if there is no folder.
    @discardableResult
    private func change<Result>(
        _ body: (_ folder: Int32) throws(StoreFault) -> Result
    ) throws(StoreFault) -> Result? {
        guard let folder = try open() else { return nil }
        defer { close(folder) }
        return try withExtendedLifetime(try lock()) { _ throws(StoreFault) in
            let result = try body(folder)
            try settle(folder, path)
            return result
        }
    }

    /// Waits at most two seconds; a change takes a fraction of one.
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

    private func write(_ bytes: [UInt8], to file: String, in folder: Int32) throws(StoreFault) {
        let descriptor = openat(folder, file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw fault(file, "making it", errno) }
        defer { close(descriptor) }
        Self.give(descriptor, toOwnerOf: folder)
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else {
                if count < 0, errno == EINTR { continue }
                throw fault(file, "writing it", count == 0 ? ENOSPC : errno)
            }
            rest = rest.dropFirst(count)
        }
        guard fsync(descriptor) == 0 else { throw fault(file, "fsync", errno) }
    }

    /// Creates a folder and its parents, syncing each before anything is put into it.
    private func make(_ folder: String) throws(StoreFault) {
        let above = folder.lastIndex(of: "/").map { String(folder[..<$0]) } ?? "."
        var failure = Self.directory(folder)
        if failure == ENOENT, !above.isEmpty, above != folder {
            try make(above)
            failure = Self.directory(folder)
        }
        guard failure != EEXIST else { return }
        guard failure == 0 else {
            throw StoreFault("\(folder): making it failed: \(String(cString: strerror(failure)))")
        }
        let parent = Glibc.open(above.isEmpty ? "/" : above, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard parent >= 0 else { throw fault("", "looking above it", errno) }
        defer { close(parent) }
        let descriptor = Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw fault("", "opening it", errno) }
        defer { close(descriptor) }
        Self.give(descriptor, toOwnerOf: parent)
        try settle(parent, above)
    }

    /// - Returns: 0, or the errno if it was not created.
    private static func directory(_ path: String) -> Int32 { mkdir(path, 0o700) == 0 ? 0 : errno }

    private func settle(_ folder: Int32, _ path: String) throws(StoreFault) {
        // Some file systems do not support fsync on folders.
        guard fsync(folder) == 0 || errno == EINVAL else {
            throw fault(
                "",
                "fsync",
                "\(String(cString: strerror(errno))); a power cut may bring back what was there before"
            )
        }
    }

    /// Files that root creates must be readable and replaceable for the daemon's own user.
    private static func give(_ descriptor: Int32, toOwnerOf folder: Int32) {
        var owner = stat()
        guard geteuid() == 0, fstat(folder, &owner) == 0 else { return }
        // On a file system without owners this fails, which does no harm.
        _ = fchown(descriptor, owner.st_uid, owner.st_gid)
    }
}
