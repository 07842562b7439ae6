import Glibc

/// The executables of adhand: `bin/adhand` and those in `libexec/adhand` of one installation, or all in the folder of a
/// build.
package enum Executables {
    /// The folder of the running program; nil without /proc.
    package static let folder = own.map(PathName.folder)

    /// - Parameter name: as `adhand-sync`.
    /// - Returns: the path of the one that belongs to the running program; nil if it is not installed.
    package static func find(_ name: String) -> String? {
        guard let folder else { return nil }
        let prefix = PathName.folder(of: folder)
        let paths = [
            "\(folder)/\(name)", "\(prefix)/libexec/adhand/\(name)", "\(PathName.folder(of: prefix))/bin/\(name)",
        ]
        return paths.first { access($0, X_OK) == 0 }
    }

    /// The command that installs adhand again.
    ///
    /// - Parameter folder: where the executables are.
    package static func installCommand(_ folder: String? = folder) -> String {
        let isPackage = ["/usr/bin", "/usr/libexec/adhand"].contains(folder)
        return isPackage ? "sudo apt install --reinstall adhand" : "sudo make install"
    }

    private static var own: String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
