import AdhanAudio
import AdhanConfig
import AdhanHooks
import AdhanSystem
import Logging
import Synchronization

/// Looks at the recordings and the programs around a sound, says what is new of the recordings in the journal, and tells the
/// caretaker.
package struct RecordingWatch: Sendable {
    package let recordings: KeptRecordings
    package let hooks: HooksConfiguration
    package let log: Logger
    package let inbox: Mailbox<DaemonEvent>

    /// What the caretaker is told of a look.
    package struct Findings: Equatable {
        package let faults: [String]
        package let hooks: [HookOutcome.Kind: String]
    }

    /// It may block.
    package func look(isThorough: Bool = false) {
        for news in recordings.look(isThorough: isThorough) {
            switch news {
            case .whole(let check, let path): log.notice("sound \(SoundLook.words(check, path))")
            case .broken(let fault, let kept):
                log.error("\(fault)\(kept ? "; until it is mended, the recording before it sounds" : "")")
            }
        }
        let found = Findings(faults: recordings.problems, hooks: hooks.problems)
        // To wake the loop for nothing new would cost a sixth of all that an idle daemon does.
        let isNew = recordings.told.withLock { told in
            defer { told = found }
            return told != found
        }
        if isNew { inbox.post(.service(.looked(found.faults, hooks: found.hooks))) }
    }
}
