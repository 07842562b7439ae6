import AdhanCore
import Glibc
import Synchronization

/// What the player's front asks of its thread.
enum PlayerCommand: Sendable {
    case arm(Sounding)
    case release(Sounding.ID)
    /// `asked` is the monotonic time of the call: the second within which it must be over counts from there.
    case stop(Sounding.ID, by: String, asked: Duration)
    /// Those that a process before this one left turned.
    case turnBackKnobs
    case quit
}

/// One thread with its mailbox, and what is known of its progress from outside.
final class PlayerThread: Sendable {
    /// What the report says should the thread never return from a call.
    struct Progress: Sendable {
        var seen: Duration
        /// It waits for a command, which may take for ever.
        var isIdle = true
        var isAbandoned = false
        var sounding: Sounding.ID?
        var isArmed = false
        var began: Instant?
        var lateness: Duration?
        var heard = Duration.zero
        var gap = Duration.zero
        var device = ""
        var sha256 = ""
        var remark: String?
    }

    let mailbox = Mailbox<PlayerCommand>()
    let progress: Mutex<Progress>

    init(now: Duration) {
        progress = Mutex(Progress(seen: now))
    }

    /// - Returns: 0, or the code of `pthread_create` where the machine has no thread left.
    static func start(_ body: @escaping @Sendable () -> Void) -> Int32 {
        let box = Unmanaged.passRetained(ThreadBody(body))
        var thread = pthread_t()
        let result = pthread_create(
            &thread,
            nil,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue()
                body.run()
                return nil
            },
            box.toOpaque()
        )
        guard result == 0 else {
            box.release()
            return result
        }
        pthread_detach(thread)
        return 0
    }
}

/// Carries a closure through `pthread_create`.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

/// Starts a thread for its argument; `PlayerThread.start` but in tests.
package typealias ThreadStarter = @Sendable (_ body: @escaping @Sendable () -> Void) -> Int32
