import CLinux
import Glibc

/// The process that has started this one.
package enum ParentProcess {
    /// Has the kernel end this process by SIGTERM once the thread that started it has ended.
    ///
    /// - Parameter parent: the number of the process that it belongs to.
    package static func endWith(_ parent: pid_t) {
        adhand_end_with_parent()
        // It may have ended before that.
        if getppid() != parent { kill(getpid(), SIGTERM) }
    }
}
