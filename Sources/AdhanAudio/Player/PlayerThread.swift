import AdhanCore
import AdhanSystem
import Synchronization

/// What the player's front asks of its thread.
enum PlayerCommand: Sendable {
    /// Where a thread before this one was given up in it, what that one leaves.
    case arm(PlaybackRequest, after: Handover? = nil)
    case release(PlaybackRequest.ID)
    /// `asked` is the time of the call: the second within which it must be over counts from there.
    case stop(PlaybackRequest.ID, by: String, asked: MonotonicInstant)
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
        var seen: MonotonicInstant
        /// It waits for a command, which may take for ever.
        var isIdle = true
        var isAbandoned = false
        var request: PlaybackRequest?
        var isArmed = false
        var isReleased = false
        var isStopped = false
        var began: Instant?
        var lateness: Duration?
        var heard = Duration.zero
        /// Since when no more than that was heard; nil before the device has said anything.
        var heardAt: MonotonicInstant?
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

    let mailbox: Mailbox<PlayerCommand>
    let progress: Mutex<Progress>

    /// - Throws: `SystemFault` where the process has no descriptor left for the mailbox.
    init(now: MonotonicInstant) throws(SystemFault) {
        mailbox = try Mailbox()
        progress = Mutex(Progress(seen: now))
    }
}

/// Starts a thread for its argument; one of the system's but in tests.
///
/// - Throws: `SystemFault` where the machine has no thread left.
package typealias ThreadStarter = @Sendable (_ body: @escaping @Sendable () -> Void) throws(SystemFault) -> Void
