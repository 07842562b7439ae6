import AdhanSupport

/// Keeps time like a device with a buffer of 400 ms, and makes no sound: for a box without a sound card, and for tests
/// with a clock of their own.
package final class SilentOutput: AudioOutput {
    package let name = "silent"
    package let isAudible = false
    package let format: SoundFormat

    private let clock: any HostClock
    private let bufferFrames: Int
    private let startFrames: Int
    /// When the device was started, monotonic; nil while it does not run. `queued` counts all frames written since it
    /// last ran dry.
    private var started: MonotonicInstant?
    private var queued = 0

    private static let patience = Duration.milliseconds(200)
    private static let step = ALSAOutput.periodTime

    package init(format: SoundFormat, clock: any HostClock) {
        (self.format, self.clock) = (format, clock)
        bufferFrames = format.frames(in: ALSAOutput.bufferTime)
        startFrames = format.frames(in: ALSAOutput.startTime)
    }

    package func write(_ samples: ArraySlice<Int16>) -> Acceptance {
        let frames = samples.count / format.channels
        guard frames > 0 else { return Acceptance(frames: 0) }
        if underran { return Acceptance(frames: 0, dropout: .underrun) }
        let deadline = clock.monotonic() + Self.patience
        // Like a card that wakes its writer once a period, so that a caller does not scale a block for each frame.
        let room = min(frames, format.frames(in: Self.step))
        while bufferFrames - pending < room {
            guard clock.monotonic() < deadline else { return Acceptance(frames: 0) }
            clock.sleep(Self.step)
        }
        let accepted = min(frames, bufferFrames - pending)
        queued += accepted
        if started == nil, queued >= startFrames { started = clock.monotonic() }
        return Acceptance(frames: accepted)
    }

    package func delay() -> Int { pending }

    package func drain(for duration: Duration) -> Bool {
        if started == nil { started = clock.monotonic() }
        clock.sleep(min(duration, format.duration(frames: pending)))
        // A frame is no whole number of microseconds: one frame may remain through rounding.
        guard pending <= 1 else { return false }
        drop()
        return true
    }

    package func drop() {
        (started, queued) = (nil, 0)
    }

    package func close() {
        drop()
    }

    /// Frames written and not yet played.
    private var pending: Int {
        guard let started else { return queued }
        return max(0, queued - format.frames(in: clock.monotonic() - started))
    }

    /// Whether it ran dry. It then stops until the next write, as a sound card does.
    private var underran: Bool {
        guard let started, clock.monotonic() - started > format.duration(frames: queued) else { return false }
        drop()
        return true
    }
}
