import Glibc

/// A thread that can be waited for, and on which no signal arrives: they are the main loop's.
package struct SystemThread: Sendable {
    private let thread: pthread_t

    /// - Throws: `SystemFault` where the machine has no thread left.
    package init(_ body: @escaping @Sendable () -> Void) throws(SystemFault) {
        let box = Unmanaged.passRetained(Body(run: body))
        var thread = pthread_t()
        // The new thread inherits the mask; set by itself, it would come too late for a signal that is under way.
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

    /// Waits for its end. To be called once, and not after `detach`.
    package func join() { pthread_join(thread, nil) }

    /// Its end is not waited for. To be called once, and not after `join`.
    package func detach() { pthread_detach(thread) }

    /// Carries a closure through `pthread_create`.
    private final class Body: Sendable {
        let run: @Sendable () -> Void
        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
