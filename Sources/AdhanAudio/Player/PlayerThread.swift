import AdhanCore
import AdhanSystem
import Glibc
import Synchronization

/// What the player's front asks of its thread.
enum PlayerCommand: Sendable {
    /// Where a thread before this one was given up in it, what that one leaves.
    case arm(Sounding, after: Handover? = nil)
    case release(Sounding.ID)
    /// `asked` is the monotonic time of the call: the second within which it must be over counts from there.
    case stop(Sounding.ID, by: String, asked: Duration)
    case quit
}

/// What a thread that was given up leaves to its successor, which goes on with the sound on another device.
struct Handover: Sendable {
    let progress: PlayerThread.Progress
    /// Why it was given up.
    let error: AudioError
}

/// One thread with its mailbox, and what is known of its progress from outside.
final class PlayerThread: Sendable {
    /// What the report says should the thread never return from a call.
    struct Progress: Sendable {
        var seen: Duration
        /// It waits for a command, which may take for ever.
        var isIdle = true
        var isAbandoned = false
        var sounding: Sounding?
        var isArmed = false
        var isReleased = false
        var isStopped = false
        var began: Instant?
        var lateness: Duration?
        var heard = Duration.zero
        /// Since when no more than that was heard, monotonic; nil before the device has said anything.
        var heardAt: Duration?
        var gap = Duration.zero
        var device = ""
        var sha256 = ""
        var remark: String?
        /// Devices in which a thread was given up within this sound.
        var givenUp: Set<String> = []

        /// - Parameter ended: now.
        func report(_ end: SoundReport.End, at ended: Instant) -> SoundReport {
            SoundReport(
                end: end,
                began: began,
                ended: ended,
                lateness: lateness,
                heard: heard,
                gap: gap,
                device: device,
                sha256: sha256,
                remark: remark
            )
        }
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
