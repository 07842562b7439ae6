import Glibc

package enum RunningProcesses {
    /// More than a kernel can be told to have.
    private static let limit = 1 << 23

    /// Their numbers, as /proc has them.
    package static func all() -> [pid_t] { Folder.names(in: "/proc", limit: limit).compactMap { pid_t($0) } }
}
