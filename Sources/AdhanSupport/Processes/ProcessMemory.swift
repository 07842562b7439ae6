import CLinux

/// The heap of this process. glibc keeps freed memory, apart for each thread.
package enum ProcessMemory {
    /// All threads share one heap from now on. Call it before other threads begin.
    ///
    /// Otherwise each thread keeps its own freed memory, up to what its largest job needed.
    package static func shareHeap() { mallopt(M_ARENA_MAX, 1) }

    /// Gives freed memory back to the kernel. It takes a few milliseconds.
    package static func giveBack() { malloc_trim(0) }
}
