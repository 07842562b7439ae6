import AdhanSystem
import Glibc

/// Hands letters to one thread, which sleeps at no cost until the next one comes.
///
/// Unchecked, because the compiler cannot see that `letters` is only touched with the mutex held. (Swift's own `Mutex` has
/// no condition to wait on.)
final class Mailbox<Letter: Sendable>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let arrived = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var letters: [Letter] = []

    init() {
        mutex.initialize(to: pthread_mutex_t())
        arrived.initialize(to: pthread_cond_t())
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(arrived, nil)
    }

    deinit {
        pthread_cond_destroy(arrived)
        pthread_mutex_destroy(mutex)
        arrived.deallocate()
        mutex.deallocate()
    }

    func post(_ letter: Letter) {
        pthread_mutex_lock(mutex)
        letters.append(letter)
        pthread_cond_signal(arrived)
        pthread_mutex_unlock(mutex)
    }

    /// The oldest letter, or nil where there is none.
    func take() -> Letter? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return letters.isEmpty ? nil : letters.removeFirst()
    }

    /// The oldest letter; waits for one.
    func wait() -> Letter {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while letters.isEmpty { pthread_cond_wait(arrived, mutex) }
        return letters.removeFirst()
    }
}
