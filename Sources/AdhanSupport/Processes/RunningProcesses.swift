import Glibc

package enum RunningProcesses {
    /// More than the largest pid_max of a kernel, 4,194,304.
    private static let limit = 1 << 23

    /// Their numbers, as /proc has them.
    package static func all() -> [pid_t] { Folder.names(in: "/proc", limit: limit).compactMap { pid_t($0) } }
}
