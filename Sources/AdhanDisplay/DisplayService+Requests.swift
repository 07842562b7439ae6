import AdhanSupport
import AdhanCore
import Synchronization

/// What is answered to whom.
extension DisplayService {
    /// On the server's thread.
    func respond(_ request: WebRequest) -> WebAnswer {
        switch request.path {
        case "/api/display/events":
            return pages.open(request) { planEvent() + daemonEvent(state.withLock(\.view)) } ?? Self.tooMany
        case "/api/display/heartbeat":
            heartbeats.beat(request, clock.wall())
            return Self.beaten
        case "/api/events":
            return followers.open(request) { daemonEvent(state.withLock(\.view)) } ?? Self.tooMany
        case "/api/status", "/api/times", "/api/hijri", "/calendar.ics", "/metrics":
            let (view, calendar) = state.withLock { ($0.shown, $0.settings.hijri) }
            let api = API(
                view: view,
                problems: problems,
                calendar: view.status?.preferences.applied(to: calendar) ?? calendar,
                pages: heartbeats,
                streams: pages.count + followers.count,
                now: clock.wall()
            )
            return api.answer(request)
        case let path:
            if let answer = state.withLock({ $0.material.answers[path] }) { return answer }
            guard let file = state.withLock({ $0.files[path] }) else { return Self.missing }
            return request.header("If-None-Match") == file.tag ? file.same : file.answer
        }
    }

    private static let tooMany = WebAnswer.text(503, "too many follow already", [("Retry-After", "10")])
    private static let beaten = WebAnswer(204, "text/plain", [], [("Cache-Control", "no-store")])
    private static let missing = WebAnswer.text(404, "there is nothing by that name")
}
