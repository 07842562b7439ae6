import CLinux
import Glibc

/// Limits of the running process.
package enum OwnProcess {
    /// Has the kernel kill this process when the thread of the parent that started it ends.
    ///
    /// - Returns: false if that one has ended already.
    package static func endWithParent(_ parent: pid_t) -> Bool { adhand_end_with_parent() == 0 && getppid() == parent }

    /// Lowers its limits and its priority, and makes it the first to be killed where memory runs out. What a sandbox
    /// refuses stays as it is: the unit has limits of its own.
    ///
    /// - Parameters:
    ///   - memory: the most writable memory, in bytes.
    ///   - seconds: the most CPU time. SIGXCPU ends the process after it.
    package static func lower(memory: Int, seconds: Int) {
        let file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC)
        if file >= 0 {
            _ = write(file, "1000", 4)
            close(file)
        }
        adhand_limit_self(rlim_t(clamping: memory), rlim_t(clamping: seconds))
    }
}

/// The heap of this process. glibc keeps freed memory, apart for each thread.
package enum ProcessMemory {
    /// All threads share one heap from now on. Call it before other threads begin.
    ///
    /// Otherwise each thread keeps its own freed memory, up to what its largest job needed.
    package static func shareHeap() { mallopt(M_ARENA_MAX, 1) }

    /// Gives freed memory back to the kernel. It takes a few milliseconds.
    package static func giveBack() { malloc_trim(0) }
}

package enum RunningProcesses {
    /// More than the largest pid_max of a kernel, 4,194,304.
    private static let limit = 1 << 23

    /// Their numbers, as /proc has them.
    package static func all() -> [pid_t] { Folder.names(in: "/proc", limit: limit).compactMap { pid_t($0) } }
}
