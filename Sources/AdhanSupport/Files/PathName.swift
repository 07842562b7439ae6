import Glibc

/// Paths as text. Only `withoutLinks` reads the disk.
package enum PathName {
    /// The path from the root, without `.`, `..` and doubled slashes; two names of one file become equal.
    /// Links are not followed.
    ///
    /// - Parameter path: where it is relative, it is resolved against the current folder.
    package static func absolute(_ path: String) -> String {
        let whole = isAbsolute(path) ? path : "\(currentFolder ?? "")/\(path)"
        var found: [Substring] = []
        for part in parts(of: whole) where part != "." {
            if part == ".." { _ = found.popLast() } else { found.append(part) }
        }
        return "/" + found.joined(separator: "/")
    }

    /// The absolute path of the folder that has the file; the root for the root.
    package static func folder(of path: String) -> String {
        // An absolute path keeps its `..`: behind a link, the kernel takes them for another folder.
        let whole = isAbsolute(path) ? path : absolute(path)
        return "/" + parts(of: whole).dropLast().joined(separator: "/")
    }

    /// The last part of the path; empty for the root.
    package static func name(of path: String) -> String { parts(of: path).last.map(String.init) ?? "" }

    /// The names between the slashes. Bytes count: a combining mark behind a slash makes another character of it.
    package static func parts(of path: String) -> [Substring] {
        path.utf8.split(separator: UInt8(ascii: "/")).map { Substring($0) }
    }

    /// The absolute path with all links followed; of a file that does not exist, those in the part that exists.
    /// May block.
    package static func withoutLinks(_ path: String) -> String {
        let path = isAbsolute(path) ? path : absolute(path)
        var (head, tail) = (path[...], "")
        while !head.isEmpty {
            if let real = realpath(String(head), nil) {
                defer { free(real) }
                return absolute(String(cString: real) + tail)
            }
            let slash = head.utf8.lastIndex(of: UInt8(ascii: "/")) ?? head.startIndex
            (head, tail) = (head[..<slash], head[slash...] + tail)
        }
        return absolute(path)
    }

    private static func isAbsolute(_ path: String) -> Bool { path.utf8.first == UInt8(ascii: "/") }

    /// The current folder; nil if it was removed.
    package static var currentFolder: String? {
        guard let folder = getcwd(nil, 0) else { return nil }
        defer { free(folder) }
        return String(cString: folder)
    }
}

/// The folders that the units' sandbox (`ProtectHome`) hides from adhand, whatever their permissions are.
package enum HiddenFolder {
    /// - Returns: the hidden folder that has the path in it; nil where none has.
    package static func holding(_ path: String) -> String? {
        ["/home", "/root"].first { path == $0 || path.hasPrefix($0 + "/") }
    }
}
