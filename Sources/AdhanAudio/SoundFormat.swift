import AdhanCore

/// How the samples of a sound lie: signed 16-bit, interleaved, at a rate and a number of channels.
package struct SoundFormat: Hashable, Sendable, CustomStringConvertible {
    /// Frames a second, at least 1.
    package let rate: Int
    /// Samples a frame, at least 1.
    package let channels: Int

    package init(rate: Int, channels: Int) {
        (self.rate, self.channels) = (max(1, rate), max(1, channels))
    }

    /// How long that many frames last, exact to the microsecond.
    package func duration(frames: Int) -> Duration {
        let (whole, rest) = frames.quotientAndRemainder(dividingBy: rate)
        return .seconds(whole) + .microseconds(rest * 1_000_000 / rate)
    }

    /// How many whole frames last that long; never negative, and at most some hours' worth.
    package func frames(in duration: Duration) -> Int {
        let seconds = min(max(duration.inSeconds, 0), 86_400)
        return Int((seconds * Double(rate)).rounded())
    }

    package var description: String {
        "\(rate) Hz, " + (channels == 1 ? "mono" : channels == 2 ? "stereo" : "\(channels) channels")
    }
}
