import AdhanCore
import AdhanSupport
import AdhanWeb
import Synchronization

extension DisplayService {
    /// Those of the page and of followers. `API.routes` has those of the facts; any other path is that of a file.
    private static let routes: [String: @Sendable (DisplayService, WebRequest) -> WebAnswer] = [
        "/api/display/events": { service, request in
            service.pages.open(request) { service.planEvent() + service.daemonEvent }
        },
        "/api/display/heartbeat": { service, request in
            let now = service.clock.wall()
            service.heartbeats.beat(request, now)
            return service.invitation(for: request, now) ?? beaten
        },
        "/api/events": { service, request in service.followers.open(request) { service.daemonEvent } },
    ]

    /// On the server's thread.
    func respond(_ request: WebRequest) -> WebAnswer {
        if let route = Self.routes[request.path] { return route(self, request) }
        if let route = API.routes[request.path] { return api.answer(request, route) }
        if let answer = state.withLock({ $0.material.answers[request.path] }) { return answer }
        guard let file = state.withLock({ $0.files[request.path] }) else { return Self.missing }
        return request.header("If-None-Match") == file.tag ? file.same : file.answer
    }

    /// The invitation to the committee's page, which only the box's own screen gets.
    private func invitation(for request: WebRequest, _ now: Instant) -> WebAnswer? {
        guard Invitation.mayGo(to: request), let invitation = state.withLock(\.invitation),
            invitation.isOpen(now: now.seconds)
        else { return nil }
        // reason: it has texts and a number alone
        return (try? JSONText.encode(invitation, isPretty: false)).map { .json(200, $0) }
    }

    private var api: API {
        let (view, calendar) = state.withLock { ($0.shown, $0.settings.hijri) }
        return API(
            view: view,
            problems: problems,
            calendar: view.status?.preferences.applied(to: calendar) ?? calendar,
            pages: heartbeats,
            streams: pages.count + followers.count,
            now: clock.wall()
        )
    }

    private static let beaten = WebAnswer(204, "text/plain", [], [("Cache-Control", "no-store")])
    private static let missing = WebAnswer.text(404, "there is nothing by that name")
}
