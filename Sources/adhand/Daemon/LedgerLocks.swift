import AdhanSystem
import Glibc
import Logging
import Synchronization

/// The locks of the ledgers that this process writes to, beside each its file. They are held until the process ends.
final class LedgerLocks: Sendable {
    /// By the path of the ledger without any link in it.
    private let held = Mutex<[String: LockFile]>([:])
    private let log: Logger

    init(log: Logger) { self.log = log }

    /// Locks the ledger for this process, so that no other daemon takes what sounds here for what a crash has left. It may block.
    ///
    /// A lock file that cannot be made is said and gone without: a disk that refuses is no reason not to call a prayer.
    ///
    /// - Throws: `LockFault.held` where another process has it.
    func own(_ ledger: String) throws(LockFault) {
        let file = LedgerPath.resolved(ledger)
        do {
            guard held.withLock({ $0[file] == nil }) else { return }
            if let problem = LedgerPath.otherNames(file) { log.warning("\(problem.words); \(problem.advice)") }
            // Outside of the lock: its disk may hang.
            let lock = try LockFile(file + ".lock")
            held.withLock { $0[file] = lock }
        } catch {
            if case .held = error { throw error }
            log.error("\(error); a second daemon on this ledger would not be noticed")
        }
    }
}

/// Under which names a ledger is known.
enum LedgerPath {
    /// As many links as the kernel itself follows.
    private static let linkLimit = 40

    /// The path from the root without any link in it, of a file that need not be there. It may block.
    static func resolved(_ path: String) -> String {
        var path = path
        for _ in 0..<linkLimit {
            if let real = real(path) { return real }
            // A link to a file that is still to be made.
            guard let target = target(path) else { break }
            path = target.hasPrefix("/") ? target : folder(path) + target
        }
        let folder = folder(path)
        guard let above = real(folder) else { return path }
        let name = path.hasPrefix(folder) ? path.dropFirst(folder.count) : path[...]
        return (above == "/" ? "" : above) + "/" + name
    }

    /// What is wrong with a ledger that has a second name, which no lock can know of; nil where all is well.
    static func otherNames(_ file: String) -> (words: String, advice: String)? {
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 else { return nil }
        return (
            "\(file) has \(status.st_nlink) names (hard links); an adhand that knows it by another one would not be noticed, and call the prayers a second time",
            "find the others and remove them: sudo find / -xdev -samefile \(shellWord(file))"
        )
    }

    private static func real(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    private static func target(_ path: String) -> String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = bytes.withUnsafeMutableBytes { space in
            space.baseAddress.map { readlink(path, $0, space.count) } ?? 0
        }
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }

    /// With the slash at its end.
    private static func folder(_ path: String) -> String { path.lastIndex(of: "/").map { String(path[...$0]) } ?? "./" }
}
