import AdhanSystem
import Glibc

/// Which file a name leads to.
enum FileIdentity: Equatable {
    case missing
    /// A file without a byte, which a ledger in use never is.
    case empty
    case file(device: dev_t, inode: ino_t)

    /// What is no ledger, and would have SQLite wait, perhaps for ever.
    struct NotAFile: Error, CustomStringConvertible {
        let description = "it is not an ordinary file; look what it is and move it away (ls -ld)"
    }

    /// Nil where the disk does not say.
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

    /// Makes the file where we are root, for the owner of its folder: what SQLite makes would be root's, and closed to the daemon's
    /// own user. Where that fails, SQLite says why.
    static func makeForOwner(_ path: String) {
        if geteuid() == 0 { Folder.makeFile(path) }
    }

    /// Removes a rollback journal without a byte that may not be written, which would keep a new ledger's rows out for ever. Root's SQLite
    /// leaves one where it is killed between making the journal and giving it to the ledger's owner; nothing is in it to be rolled back.
    static func removeStrangersEmptyJournal(of path: String) {
        let journal = path + "-journal"
        guard access(journal, W_OK) != 0, errno == EACCES, identity(status(journal) ?? nil) == .empty else { return }
        // Where that fails, SQLite says why.
        _ = unlink(journal)
    }

    private static func identity(_ status: stat?) -> FileIdentity {
        guard let status else { return .missing }
        return status.st_size == 0 ? .empty : .file(device: status.st_dev, inode: status.st_ino)
    }

    /// Of what the name leads to. Nil within: there is no such file; nil at all: the disk does not say.
    private static func status(_ path: String) -> stat?? {
        var status = stat()
        if stat(path, &status) == 0 { return .some(status) }
        return errno == ENOENT || errno == ENOTDIR ? .some(nil) : nil
    }
}
