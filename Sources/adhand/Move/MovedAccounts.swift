import AdhanCore
import AdhanSQLite
import AdhanSupport
import Glibc

/// The panel's accounts that move to another box, as a file.
struct MovedAccounts {
    /// In bytes; a thousand accounts take a hundredth.
    private static let limit = 64 << 20
    /// A file of that size takes a tenth of them.
    private static let mostSteps: Int32 = 1_000_000_000

    let file: String

    init(_ file: String) { self.file = file }

    /// Writes a whole copy into a new file, also while the panel writes to this one.
    func copy(to copy: String) throws -> Bool {
        let secrets = PathName.folder(of: file)
        guard access(secrets, F_OK) == 0 else {
            if errno == ENOENT { return false }
            throw FileFault(path: secrets, errno: errno)
        }
        // The owner of the folder could put a link in the place of the file.
        let bytes = try Account.asOwner(of: secrets) { try read() }
        guard !bytes.isEmpty else { return false }
        try AtomicFile.replace(copy, with: bytes, mode: 0o600)
        // SQLite copies damaged pages, and zeroes for those that it cannot read.
        if let words = MovedAccounts(copy).damage() { throw FileFault(path: file, reason: "it is damaged: \(words)") }
        return true
    }

    /// The first words about damage in it; nil if there is none.
    func damage() -> String? {
        do throws(SQLiteFault) {
            let connection = try SQLiteConnection(file, isReadOnly: true)
            connection.limit(steps: Self.mostSteps)
            return try connection.firstDamage()
        } catch {
            return "\(error)"
        }
    }

    /// The bytes of the file; none where there is no file.
    private func read() throws -> [UInt8] {
        // The name may be of a pipe, which would hang.
        let descriptor = open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return [] }
            let fault = FileFault(path: file, errno: errno)
            guard fault.isDenied, getuid() == 0 else { throw fault }
            let folder = shellWord(PathName.folder(of: file))
            let advice = "sudo chown --reference=\(folder) \(shellWord(file))"
            throw Ending(EX_NOPERM, "\(fault); the owner of its folder may not read it: \(advice)")
        }
        var status = stat()
        let isOrdinary = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
        close(descriptor)
        guard isOrdinary else { throw FileFault(path: file, .notOrdinary(isFolder: false)) }
        guard status.st_size <= Self.limit else {
            throw FileFault(path: file, reason: "it has more than \(Self.limit >> 20) MB, which accounts never need")
        }
        do {
            return try SQLiteConnection(file, isReadOnly: true).bytes(limit: Self.limit)
        } catch {
            throw FileFault(path: file, reason: "\(error)")
        }
    }
}
