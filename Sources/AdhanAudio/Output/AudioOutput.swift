import AdhanSupport

/// A device that takes samples at its own pace. It belongs to the player's thread and is never shared.
///
/// The stream starts by itself once enough has been written. `ALSAOutput` and `SilentOutput` pass one contract suite.
package protocol AudioOutput: AnyObject {
    /// The name by which it was opened.
    var name: String { get }
    /// Whether anybody can hear it.
    var isAudible: Bool { get }
    var format: SoundFormat { get }

    /// Writes interleaved samples; an incomplete last frame is ignored.
    ///
    /// It waits for room for at most about 200 ms.
    ///
    /// - Returns: how many frames were accepted; 0 where there was no room in that time, or after a dropout, when the
    ///   same block is to be written again.
    /// - Throws: `AudioError.deviceLost` where the device is gone; only `close` may be called then.
    func write(_ samples: ArraySlice<Int16>) throws(AudioError) -> Acceptance

    /// The delay until a frame that is written now is heard, in frames; never negative.
    func delay() throws(AudioError) -> Int

    /// Waits until what was written has been heard, for at most `duration`.
    func drain(for duration: Duration) throws(AudioError) -> Bool

    /// Silences the device at once and drops its buffer. A later write starts it again.
    func drop()

    /// Closes the device. Nothing may be called afterwards.
    func close()
}

package struct Acceptance: Sendable, Hashable {
    /// What happened to the device before the write.
    package enum Dropout: Sendable {
        /// It had run out of samples; everything written earlier was heard.
        case underrun
        /// It was suspended, and goes on with its buffer.
        case suspension
        /// It was suspended, and its buffer is lost: that has to be written again.
        case loss

        var reason: String {
            switch self {
            case .underrun: "the sound device ran out of samples"
            case .suspension, .loss: "the sound device was suspended"
            }
        }
    }

    /// How many frames were accepted, from the front of the block.
    package var frames: Int
    package var dropout: Dropout?

    package init(frames: Int, dropout: Dropout? = nil) {
        (self.frames, self.dropout) = (frames, dropout)
    }
}

extension AudioOutput {
    /// Plays samples to their end.
    ///
    /// - Parameter limit: how long that may take; more than the sound itself.
    /// - Throws: `AudioError.deviceLost`, or `deviceStalled` where it takes longer.
    package func play(
        _ samples: [Int16],
        within limit: Duration,
        clock: any HostClock = LinuxClock()
    ) throws(AudioError) {
        let end = clock.monotonic() + limit
        var left = samples[...]
        while !left.isEmpty {
            left = left.dropFirst(try write(left).frames * format.channels)
            guard clock.monotonic() < end else { throw .deviceStalled(device: name, after: limit) }
        }
        while try !drain(for: .milliseconds(100)) {
            guard clock.monotonic() < end else { throw .deviceStalled(device: name, after: limit) }
        }
    }

    /// Plays silence to its end, as a sound.
    ///
    /// - Parameters and errors: as for `play`.
    package func playSilence(
        _ length: Duration,
        within limit: Duration,
        clock: any HostClock = LinuxClock()
    ) throws(AudioError) {
        let samples = [Int16](repeating: 0, count: format.frames(in: length) * format.channels)
        try play(samples, within: limit, clock: clock)
    }
}
