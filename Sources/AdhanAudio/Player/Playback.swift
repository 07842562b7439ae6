import Synchronization
import AdhanCore
import AdhanSupport

/// One playback from arming to its end, on the player's thread.
///
/// The stages are methods in the files beside this one, in the order in which they run: `arm`, `awaitLeadIn`, `lead`,
/// `sound`, and `fadeOut` or `finish`. A stage returns to go on, and throws an `Outcome` to end the playback.
final class Playback {
    enum Outcome: Error {
        case failed(Fault)
        case ended(SoundReport.End)
        /// The player has given up this thread and reported that; nothing more is reported.
        case abandoned
    }

    let request: PlaybackRequest
    /// The state of an earlier thread that was given up in this playback; nil where there is none.
    let handover: Handover?
    let thread: PlayerThread
    let context: PlayerContext
    var clock: any HostClock { context.clock }
    var configuration: PlayerConfiguration { context.configuration }

    var stream: SoundStream?
    var level = Level(gain: 1)
    /// The gain in dB that brings the recording to the configured loudness.
    var loudnessGain = 0.0
    var output: (any AudioOutput)?
    /// Why no sound card opens, so that it runs on the silent output; nil on another output.
    var noCardReason: Fault?
    /// Why no sound card opens, so that it plays into a file; a card is searched for until the sound begins.
    var standInReason: String?
    var nextSearch = MonotonicInstant.start
    var frames = FrameCount()
    /// The next frame of the file to write.
    var position = 0
    var isStarted = false
    var stopRequest: (who: String, asked: MonotonicInstant)?
    var gaps = Gaps()
    /// The time of the last accepted write, to notice a stalled device.
    var lastAccepted = MonotonicInstant.start
    /// When the first frame was written to the present device.
    var paceStart = MonotonicInstant.start
    /// The device's last answer: the file's frame that is heard, since when, and until when it has samples. Monotonic.
    var last = (heard: 0, at: MonotonicInstant.start, lasts: MonotonicInstant.start)
    /// The beginning as first predicted, on both clocks.
    var predictedStart: (at: MonotonicInstant, wall: Instant)?
    var isLatenessMeasured = false
    /// The value of `frames.written` at which the sound goes on after the open gap.
    var resumedAt = 0
    /// Devices that failed are skipped until then, so that the next one in the list takes over at once.
    var cooldowns: [String: (until: MonotonicInstant, error: AudioError)] = [:]
    var losses = 0
    /// Dropouts since the device last accepted a frame.
    var dropoutsInARow = 0

    /// How much is written at once: one period of the device.
    static let blockTime = ALSAOutput.periodTime
    static let retryTime = Duration.seconds(1)
    static let stallLimit = Duration.seconds(5)
    /// More lost devices than this end the playback.
    static let lossLimit = 20

    init(of request: PlaybackRequest, after handover: Handover?, thread: PlayerThread, context: PlayerContext) {
        (self.request, self.handover, self.thread, self.context) = (request, handover, thread, context)
        isStarted = handover?.progress.isStarted ?? false
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
        case .failed(let fault): context.deliver(.failed(request.id, fault), from: thread)
        case .ended(let end):
            context.deliver(.ended(request.id, last.report(end, at: clock.wall())), from: thread)
        }
    }

    private func perform() -> Outcome {
        do throws(Outcome) {
            let stream = try arm()
            if let handover, let began = handover.progress.began {
                try takeOver(stream, after: handover, began)
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

    /// Notes that the thread makes progress, and applies the commands received. Call it wherever time passes.
    func pollCommands() throws(Outcome) {
        let now = clock.monotonic()
        let isAbandoned = thread.progress.withLock { progress in
            progress.seen = now
            return progress.isAbandoned
        }
        if isAbandoned { throw .abandoned }
        while let command = thread.mailbox.take() {
            switch command {
            case .arm(let other, _):
                let fault = Fault(.other, detail: "another sound is armed or sounding")
                context.deliver(.failed(other.id, fault), from: thread)
            case .start(let id): if id == request.id { isStarted = true }
            case .stop(let id, let who, let asked): if id == request.id { stopRequest = (who, asked) }
            case .quit:
                stopRequest = ("the daemon's end", now)
                thread.mailbox.post(.quit)
                publishCommands()
                return
            }
        }
        publishCommands()
    }

    /// Publishes the commands received, for a thread that may take over.
    private func publishCommands() {
        let asked = (isStarted, stopRequest != nil)
        thread.progress.withLock { ($0.isStarted, $0.isStopped) = asked }
    }

    func note(_ text: String) {
        context.deliver(.noted(request.id, text), from: thread)
    }

    func reportFound(_ text: String) {
        context.deliver(.found(request.id, device: output?.name ?? "", text), from: thread)
    }
}
