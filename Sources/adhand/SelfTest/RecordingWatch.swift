import AdhanAudio
import Logging

/// Looks at the recordings and the programs around a sound, says what is new of the recordings in the journal, and tells the
/// caretaker.
struct RecordingWatch: Sendable {
    let recordings: KeptRecordings
    let hooks: HooksConfiguration
    let log: Logger
    let inbox: Mailbox<DriveEvent>

    /// It may block.
    func look(isThorough: Bool = false) {
        for news in recordings.look(isThorough: isThorough) {
            switch news {
            case .whole(let check, let path): log.notice("sound \(SoundLook.words(check, path))")
            case .broken(let fault, let kept):
                log.error("\(fault)\(kept ? "; until then the one before it sounds" : "")")
            }
        }
        inbox.post(.caretaker(.looked(recordings.faults, hooks: hooks.problems)))
    }
}
