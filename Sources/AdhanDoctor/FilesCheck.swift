import AdhanAudio
import AdhanConfig

/// Whether the recordings can be played to their end.
package enum FilesCheck {
    /// Decodes each file whole: about a second for each ten minutes of sound on a small box.
    package static func findings(_ audio: AudioConfiguration) -> [Finding] {
        audio.files.map { file in
            switch SoundLook.at(file) {
            case .success(let words): .good(words)
            case .failure(let error): .bad(error.problem, do: error.remedy ?? "copy the recording to its place again")
            }
        }
    }
}
