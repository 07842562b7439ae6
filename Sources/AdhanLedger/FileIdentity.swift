import AdhanSupport
import Glibc

/// Identifies the file at a path.
enum FileIdentity: Equatable {
    case missing
    /// An empty file, which a ledger in use never is.
    case empty
    case file(device: dev_t, inode: ino_t)

    /// Not a regular file. SQLite might wait for it forever.
    struct NotAFile: Error, CustomStringConvertible {
        let description = "it is not an ordinary file; check what it is (ls -ld) and move it away"
    }

    /// Nil if the file system gives no answer.
    init?(_ path: String) {
        guard let status = Self.status(path) else { return nil }
        self = Self.identity(status)
    }

    /// The same for a ledger that is to be opened.
    ///
    /// - Throws: `NotAFile` for a FIFO, a device, a folder and the like.
    static func ofLedger(_ path: String) throws -> FileIdentity? {
        guard let status = status(path) else { return nil }
        if let status, status.st_mode & S_IFMT != S_IFREG { throw NotAFile() }
        return identity(status)
    }

    /// Creates the file if we are root, owned by the owner of its folder: a file that SQLite creates would be root's,
    /// and the daemon's own user could not write it. If this fails, SQLite reports why.
    static func makeForOwner(_ path: String) {
        if geteuid() == 0 { Folder.makeFile(path) }
    }

    /// Removes an empty rollback journal that we may not write, which would block a new ledger's rows forever. SQLite
    /// running as root leaves one if it is killed between creating the journal and changing its owner. It contains
    /// nothing to roll back.
    static func removeStrangersEmptyJournal(of path: String) {
        let journal = path + "-journal"
        guard access(journal, W_OK) != 0, errno == EACCES, identity(status(journal) ?? nil) == .empty else { return }
        // If this fails, SQLite reports why.
        _ = unlink(journal)
    }

    private static func identity(_ status: stat?) -> FileIdentity {
        guard let status else { return .missing }
        return status.st_size == 0 ? .empty : .file(device: status.st_dev, inode: status.st_ino)
    }

    /// Of the file that the path leads to. Inner nil: no such file. Outer nil: the file system gives no answer.
    private static func status(_ path: String) -> stat?? {
        var status = stat()
        if stat(path, &status) == 0 { return .some(status) }
        return errno == ENOENT || errno == ENOTDIR ? .some(nil) : nil
    }

    /// A sentence that tells what became of the ledger that had this file's name.
    func words(of file: String) -> String {
        switch self {
        case .missing: "the ledger \(file) was removed; a new one is created"
        case .empty: "the ledger \(file) was truncated; a new one is created"
        case .file: "the ledger \(file) was replaced by another file, which is used from now on"
        }
    }
}
