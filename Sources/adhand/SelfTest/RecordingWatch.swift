import AdhanAudio
import Logging
import Synchronization

/// Looks at the recordings and the programs around a sound, says what is new of the recordings in the journal, and tells the
/// caretaker.
struct RecordingWatch: Sendable {
    let recordings: KeptRecordings
    let hooks: HooksConfiguration
    let log: Logger
    let inbox: Mailbox<DriveEvent>

    /// What the caretaker is told of a look.
    struct Findings: Equatable {
        let faults: [String]
        let hooks: [HookOutcome.Kind: String]
    }

    /// It may block.
    func look(isThorough: Bool = false) {
        for news in recordings.look(isThorough: isThorough) {
            switch news {
            case .whole(let check, let path): log.notice("sound \(SoundLook.words(check, path))")
            case .broken(let fault, let kept):
                log.error("\(fault)\(kept ? "; until then the one before it sounds" : "")")
            }
        }
        let found = Findings(faults: recordings.problems, hooks: hooks.problems)
        // To wake the loop for nothing new would cost a sixth of all that an idle daemon does.
        let isNew = recordings.told.withLock { told in
            defer { told = found }
            return told != found
        }
        if isNew { inbox.post(.caretaker(.looked(found.faults, hooks: found.hooks))) }
    }
}
