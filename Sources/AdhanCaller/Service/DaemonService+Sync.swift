import AdhanCore
import AdhanSupport
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
        guard replier.serves(caller, to: "answer its questions to the network") else { return }
        guard request.command == .fetched else {
            return replier.answer(Fetches(desks.fetch.takeQuestions(), folder: desks.fetch.folder))
        }
        guard let outcome = request.fetched else {
            let words = "\"fetched\" is missing, which says what came of a question"
            return replier.refuse(ControlFailure(words, code: EX_USAGE))
        }
        guard desks.fetch.answer(outcome) else {
            return replier.refuse(ControlFailure("nobody waits for the answer to question \(outcome.number)"))
        }
        replier.answer(Done("taken"))
    }

    private static let mirrorEvents = ["added", "updated", "removed", "refused", "withheld", "finished", "failed"]
    /// In bytes.
    private static let longestNews = 2048

    /// Publishes what happens to a mirror to the followers of the events. The mirror itself writes the log.
    func mirrorNews(_ request: ControlRequest, _ replier: ControlReplier, _ loop: DaemonLoop, _ now: Instant) {
        let parts = (request.key ?? "").split(separator: ".")
        guard let name = parts.first, let event = parts.last, parts.count == 2, name.utf8.count <= 64,
            Self.mirrorEvents.contains(String(event)), let words = request.value
        else {
            let advice = "its key is MIRROR.EVENT, with an event of \(Self.mirrorEvents.joined(separator: ", "))"
            return replier.refuse(ControlFailure("this is no news of a mirror; \(advice)", code: EX_USAGE))
        }
        let at = loop.settings.zone.formatted(now.flooredToSecond)
        var news = NoticeEvent(at: at, event: "mirror-\(event)", words: OneLine.of(words, limit: Self.longestNews))
        news.source = OneLine.of(String(name))
        publish(news)
        // The mirror saves the result of the pass before it reports the pass.
        if ["finished", "failed"].contains(event) { inbox.post(.pollNow(watch: DaemonParts.mirrorsWatch)) }
        replier.answer(Done("told to whoever follows"))
    }
}

extension ControlReplier {
    /// Whether the daemon's own user or root asks; anybody else is refused.
    ///
    /// - Parameter order: what is asked for, as in "answer its questions".
    func serves(_ caller: ControlCaller, to order: String) -> Bool {
        let isOwn = [0, geteuid()].contains(caller.uid)
        let words = "only the daemon's own user and root may \(order)"
        if !isOwn { refuse(ControlFailure(words, code: EX_NOPERM)) }
        return isOwn
    }
}
