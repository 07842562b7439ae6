import AdhanCore
import AdhanSupport
import CALSA
import Glibc

/// An ALSA PCM in nonblocking mode: a sound card, or what `asound.conf` puts behind a name.
package final class ALSAOutput: AudioOutput {
    package let name: String
    package let format: SoundFormat
    package var isAudible: Bool { true }

    private let pcm: OpaquePointer
    /// The negotiated buffer size; ALSA plugins may give another than requested.
    let bufferFrames: Int
    private let clock: any HostClock
    private var isOpen = true

    /// The requested buffer and period. The buffer is longer than a busy machine delays a thread, and short enough for
    /// a stop within a second. Each period wakes this thread and the sound server's: shorter ones cost CPU, and up to a
    /// longer one is heard twice after a device was lost.
    static let bufferTime = Duration.milliseconds(400)
    static let periodTime = Duration.milliseconds(80)
    /// The start threshold: the stream starts by itself with this much in the buffer.
    static let startTime = Duration.milliseconds(100)

    /// How long one write waits for room.
    private static let patience = Duration.milliseconds(200)
    /// The pause between two tries of a device that says it has room but takes nothing.
    private static let pause = Duration.milliseconds(5)
    private static let resumeTries = 5

    /// Resolves the name again and opens it.
    ///
    /// - Throws: `AudioError.deviceClosed`, or `formatRefused` where it does not take the format.
    package init(name: String, format: SoundFormat, clock: any HostClock = LinuxClock()) throws(AudioError) {
        (pcm, bufferFrames) = try Self.open(name, format: format)
        (self.name, self.format, self.clock) = (name, format, clock)
    }

    deinit {
        close()
    }

    /// The number of the sound card behind it, from 0; nil where there is no single card, as behind a sound server.
    package var card: Int? {
        var made: OpaquePointer?
        guard snd_pcm_info_malloc(&made) == 0, let info = made else { return nil }
        defer { snd_pcm_info_free(info) }
        guard snd_pcm_info(pcm, info) == 0 else { return nil }
        let card = snd_pcm_info_get_card(info)
        return card >= 0 ? Int(card) : nil
    }

    package func write(_ samples: ArraySlice<Int16>) throws(AudioError) -> Acceptance {
        let frames = samples.count / format.channels
        guard frames > 0 else { return Acceptance(frames: 0) }
        let deadline = clock.monotonic() + Self.patience
        var saidReady = false
        while true {
            let result = samples.withUnsafeBufferPointer {
                snd_pcm_writei(pcm, $0.baseAddress, snd_pcm_uframes_t(frames))
            }
            if result > 0 { return Acceptance(frames: min(result, frames)) }
            if result < 0, result != Int(-EAGAIN) {
                return try recover(Int32(truncatingIfNeeded: result))
            }
            // A full buffer that does not run would stay full: the start threshold may be larger than the buffer.
            if snd_pcm_state(pcm) == SND_PCM_STATE_PREPARED { _ = snd_pcm_start(pcm) }
            let left = deadline - clock.monotonic()
            guard left > .zero else { return Acceptance(frames: 0) }
            if saidReady { clock.sleep(min(left, Self.pause)) }
            // An error shows again at the next try.
            saidReady = snd_pcm_wait(pcm, Int32(clamping: max(1, left.wholeMilliseconds))) != 0
        }
    }

    package func delay() throws(AudioError) -> Int {
        var frames: snd_pcm_sframes_t = 0
        let result = snd_pcm_delay(pcm, &frames)
        if result >= 0 { return max(0, frames) }
        switch snd_pcm_state(pcm) {
        // Nothing is queued: the buffer has run dry, and the next write reports that and recovers.
        case SND_PCM_STATE_XRUN, SND_PCM_STATE_SETUP, SND_PCM_STATE_PREPARED, SND_PCM_STATE_SUSPENDED: return 0
        default: throw .deviceLost(device: name, doing: "asking for its delay", code: Self.code(result))
        }
    }

    package func drain(for duration: Duration) throws(AudioError) -> Bool {
        let deadline = clock.monotonic() + duration
        while true {
            switch snd_pcm_state(pcm) {
            case SND_PCM_STATE_SETUP, SND_PCM_STATE_XRUN: return true
            case SND_PCM_STATE_DRAINING, SND_PCM_STATE_RUNNING, SND_PCM_STATE_PREPARED: break
            case SND_PCM_STATE_SUSPENDED: return true
            default: throw .deviceLost(device: name, doing: "playing the end", code: ENODEV)
            }
            let result = snd_pcm_drain(pcm)
            if result == 0 { return true }
            guard result == -EAGAIN else {
                throw .deviceLost(device: name, doing: "playing the end", code: Self.code(result))
            }
            guard clock.monotonic() < deadline else { return false }
            clock.sleep(.milliseconds(5))
        }
    }

    package func drop() {
        // The result does not matter: the next write checks the state.
        _ = snd_pcm_drop(pcm)
    }

    package func close() {
        guard isOpen else { return }
        isOpen = false
        snd_pcm_close(pcm)
    }

    /// Recovers the stream, so that the rejected block can be written again.
    ///
    /// - Throws: `AudioError.deviceLost` where it cannot recover.
    private func recover(_ result: Int32) throws(AudioError) -> Acceptance {
        switch snd_pcm_state(pcm) {
        case SND_PCM_STATE_XRUN:
            try prepare()
            return Acceptance(frames: 0, dropout: .underrun)
        case SND_PCM_STATE_SETUP:
            // After a drop, which is no dropout.
            try prepare()
            return Acceptance(frames: 0)
        case SND_PCM_STATE_SUSPENDED:
            for _ in 0..<Self.resumeTries {
                let resumed = snd_pcm_resume(pcm)
                if resumed == 0 { return Acceptance(frames: 0, dropout: .suspension) }
                guard resumed == -EAGAIN else { break }
                clock.sleep(Self.patience / Self.resumeTries)
            }
            try prepare()
            return Acceptance(frames: 0, dropout: .loss)
        case SND_PCM_STATE_PREPARED, SND_PCM_STATE_RUNNING:
            // Some plugins have recovered by themselves before they return.
            if result == -EPIPE { return Acceptance(frames: 0, dropout: .underrun) }
            if result == -EINTR { return Acceptance(frames: 0) }
            throw .deviceLost(device: name, doing: "writing", code: Self.code(result))
        default:
            throw .deviceLost(device: name, doing: "writing", code: Self.code(result))
        }
    }

    private func prepare() throws(AudioError) {
        let prepared = snd_pcm_prepare(pcm)
        guard prepared == 0 else { throw .deviceLost(device: name, doing: "writing", code: Self.code(prepared)) }
    }

    private static func code(_ result: Int32) -> Int32 { result < 0 ? 0 &- result : result }
}
