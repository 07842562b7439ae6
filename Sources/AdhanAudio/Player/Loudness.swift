import Synchronization

/// Brings recordings to one loudness. They are measured beforehand: when a sound is armed there is no time for it.
package final class Loudness: Sendable {
    /// Of every sound, in LUFS.
    package let target: Double
    /// Decibels, by the SHA-256 of the file.
    private let gains = Mutex<[String: Double]>([:])

    package init(target: Double) {
        self.target = target
    }

    /// Decodes the whole file, in some tenths of a second for each minute of sound.
    ///
    /// - Throws: `AudioError` where nothing of it can be played.
    package func measure(_ file: SoundFile) throws(AudioError) {
        let check = try SoundCheck(of: file)
        let gain = Self.gain(target: target, loudness: check.loudness, truePeak: check.truePeak)
        gains.withLock { $0[check.sha256] = gain }
    }

    /// Takes over what another has measured for the same target; what it has not is measured when it is looked at.
    package func adopt(_ other: Loudness) {
        guard other.target == target else { return }
        let theirs = other.gains.withLock { $0 }
        gains.withLock { $0.merge(theirs) { own, _ in own } }
    }

    /// - Returns: decibels; nil for what was not measured.
    package func gain(ofFile sha256: String) -> Double? { gains.withLock { $0[sha256] } }

    /// - Parameters:
    ///   - target: in LUFS.
    ///   - loudness: of the recording, likewise; nil where it has none, as silence.
    ///   - truePeak: in dB of full scale.
    /// - Returns: decibels that bring it to the target, but no peak above full scale.
    package static func gain(target: Double, loudness: Double?, truePeak: Double?) -> Double {
        guard let loudness, let truePeak else { return 0 }
        return min(target - loudness, -truePeak)
    }
}
