import AdhanCore
import Glibc

/// Under which names a ledger is known.
package enum LedgerPath {
    /// As many links as the kernel itself follows.
    private static let linkLimit = 40

    /// The path from the root without any link in it, of a file that need not be there. It may block.
    package static func resolved(_ path: String) -> String {
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

    /// What is wrong with a ledger that has a second name; nil where all is well.
    package static func otherNames(_ file: String) -> (words: String, advice: String)? {
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 else { return nil }
        return (
            "\(file) has \(status.st_nlink) names (hard links); whoever opens it by another one does not find what SQLite keeps beside this one, and may damage it",
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
