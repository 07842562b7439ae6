import AdhanAudio
import AdhanConfig

/// Checks whether the recordings can be played to the end.
package enum FilesCheck {
    /// Decodes each file completely: on a small box about a second per ten minutes of sound.
    ///
    /// - Parameter lookup: finds them in the mirrors.
    package static func findings(_ audio: AudioConfiguration, _ lookup: ResourceLookup = .none) -> [Finding] {
        audio.files.map { file in
            switch SoundLook.at(lookup(file)) {
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
