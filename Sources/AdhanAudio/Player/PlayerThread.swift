import AdhanCore
import AdhanSupport
import Synchronization

enum PlayerCommand: Sendable {
    /// `after`: the state of an earlier thread that was given up in this playback.
    case arm(PlaybackRequest, after: Handover? = nil)
    case start(PlaybackRequest.ID)
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
    /// The thread's progress, with what is known of the sound. If the thread hangs, the report is made from it.
    @dynamicMemberLookup
    struct Progress: Sendable {
        var seen: MonotonicInstant
        /// Whether it waits for a command, which may take any time.
        var isIdle = true
        var isAbandoned = false
        var request: PlaybackRequest?
        var isArmed = false
        var isStarted = false
        var isStopped = false
        /// Who asked for its end first, and when; also while the thread reads the file and takes no commands.
        var stop: (who: String, asked: MonotonicInstant)?
        /// When `heard` last changed; nil before the device's first answer.
        var heardAt: MonotonicInstant?
        /// The devices in which a thread was given up within this playback.
        var givenUp: Set<String> = []
        private var sound = SoundReport(
            end: .completed,
            began: nil,
            ended: Instant(seconds: 0),
            lateness: nil,
            heard: .zero,
            gap: .zero,
            device: "",
            sha256: ""
        )

        init(seen: MonotonicInstant) { self.seen = seen }

        subscript<Value>(dynamicMember path: WritableKeyPath<SoundReport, Value>) -> Value {
            get { sound[keyPath: path] }
            set { sound[keyPath: path] = newValue }
        }

        /// The request whose file is being read; nil where none is.
        var reading: PlaybackRequest? { sound.device.isEmpty ? request : nil }

        func report(_ end: SoundReport.End, at ended: Instant) -> SoundReport {
            var report = sound
            (report.end, report.ended) = (end, ended)
            return report
        }
    }

    let mailbox: Mailbox<PlayerCommand>
    let progress: Mutex<Progress>

    /// - Throws: `SystemFault` where the process has no descriptor left for the mailbox.
    init(now: MonotonicInstant) throws(SystemFault) {
        mailbox = try Mailbox()
        progress = Mutex(Progress(seen: now))
    }

    /// Runs the commands until the thread is to end, or was given up.
    func run(_ context: PlayerContext) {
        defer { _ = context.hangs.withLock { $0.removeValue(forKey: ObjectIdentifier(self)) } }
        // Under one lock: the thread becomes idle, or learns that it was given up and hands its mailbox to the next.
        while progress.withLock({ progress in
            progress.isIdle = true
            return !progress.isAbandoned
        }) {
            let command = mailbox.wait()
            let now = context.clock.monotonic()
            progress.withLock { ($0.isIdle, $0.seen) = (false, now) }
            switch command {
            case .arm(let request, let handover):
                if context.isStuck {
                    let calls = "\(PlayerContext.stuckLimit) calls into the sound device"
                    let fault = Fault(.other, detail: "\(calls) have not come back; restart adhand")
                    context.deliver(.failed(request.id, fault), from: self)
                } else {
                    Playback(of: request, after: handover, thread: self, context: context).run()
                }
            case .quit: return
            case .start, .stop: break  // of a sound that is over
            }
        }
    }
}
