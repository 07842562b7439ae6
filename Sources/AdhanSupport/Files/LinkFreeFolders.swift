import Glibc
import Synchronization

/// The folders in which this process follows no symbolic link: another user, as the panel's, writes there, and a link
/// of that user's could lead to a file that only this process may read.
package enum LinkFreeFolders {
    private static let folders = Mutex<Set<String>>([])

    /// From now on no link in the folder is followed, nor in the folders below it.
    package static func add(_ folder: String) { folders.withLock { _ = $0.insert(PathName.absolute(folder)) } }

    /// Opens a file or a folder, as open(2) does. Links above such a folder are followed. May block.
    ///
    /// - Returns: -1 with errno `ELOOP`, or `ENOTDIR` for a link to a folder, where there is a link on the way.
    static func open(_ path: String, _ flags: Int32) -> Int32 {
        let known = folders.withLock { $0 }
        guard !known.isEmpty else { return Glibc.open(path, flags) }
        let absolute = PathName.absolute(path)
        guard let folder = known.first(where: { absolute.utf8.starts(with: ($0 + "/").utf8) }) else {
            return Glibc.open(path, flags)
        }
        var names = PathName.parts(of: absolute).dropFirst(PathName.parts(of: folder).count).map(String.init)
        let name = names.popLast() ?? "."
        var above = Glibc.open(folder, Folder.onlyItsPath | O_DIRECTORY | O_CLOEXEC)
        for name in names where above >= 0 {
            above = openat(in: above, name, Folder.onlyItsPath | O_DIRECTORY | O_CLOEXEC)
        }
        return above < 0 ? -1 : openat(in: above, name, flags)
    }

    /// Opens what the folder has, closes the folder, and leaves errno as opening set it.
    private static func openat(in folder: Int32, _ name: String, _ flags: Int32) -> Int32 {
        let descriptor = Glibc.openat(folder, name, flags | O_NOFOLLOW)
        let code = errno
        close(folder)
        errno = code
        return descriptor
    }
}
