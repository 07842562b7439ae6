import CLinux
import Glibc

/// Starts a thread that runs its argument and ends by itself; `SystemThread.starter`, except in tests.
///
/// - Throws: `SystemFault` where the machine has no thread left.
package typealias ThreadStarter = @Sendable (_ body: @escaping @Sendable () -> Void) throws(SystemFault) -> Void

/// A thread with all signals blocked: the main loop receives them.
package struct SystemThread: Sendable {
    private let thread: pthread_t

    /// - Parameter name: its name in `ps -L`, of which the first 15 bytes count; nil for that of the present thread.
    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(named name: String? = nil, _ body: @escaping @Sendable () -> Void) throws(SystemFault) {
        let box = Unmanaged.passRetained(
            Body {
                if let name { adhand_name_thread(name) }
                body()
            }
        )
        var thread = pthread_t()
        // The new thread inherits the mask. If it set the mask itself, a signal could arrive before.
        var (all, before) = (sigset_t(), sigset_t())
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        let code = pthread_create(
            &thread,
            nil,
            { argument in
                if let argument { Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run() }
                return nil
            },
            box.toOpaque()
        )
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard code == 0 else {
            box.release()
            throw SystemFault("pthread_create", code)
        }
        self.thread = thread
    }

    /// Waits for the thread's end. Call it once, and not after `detach`.
    package func join() { pthread_join(thread, nil) }

    /// Lets the thread end by itself. Call it once, and not after `join`.
    package func detach() { pthread_detach(thread) }

    /// Starts threads of this name that end by themselves.
    package static func starter(_ name: String? = nil) -> ThreadStarter {
        { body throws(SystemFault) in try SystemThread(named: name, body).detach() }
    }

    /// Carries a closure through `pthread_create`.
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
