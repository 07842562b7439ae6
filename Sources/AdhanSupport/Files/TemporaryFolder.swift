import Glibc

/// A new folder in `$TMPDIR`, or else in `/tmp`, which only this user may enter.
package struct TemporaryFolder: Sendable {
    package let path: String

    /// - Throws: `FileFault` if it cannot be made.
    package init() throws(FileFault) {
        let given = Environment.variables["TMPDIR"] ?? ""
        let template = (given.isEmpty ? "/tmp" : given) + "/adhand-XXXXXX"
        var name = Array(template.utf8CString)
        guard mkdtemp(&name) != nil else { throw FileFault(path: template, errno: errno) }
        path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Removes it with the files in it.
    package func remove() { Folder.remove(path) }
}
