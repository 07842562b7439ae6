import Synchronization

/// The gains that bring recordings to one loudness, measured before any playback.
package final class Loudness: Sendable {
    /// The loudness of every recording, in LUFS.
    package let target: Double
    /// The gains in dB, by the file's SHA-256.
    private let gains = Mutex<[String: Double]>([:])

    package init(target: Double) {
        self.target = target
    }

    /// Measures a file. It decodes the whole file, in some tenths of a second per minute of sound.
    ///
    /// - Throws: `AudioError` where nothing of it can be played.
    package func measure(_ file: SoundFile) throws(AudioError) {
        let check = try SoundCheck(of: file)
        let gain = Self.gain(target: target, loudness: check.loudness, truePeak: check.truePeak)
        gains.withLock { $0[check.sha256] = gain }
    }

    /// Copies the gains of another for the same target.
    package func adopt(_ other: Loudness) {
        guard other.target == target else { return }
        let theirs = other.gains.withLock { $0 }
        gains.withLock { $0.merge(theirs) { present, _ in present } }
    }

    /// - Returns: the gain in dB; nil where the file was not measured.
    package func gain(ofFile sha256: String) -> Double? { gains.withLock { $0[sha256] } }

    /// The gain in dB that brings a recording to the target without a peak above full scale; 0 for silence.
    package static func gain(target: Double, loudness: Double?, truePeak: Double?) -> Double {
        guard let loudness, let truePeak else { return 0 }
        return min(target - loudness, -truePeak)
    }
}
