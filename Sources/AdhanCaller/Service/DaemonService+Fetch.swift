import AdhanSupport
import AdhanCore
import Glibc

/// Hands the questions to the network to `adhand sync`.
extension DaemonService {
    /// Publishes that a question waits.
    func publishFetch(_ loop: DaemonLoop, _ now: Instant) {
        publish(
            NoticeEvent(
                at: loop.settings.zone.formatted(now.flooredToSecond),
                event: "fetch",
                words: "a timetable is to be fetched from the network"
            )
        )
    }

    /// Answers `fetches` and `fetched`, of the daemon's own user and of root alone: whoever answers decides what times
    /// the mosque has.
    func fetch(_ request: ControlRequest, _ caller: ControlCaller, _ replier: ControlReplier) {
        guard [0, geteuid()].contains(caller.uid) else {
            let words = "only the daemon's own user and root may answer its questions to the network"
            return replier.refuse(ControlFailure(words, code: EX_NOPERM))
        }
        guard request.command == .fetched else { return replier.answer(Fetches(desk.take(), folder: desk.folder)) }
        guard let outcome = request.fetched else {
            let words = "\"fetched\" is missing, which says what came of a question"
            return replier.refuse(ControlFailure(words, code: EX_USAGE))
        }
        guard desk.answer(outcome) else {
            return replier.refuse(ControlFailure("nobody waits for the answer to question \(outcome.number)"))
        }
        replier.answer(Done("taken"))
    }
}
