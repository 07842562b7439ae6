import AdhanCore

/// The format of a sound's samples: signed 16-bit, interleaved, with a rate and a number of channels.
package struct SoundFormat: Hashable, Sendable, CustomStringConvertible {
    /// Frames per second, at least 1.
    package let rate: Int
    /// Samples per frame, at least 1.
    package let channels: Int

    package init(rate: Int, channels: Int) {
        (self.rate, self.channels) = (max(1, rate), max(1, channels))
    }

    /// The duration of so many frames, exact to the microsecond.
    package func duration(frames: Int) -> Duration {
        let (whole, rest) = frames.quotientAndRemainder(dividingBy: rate)
        return .seconds(whole) + .microseconds(rest * 1_000_000 / rate)
    }

    /// The number of frames in that duration, rounded; never negative, and at most those of 24 hours.
    package func frames(in duration: Duration) -> Int {
        let seconds = min(max(duration.inSeconds, 0), 86_400)
        return Int((seconds * Double(rate)).rounded())
    }

    package var description: String {
        "\(rate) Hz, " + (channels == 1 ? "mono" : channels == 2 ? "stereo" : "\(channels) channels")
    }
}
