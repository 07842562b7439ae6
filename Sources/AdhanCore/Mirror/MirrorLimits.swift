/// How much a mirror may hold, so that a bucket cannot fill the box's disk.
package struct MirrorLimits: Hashable, Sendable {
    /// All files together, in bytes.
    package var total = 2 << 30
    /// One file, in bytes. The player takes no larger recording.
    package var file = 64 << 20
    /// How many files.
    package var count = 5000

    package init() {}
}
