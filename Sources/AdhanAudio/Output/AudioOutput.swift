/// A device that takes samples at its own pace. Lives on the player's thread and is never shared.
///
/// The stream starts by itself once enough has been written. `ALSAOutput` and `SilentOutput` pass one contract suite.
package protocol AudioOutput: AnyObject {
    /// The name it was opened by.
    var name: String { get }
    /// Whether anybody can hear it.
    var isAudible: Bool { get }
    var format: SoundFormat { get }

    /// Hands over interleaved samples; a rest that is no whole frame is ignored.
    ///
    /// Waits for room, but never longer than about 200 ms.
    /// - Returns: how many frames were accepted; none where there was no room in that time, or after an interruption, when
    ///   the same block is to be written again.
    /// - Throws: `AudioError.deviceLost` where the device is gone; only `close` is of use then.
    func write(_ samples: ArraySlice<Int16>) throws(AudioError) -> Acceptance

    /// Frames until one that is written now is heard; never negative.
    func delay() throws(AudioError) -> Int

    /// Lets what was written sound to its end, for at most that long.
    ///
    /// - Returns: false where more is left; call again.
    func drain(for duration: Duration) throws(AudioError) -> Bool

    /// Silences the device at once; what was written and not heard is lost. A later write starts afresh.
    func drop()

    /// Gives the device back. Nothing may be called after it.
    func close()
}

/// What a write came to.
package struct Acceptance: Sendable, Hashable {
    /// What the device went through before it took the block, or instead of taking it.
    package enum Interruption: Sendable {
        /// It had run out of samples; what it had been given earlier has all been heard.
        case underrun
        /// It was suspended, and goes on with what it had been given earlier.
        case suspension
        /// It was suspended, and what it had been given and not played is lost: to be written again.
        case loss

        var reason: String {
            switch self {
            case .underrun: "the sound device ran out of samples"
            case .suspension, .loss: "the sound device was suspended"
            }
        }
    }

    /// Frames taken, from the front of the block.
    package var frames: Int
    package var interruption: Interruption?

    package init(frames: Int, interruption: Interruption? = nil) {
        (self.frames, self.interruption) = (frames, interruption)
    }
}
