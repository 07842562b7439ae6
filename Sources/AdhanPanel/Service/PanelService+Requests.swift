import AdhanCore
import AdhanSQLite
import AdhanSupport
import AdhanWeb
import Glibc
import Logging

/// A request of the page, with the session that it belongs to.
struct PanelCall {
    let web: WebCall
    let session: PanelSession?

    func body<Value: Decodable>(_ type: Value.Type = Value.self) throws(PanelRefusal) -> Value {
        do {
            return try JSONText.decode(from: web.body)
        } catch {
            throw PanelRefusal.badBody
        }
    }

    /// The session, where a route needs one.
    var member: PanelSession {
        get throws(PanelRefusal) {
            guard let session else { throw PanelRefusal.loggedOut }
            return session
        }
    }
}

/// The routes of the server that are no files.
extension PanelService {
    struct Route: Sendable {
        /// The roles that may ask; nil for everybody, also without a login.
        let roles: Set<PanelAccount.Role>?
        /// The limit of a body, in bytes.
        var limit = WebTasks.usualBody
        /// The body's type. A page of another web site cannot send either without asking first.
        var type = "application/json"
        var lane = WebTasks.Lane.views
        let answer: @Sendable (PanelService, PanelCall) throws -> WebAnswer
    }

    static let everybody = Set(PanelAccount.Role.allCases)
    static let office: Set<PanelAccount.Role> = [.caretaker, .committee]

    static let routes = [
        accountRoutes, nowRoutes, timesRoutes, iqamaRoutes, soundRoutes, screenRoutes, calendarRoutes, historyRoutes,
        stateRoutes, setupRoutes,
    ].reduce(into: [:]) { routes, own in
        routes.merge(own) { first, _ in first }
    }

    /// The limit of a login's body, in bytes: the server's thread reads the name in it.
    private static let smallBody = 2048

    private static let accountRoutes: [String: Route] = [
        "GET /api/session": Route(roles: nil, lane: .quick) { try $0.sessionAnswer($1.session) },
        "POST /api/setup": Route(roles: nil, limit: smallBody, lane: .passwords) { try $0.setUp($1) },
        "POST /api/login": Route(roles: nil, limit: smallBody, lane: .passwords) { try $0.logIn($1) },
        "POST /api/logout": Route(roles: everybody, lane: .quick) { try $0.logOut($1) },
        "POST /api/password": Route(roles: everybody, lane: .passwords) { try $0.changePassword($1) },
        "GET /api/people": Route(roles: [.caretaker]) { service, _ in try service.peopleAnswer() },
        "POST /api/people/add": Route(roles: [.caretaker], lane: .passwords) { try $0.addPerson($1) },
        "POST /api/people/change": Route(roles: [.caretaker], lane: .passwords) { try $0.changePerson($1) },
        "POST /api/people/remove": Route(roles: [.caretaker]) { try $0.removePerson($1) },
    ]

    /// How a request is answered; nil for a file's request.
    static let rule: @Sendable (String, String) -> WebTasks.Rule? = { method, path in
        route(method, path).map { .init(limit: method == "GET" ? 0 : $0.limit, lane: $0.lane) }
    }

    /// The account of a head's cookie, where its session may use the route. By memory alone: the server's thread asks.
    func member(_ method: String, _ request: WebRequest) -> String? {
        guard let roles = Self.route(method, request.path)?.roles else { return nil }
        let account = Self.cookie(request.header("Cookie")).flatMap { knownSessions.account(of: $0) }
        return account.flatMap { roles.contains($0.role) ? $0.key : nil }
    }

    /// The person that a request counts for where many wait for a thread. It must not block: the server's thread asks.
    func party(_ web: WebCall) -> WebParty {
        let cookies = web.header("Cookie")
        if let account = Self.cookie(cookies).flatMap({ knownSessions.account(of: $0) }) {
            return WebParty(web.address, person: account.key, isKnown: true)
        }
        // Not the name that it gives: others may give that, too.
        if let device = Self.cookie(cookies, Self.deviceName), knownSessions.knows(device: device) {
            return WebParty(web.address, person: "browser " + Secrets.digest(device), isKnown: true)
        }
        return WebParty(web.address, person: Self.claimedName(web))
    }

    /// The paths of the calendar share a route.
    private static func route(_ method: String, _ path: String) -> Route? {
        routes["\(method) \(path.hasPrefix(calendarFolder) ? calendarFolder : path)"]
    }

    /// On a thread of the server's pool.
    func answer(_ web: WebCall) -> WebAnswer {
        do {
            let method = web.method == "HEAD" ? "GET" : web.method
            guard let route = Self.route(method, web.path) else { throw PanelRefusal.noRoute }
            if method != "GET" { try checkOrigin(web, route.type) }
            let secret = Self.cookie(web.header("Cookie"))
            let found = try secret.flatMap { knownSessions.hasEnded($0) ? nil : try store.session($0, now: now) }
            if let secret { knownSessions.note(found?.account, of: secret) }
            // A PIN and what comes of it are for the mosque's network.
            let session = found?.account.role == .volunteer && !web.address.isPrivate ? nil : found
            if let roles = route.roles {
                guard let session else { throw PanelRefusal.loggedOut }
                guard roles.contains(session.account.role) else { throw PanelRefusal.forbidden }
                let token = web.header("X-Adhand-Token") ?? ""
                guard method == "GET" || Secrets.areEqual(token, session.token) else { throw PanelRefusal.foreign }
            }
            return try route.answer(self, PanelCall(web: web, session: session))
        } catch let refusal as PanelRefusal {
            return refusal.answer
        } catch let refusal as PanelStore.AccountRefusal {
            return PanelRefusal(409, refusal.rawValue, "this account cannot be changed so").answer
        } catch {
            warnings.note("fault", "a request of the panel's page failed: \(error)", .error)
            if Self.isDisksFault(error) {
                return PanelRefusal(507, "no-disk", "the box's disk is full or cannot be written").answer
            }
            return PanelRefusal(500, "fault", "the panel has a fault; its log has the reason").answer
        }
    }

    private static func isDisksFault(_ error: any Error) -> Bool {
        if let fault = error as? SQLiteFault { return fault.isDisksFault }
        return (error as? AtomicFile.Fault).map { [ENOSPC, EDQUOT, EROFS, EIO].contains($0.code) } ?? false
    }

    /// Refuses a request of another web site, which the browser names. A page of it can send no such type without
    /// asking first.
    private func checkOrigin(_ web: WebCall, _ wanted: String) throws(PanelRefusal) {
        let type = web.header("Content-Type")?.split(separator: ";").first.map(String.init)?.lowercased()
        guard type == wanted, ["same-origin", nil].contains(web.header("Sec-Fetch-Site")) else {
            throw PanelRefusal.foreign
        }
        guard let origin = web.header("Origin") else { return }
        guard let host = web.header("Host"), origin.lowercased() == "https://" + host.lowercased() else {
            throw PanelRefusal.foreign
        }
    }

    static let cookieName = "__Host-adhand"
    /// The cookie by which a browser is known that has logged in before.
    static let deviceName = "__Host-adhand-device"

    static func cookie(_ header: String?, _ name: String = cookieName) -> String? {
        let pairs = (header ?? "").split(separator: ";").map { $0.drop { $0 == " " } }
        let found = pairs.first { $0.hasPrefix(name + "=") }
        return found.map { String($0.dropFirst(name.utf8.count + 1)) }
    }

    /// The header that sets a cookie, or removes it where the value is nil.
    ///
    /// - Parameter age: in seconds.
    static func cookieHeader(
        _ secret: String?,
        _ name: String = cookieName,
        age: Int64 = PanelStore.sessionLength
    ) -> (String, String) {
        let age = secret == nil ? 0 : age
        let rules = "Path=/; Secure; HttpOnly; SameSite=Strict; Max-Age=\(age)"
        return ("Set-Cookie", "\(name)=\(secret ?? ""); \(rules)")
    }

    func json(_ value: some Encodable, _ headers: [(String, String)] = []) throws -> WebAnswer {
        let text = try JSONText.encode(value, isPretty: false) + "\n"
        return WebAnswer(200, "application/json", Array(text.utf8), [("Cache-Control", "no-store")] + headers)
    }
}
