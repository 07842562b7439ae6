import AdhanCore
import Glibc

extension Playback {
    /// Sets the gain and the fade-in for the device that plays from now on.
    func setLevel(for next: any AudioOutput) {
        level = Level(
            gain: request.choice.volume.gain * pow(10, loudnessGain / 20),
            fadeFrames: next.format.frames(in: request.choice.fadeIn)
        )
    }

    /// - Returns: the file's gain in dB; 0 where no loudness is configured, or the file's is unknown.
    func normalised(_ file: SoundFile) -> Double {
        guard let loudness = configuration.loudness else { return 0 }
        if let gain = loudness.gain(ofFile: file.sha256) { return gain }
        note("the loudness of \(file.path) has not been measured; it sounds as it is")
        return 0
    }
}
