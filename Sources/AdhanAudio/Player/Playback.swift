import AdhanCore
import AdhanSystem
import Synchronization

/// One sound from its arming to its end, on the player's thread.
///
/// The stages are methods in the files beside this one, in the order in which they run: `arm`, `awaitLeadIn`, `lead`,
/// `sound`, and `fadeOut` or `finish`. Each of them returns normally to go on, and throws an `Outcome` when all is over.
final class Playback {
    /// How a sound ends, thrown from wherever that is found out.
    enum Outcome: Error {
        case failed(String)
        case ended(SoundReport.End)
        /// The front has given this thread up and has said so; nothing more is reported.
        case abandoned
    }

    let request: PlaybackRequest
    /// What the thread left that was given up in this sound; nil where it begins with this one.
    let handover: Handover?
    let thread: PlayerThread
    let supervisor: PlayerSupervisor
    var clock: any HostClock { supervisor.clock }
    var configuration: PlayerConfiguration { supervisor.configuration }

    var stream: SoundStream?
    var level = Level(gain: 1)
    /// Decibels that bring the recording to the mosque's loudness.
    var loudnessGain = 0.0
    var output: (any AudioOutput)?
    /// Why it runs on the silent output, where that is for want of a sound card.
    var wantsCard: String?
    /// Why it plays into a file, where that is for want of a sound card: one is looked for until the sound begins.
    var standsIn: String?
    var nextLook = Duration.zero
    var frames = FrameCount()
    /// The next frame of the file to be written.
    var position = 0
    var isReleased = false
    var stopRequest: (who: String, asked: Duration)?
    var gaps = Gaps()
    /// The monotonic time of the last accepted write, for a device that takes nothing.
    var lastAccepted = Duration.zero
    /// When the present device began to be written to, monotonic.
    var paceStart = Duration.zero
    /// What the device last said: the file's frame being heard, since when it was that one, and until when it has samples.
    var last = (heard: 0, at: Duration.zero, lasts: Duration.zero)
    /// The beginning as first foretold: on the monotonic clock, and how late.
    var foretold: (at: Duration, wall: Instant)?
    var isLatenessMeasured = false
    /// Which of `frames.written` the sound goes on after the open gap.
    var resumedAt = 0
    /// Devices that failed a moment ago are passed over until then, so that the next in the list takes over at once.
    var cooling: [String: (until: Duration, reason: String)] = [:]
    var losses = 0
    /// Interruptions since the device last took something.
    var relapses = 0

    /// What is written at once: as much as the device asks for each time.
    static let blockTime = ALSAOutput.periodTime
    static let retryTime = Duration.seconds(1)
    static let stallLimit = Duration.seconds(5)
    /// More losses than that within one sound, and it is over.
    static let lossLimit = 20

    init(of request: PlaybackRequest, after handover: Handover?, thread: PlayerThread, supervisor: PlayerSupervisor) {
        (self.request, self.handover, self.thread, self.supervisor) = (request, handover, thread, supervisor)
        isReleased = handover?.progress.isReleased ?? false
    }

    func run() {
        defer { output?.close() }
        thread.progress.withLock { progress in
            var next = handover?.progress ?? PlayerThread.Progress(seen: progress.seen)
            (next.seen, next.isIdle, next.isAbandoned) = (progress.seen, false, progress.isAbandoned)
            (next.request, next.device) = (request, "")
            progress = next
        }
        let outcome = perform()
        let last = thread.progress.withLock { progress in
            defer { (progress.request, progress.seen) = (nil, clock.monotonic()) }
            return progress
        }
        switch outcome {
        case .abandoned: break
        case .failed(let reason): supervisor.deliver(.failed(request.id, reason: reason), from: thread)
        case .ended(let end):
            supervisor.deliver(.ended(request.id, last.report(end, at: clock.wall())), from: thread)
        }
    }

    private func perform() -> Outcome {
        do throws(Outcome) {
            let stream = try arm()
            if let handover, let began = handover.progress.began {
                try goOn(stream, after: handover, began)
                try sound(stream)
            }
            try awaitLeadIn()
            while true {
                try lead(stream)
                try sound(stream)
            }
        } catch {
            return error
        }
    }

    /// To be called wherever time passes: says that the thread lives, and takes what was asked for meanwhile.
    func attend() throws(Outcome) {
        let now = clock.monotonic()
        let isAbandoned = thread.progress.withLock { progress in
            progress.seen = now
            return progress.isAbandoned
        }
        if isAbandoned { throw .abandoned }
        while let command = thread.mailbox.take() {
            switch command {
            case .arm(let other, _):
                let reason = "another sound is armed or sounding"
                supervisor.deliver(.failed(other.id, reason: reason), from: thread)
            case .release(let id): if id == request.id { isReleased = true }
            case .stop(let id, let who, let asked): if id == request.id { stopRequest = (who, asked) }
            case .quit:
                stopRequest = ("the daemon's end", now)
                thread.mailbox.post(.quit)
                tellAsked()
                return
            }
        }
        tellAsked()
    }

    /// A successor has to know it.
    private func tellAsked() {
        let asked = (isReleased, stopRequest != nil)
        thread.progress.withLock { ($0.isReleased, $0.isStopped) = asked }
    }

    func note(_ text: String) {
        supervisor.deliver(.noted(request.id, text), from: thread)
    }

    func tellFound(_ text: String) {
        supervisor.deliver(.found(request.id, device: output?.name ?? "", text), from: thread)
    }
}
