import Glibc

/// The executables of adhand: all in `libexec/adhand` of an installation, where `bin/adhand` leads to, or in the folder
/// of a build.
package enum Executables {
    /// The folder of the running program; nil without /proc.
    package static let folder = own.map(PathName.folder)

    /// - Returns: the path of the one that belongs to the running program; nil if it is not installed.
    package static func find(_ name: String) -> String? {
        folder.map { "\($0)/\(name)" }.flatMap { access($0, X_OK) == 0 ? $0 : nil }
    }

    package static func installCommand(_ folder: String? = folder) -> String {
        folder == "/usr/libexec/adhand" ? "sudo apt install --reinstall adhand" : "sudo make install"
    }

    private static var own: String? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
}
