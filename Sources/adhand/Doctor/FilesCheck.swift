import AdhanAudio
import AdhanSupport

/// Checks whether the recordings can be played to the end.
package enum FilesCheck {
    package static func findings(_ audio: AudioConfiguration, _ recordings: CheckedRecordings) -> [Finding] {
        recordings.all.map { checked in
            guard let fault = checked.fault, let problem = checked.problem else {
                return .good(checked.words ?? checked.name)
            }
            return .bad(
                problem,
                do: (fault.remedy ?? "copy the recording to its place again")
                    + (audio.recordingSpots[checked.name].map { ": \($0)" } ?? "")
            )
        }
    }
}
