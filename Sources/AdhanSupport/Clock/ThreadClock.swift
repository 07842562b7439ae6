import Glibc

/// The CPU time that the calling thread has used. It does not depend on how busy the machine is.
package enum ThreadClock {
    package static func now() -> Duration {
        var now = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now)
        return .seconds(now.tv_sec) + .nanoseconds(now.tv_nsec)
    }
}
