import AdhanCore
import AdhanSupport
import Glibc

/// Resolves the names of a ledger's file.
package enum LedgerPath {
    /// The kernel's own limit.
    private static let linkLimit = 40

    /// The absolute path without symbolic links; the file need not exist. May block.
    package static func resolved(_ path: String) -> String {
        var path = path
        for _ in 0..<linkLimit {
            if let real = real(path) { return real }
            // A link to a file that does not exist yet.
            guard let target = target(path) else { break }
            path = target.hasPrefix("/") ? target : PathName.folder(of: path) + "/" + target
        }
        guard let above = real(PathName.folder(of: path)) else { return path }
        return (above == "/" ? "" : above) + "/" + PathName.name(of: path)
    }

    /// The problem with a ledger that has a second name (a hard link); nil if there is none.
    package static func otherNames(_ file: String) -> (words: String, advice: String)? {
        var status = stat()
        guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink > 1 else { return nil }
        return (
            "\(file) has \(status.st_nlink) names (hard links); a program that opens it under another name does not "
                + "find SQLite's journal beside this one, and may damage it",
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
}
