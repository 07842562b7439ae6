import AdhanCore
import AdhanSupport
import Synchronization

/// The commands to the player's thread.
enum PlayerCommand: Sendable {
    /// `after`: the state of an earlier thread that was given up in this playback.
    case arm(PlaybackRequest, after: Handover? = nil)
    case release(PlaybackRequest.ID)
    /// `asked`: the time of the call; the playback must be silent within a second of it.
    case stop(PlaybackRequest.ID, by: String, asked: MonotonicInstant)
    case quit
}

/// The state of a thread that was given up, for its successor, which goes on with the playback on another device.
struct Handover: Sendable {
    let progress: PlayerThread.Progress
    /// Why the thread was given up.
    let error: AudioError
}

/// One player thread: its mailbox, and its progress as seen by others.
final class PlayerThread: Sendable {
    /// The thread's progress. If the thread hangs, the report is made from it.
    struct Progress: Sendable {
        var seen: MonotonicInstant
        /// Whether it waits for a command, which may take any time.
        var isIdle = true
        var isAbandoned = false
        var request: PlaybackRequest?
        var isArmed = false
        var isReleased = false
        var isStopped = false
        /// Who asked for its end first, and when; also while the thread reads the file and takes no commands.
        var stop: (who: String, asked: MonotonicInstant)?
        var began: Instant?
        var lateness: Duration?
        var heard = Duration.zero
        /// Since when the value of `heard` stands; nil before the device's first answer.
        var heardAt: MonotonicInstant?
        var gap = Duration.zero
        var xruns = 0
        var device = ""
        var sha256 = ""
        var file: String?
        var remark: String?
        /// The devices in which a thread was given up within this playback.
        var givenUp: Set<String> = []

        /// The request whose file is being read; nil where none is.
        var reading: PlaybackRequest? { device.isEmpty ? request : nil }

        /// - Parameter ended: the present wall-clock time.
        func report(_ end: SoundReport.End, at ended: Instant) -> SoundReport {
            SoundReport(
                end: end,
                began: began,
                ended: ended,
                lateness: lateness,
                heard: heard,
                gap: gap,
                xruns: xruns,
                device: device,
                sha256: sha256,
                file: file,
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
