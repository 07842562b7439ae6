import AdhanCore
import AdhanSupport
import Glibc

/// A mirror's folder. Files come into it whole, by rename; what is not whole lies in a hidden folder within it.
struct MirrorFolder: Sendable {
    let path: String

    /// The group may read what is in it: the display runs as another user.
    private static let folderMode: mode_t = 0o750
    static let fileMode: mode_t = 0o640
    /// Far above the limit of a mirror's files.
    private static let mostNames = 200_000
    /// Up to so many files are synced one by one, rather than with the whole disk.
    private static let few = 4
    /// The hidden folder, and the folder for the repair of the disk.
    private static let otherFolders = [MirrorPath.ownFolder, MirrorPath.repairFolder]
    /// In bytes, with the zero at its end.
    private static let longestName = 256

    var own: String { "\(path)/\(MirrorPath.ownFolder)" }
    /// For parts of objects. Those of before a restart of the machine are in another: their last bytes may never have
    /// reached the disk.
    var parts: String { "\(own)/parts-\(Self.boot)" }

    func file(_ path: MirrorPath) -> String { "\(self.path)/\(path.text)" }

    private static let boot: String = {
        // Where the kernel does not tell, each process begins anew.
        let bytes = try? BoundedFile.read("/proc/sys/kernel/random/boot_id", limit: 64)  // reason: see above
        return bytes.map { String(decoding: $0.prefix(8), as: UTF8.self) } ?? "\(getpid())"
    }()

    /// Makes it where it is missing, and its hidden folder.
    func make() throws(MirrorFault) {
        for folder in [PathName.folder(of: path), path, own] { try Self.make(folder) }
        for name in Folder.names(in: own, limit: 100) where name.hasPrefix("parts-") {
            let folder = "\(own)/\(name)"
            if !Self.isFolder(folder) {
                // A link would lead elsewhere.
                unlink(folder)
            } else if folder != parts {
                clear(folder, keeping: [])
                rmdir(folder)
            }
        }
        try Self.make(parts)
    }

    /// Whether there is a folder; a link to one is none.
    private static func isFolder(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }

    private static func make(_ folder: String) throws(MirrorFault) {
        let isNew = access(folder, F_OK) != 0
        let code = Folder.make(folder)
        guard code == 0 else { throw .disk(folder, "making it", code) }
        if isNew { chmod(folder, folderMode) }
    }

    struct Found {
        /// Below the folder.
        let path: String
        let stamp: MirrorStamp
    }

    /// The files in it, without its hidden folder, in the order of the disk.
    ///
    /// - Parameter cleaning: whether to remove links, devices and the like: a link could lead elsewhere.
    func scan(cleaning: Bool = true) throws(MirrorFault) -> [Found] {
        var found: [Found] = []
        try scan(path, "", &found, depth: 0, cleaning)
        return found
    }

    private func scan(
        _ folder: String,
        _ prefix: String,
        _ found: inout [Found],
        depth: Int,
        _ cleaning: Bool
    ) throws(MirrorFault) {
        guard depth <= MirrorPath.deepest else { return }
        guard let stream = opendir(folder) else { throw .disk(folder, "listing it", errno) }
        defer { closedir(stream) }
        let descriptor = dirfd(stream)
        while true {
            errno = 0
            guard let entry = readdir(stream) else { break }
            let text = withUnsafePointer(to: &entry.pointee.d_name) {
                $0.withMemoryRebound(to: CChar.self, capacity: Self.longestName) { String(validatingCString: $0) }
            }
            // A name that is no UTF-8 is no object's. The file stays.
            guard let name = text, name != ".", name != "..", !(depth == 0 && Self.otherFolders.contains(name)) else {
                continue
            }
            guard name != MirrorPath.ownFolder else { throw .nested(folder, in: self.path) }
            var status = stat()
            guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: try scan("\(folder)/\(name)", prefix + name + "/", &found, depth: depth + 1, cleaning)
            case S_IFREG:
                found.append(Found(path: prefix + name, stamp: MirrorStamp(status)))
                guard found.count <= Self.mostNames else { throw .tooMany(folder: self.path, limit: Self.mostNames) }
            default: if cleaning { unlinkat(descriptor, name, 0) }
            }
        }
        guard errno == 0 else { throw .disk(folder, "listing it", errno) }
    }

    /// The MD5 of a file's content.
    func md5(_ path: MirrorPath) throws(MirrorFault) -> String {
        let file = file(path)
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .disk(file, "opening it", errno) }
        defer { close(descriptor) }
        let code: Int32
        do throws(DigestFault) {
            let digest = try Digest(.md5)
            code = OpenFile.read(descriptor) { digest.add($0) }
            if code == 0 { return try digest.finish() }
        } catch {
            throw .other("\(error)")
        }
        throw .disk(file, "reading it", code)
    }

    /// The stamps by their paths. A name that no object can have is another's file, and stays.
    static func stamps(_ found: [Found]) -> [MirrorPath: MirrorStamp] {
        var stamps: [MirrorPath: MirrorStamp] = [:]
        stamps.reserveCapacity(found.count)
        for file in found {
            if let path = try? MirrorPath(file.path) { stamps[path] = file.stamp }  // reason: see above
        }
        return stamps
    }

    /// Gives whole parts their names. Each is on the disk before it has its name; the names are, when this returns.
    ///
    /// - Parameter disk: was there before the parts were written.
    /// - Returns: the stamps of those that have their name, and why the others have not.
    func place(
        _ files: [(part: String, path: MirrorPath, size: Int)],
        _ disk: DiskSync
    ) -> [Result<MirrorStamp, MirrorFault>] {
        var folders: Set<String> = []
        // Many are synced by one call. If it fails, that of each file says why.
        let areSynced = files.count > Self.few && disk.sync()
        let results = files.map { part, path, size -> Result<MirrorStamp, MirrorFault> in
            Result { () throws(MirrorFault) in
                let stamp = try areSynced ? stamp(part) : sync(part)
                // Another process may have put its own in that place.
                guard stamp.size == size else { throw .replaced(folder: self.path) }
                for folder in path.folders { try makeWithin("\(self.path)/\(folder)", &folders) }
                guard rename(part, file(path)) == 0 else { throw .disk(file(path), "replacing it", errno) }
                folders.insert(PathName.folder(of: file(path)))
                return stamp
            }
        }
        // The next pass finds what a power cut has undone.
        for folder in folders { _ = Folder.sync(folder) }
        return results
    }

    private func sync(_ part: String) throws(MirrorFault) -> MirrorStamp {
        let descriptor = open(part, O_WRONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .disk(part, "opening it", errno) }
        defer { close(descriptor) }
        guard fsync(descriptor) == 0 else { throw .disk(part, "fsync", errno) }
        return try stamp(part)
    }

    private func stamp(_ part: String) throws(MirrorFault) -> MirrorStamp {
        var status = stat()
        guard lstat(part, &status) == 0 else { throw .disk(part, "reading its status", errno) }
        return MirrorStamp(status)
    }

    /// Makes a folder of an object's name. A link in its place is not followed.
    private func makeWithin(_ folder: String, _ made: inout Set<String>) throws(MirrorFault) {
        var status = stat()
        if lstat(folder, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw .disk(folder, "making it", ENOTDIR) }
            return
        }
        guard mkdir(folder, Self.folderMode) == 0 else { throw .disk(folder, "making it", errno) }
        chmod(folder, Self.folderMode)
        Folder.give(folder)
        made.insert(PathName.folder(of: folder))
    }

    /// Removes the files, and folders that are empty then.
    ///
    /// - Returns: those that are gone, and why the first of the others is not.
    func remove(_ paths: [MirrorPath]) -> (gone: [MirrorPath], fault: MirrorFault?) {
        var folders: Set<String> = []
        var fault: MirrorFault?
        let gone = paths.filter { path in
            // What lies behind a link is not the mirror's.
            guard path.folders.allSatisfy({ Self.isFolder("\(self.path)/\($0)") }) else { return true }
            guard unlink(file(path)) == 0 || errno == ENOENT else {
                fault = fault ?? .disk(file(path), "removing it", errno)
                return false
            }
            folders.insert(path.folders.last.map { "\(self.path)/\($0)" } ?? self.path)
            for folder in path.folders.reversed() where rmdir("\(self.path)/\(folder)") == 0 {
                folders.remove("\(self.path)/\(folder)")
                folders.insert(PathName.folder(of: "\(self.path)/\(folder)"))
            }
            return true
        }
        for folder in folders { _ = Folder.sync(folder) }
        return (gone, fault)
    }

    /// Removes parts that are no longer wanted.
    func clear(keeping wanted: Set<String>) { clear(parts, keeping: wanted) }

    private func clear(_ folder: String, keeping wanted: Set<String>) {
        for name in Folder.names(in: folder, limit: Self.mostNames) where ![".", ".."].contains(name) {
            let file = "\(folder)/\(name)"
            if !wanted.contains(file) { unlink(file) }
        }
    }

    /// How much of an object is there, in bytes.
    func size(ofPart part: String) -> Int {
        var status = stat()
        return lstat(part, &status) == 0 ? Int(status.st_size) : 0
    }
}

extension MirrorStamp {
    fileprivate init(_ status: stat) {
        let nanoseconds = Int64(status.st_mtim.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue
        self.init(size: Int(status.st_size), written: nanoseconds &+ Int64(status.st_mtim.tv_nsec))
    }
}
