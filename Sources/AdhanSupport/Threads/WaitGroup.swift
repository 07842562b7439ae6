import Glibc

/// Counts running work, and lets a thread wait for its end. The limit of a wait goes by the monotonic clock:
/// libdispatch's waits go by the wall clock on Linux, so that setting the clock at boot could end them at once or
/// lengthen them by hours.
///
/// Unchecked, because the compiler cannot see that `count` is only used with the mutex held. (Swift's `Mutex` has no
/// condition variable.)
package final class WaitGroup: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let ended = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var count: Int

    package init(_ count: Int = 0) {
        self.count = count
        mutex.initialize(to: pthread_mutex_t())
        ended.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        var attributes = pthread_condattr_t()
        pthread_condattr_init(&attributes)
        pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
        pthread_cond_init(ended, &attributes)
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(ended)
        pthread_mutex_destroy(mutex)
        ended.deallocate()
        mutex.deallocate()
    }

    /// A piece of work begins.
    package func enter() {
        pthread_mutex_lock(mutex)
        count += 1
        pthread_mutex_unlock(mutex)
    }

    /// A piece of work has ended.
    package func leave() {
        pthread_mutex_lock(mutex)
        count -= 1
        pthread_cond_broadcast(ended)
        pthread_mutex_unlock(mutex)
    }

    /// Waits until all work has ended.
    @discardableResult
    package func wait(within limit: Duration? = nil) -> Bool {
        let end = limit.map { (LinuxClock().monotonic() + max($0, .zero)).timespec }
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while count > 0 {
            guard var end else {
                pthread_cond_wait(ended, mutex)
                continue
            }
            if pthread_cond_timedwait(ended, mutex, &end) == ETIMEDOUT { return count <= 0 }
        }
        return true
    }
}
