import AdhanAudio
import AdhanCore
import AdhanSupport
import Logging

package struct RecordingProblem: Equatable, Sendable {
    /// The path in the config.
    let path: String
    let fault: Fault
    /// The fault, and the recording that sounds meanwhile.
    let words: String
    let remedy: String
}

/// Checks the recordings and the hooks, logs changes of the recordings, and posts the findings to the service.
struct RecordingWatch: Sendable {
    package let recordings: KeptRecordings
    package let hooks: HooksConfiguration
    package let log: Logger
    package let inbox: Mailbox<LoopEvent>

    /// The result of a look.
    struct Findings: Equatable, Sendable {
        package let faults: [RecordingProblem]
        package let hooks: [HookOutcome.Kind: String]
    }

    /// Makes a look. It may block.
    package func checkRecordings(isThorough: Bool = false) { tell(recordings.reload(isThorough: isThorough)) }

    /// Looks at one recording. It may block.
    package func checkRecording(at path: String) { tell([recordings.reload(at: path)].compactMap(\.self)) }

    private func tell(_ changes: [KeptRecordings.News]) {
        for news in changes {
            switch news {
            case .whole(let check, let path): log.notice("sound \(check.words(path))")
            case .broken(let fault, let kept):
                log.error("\(fault)\(kept ? "; until it is mended, the recording before it sounds" : "")")
            }
        }
        let found = Findings(faults: recordings.problems, hooks: hooks.problems)
        // Posted only where it has changed: waking the loop each time would be a sixth of an idle daemon's work.
        if recordings.told.isNew(found) { inbox.post(.service { service, _, _ in service.model.note(found) }) }
    }
}
