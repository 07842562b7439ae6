import CLinux

/// The kind of file system that a path is on.
package enum DiskKind {
    /// The magic numbers of tmpfs and ramfs: statfs(2).
    private static let inMemory: Set<Int> = [0x0102_1994, 0x8584_58f6]

    /// Whether the files there are in memory, and lost when the power fails. False also where the path cannot be asked.
    package static func isInMemory(_ path: String) -> Bool {
        var found = statfs()
        return statfs(path, &found) == 0 && inMemory.contains(Int(found.f_type))
    }
}
