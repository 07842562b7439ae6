import AdhanAudio
import AdhanConfig

/// Checks whether the recordings can be played to the end.
package enum FilesCheck {
    /// Decodes each file completely: on a small box about a second per ten minutes of sound.
    package static func findings(_ audio: AudioConfiguration) -> [Finding] {
        audio.files.map { file in
            switch SoundLook.at(file) {
            case .success(let words): .good(words)
            case .failure(let error):
                .bad(
                    error.problem,
                    do: (error.remedy ?? "copy the recording to its place again")
                        + (audio.recordingSpots[file].map { ": \($0)" } ?? "")
                )
            }
        }
    }
}
