import AdhanCore
import AdhanSupport
import AdhanWeb
import Logging
import Synchronization

/// `adhand panel`: the committee's page. It asks and orders the daemon over the control socket, as any other client.
package final class PanelService: Sendable {
    /// How many logins may wait: one password is hashed at a time, since each needs 64 MB.
    private static let mostLogins = 8
    /// How long the daemon may take for an answer.
    private static let patience: Duration = .seconds(8)

    let store: PanelStore
    let hashing: PasswordHashing
    let clock: any HostClock
    let log: Logger
    let control: ControlClient
    private let files: PageFiles
    private let logins = Mutex(())
    private let waiting = Atomic(0)

    /// - Parameters:
    ///   - socket: the daemon's.
    ///   - log: must not block.
    /// - Throws: where the page's files cannot be read.
    package init(
        _ store: PanelStore,
        _ hashing: PasswordHashing,
        socket: String,
        resources: Locations,
        clock: any HostClock,
        log: Logger
    ) throws {
        (self.store, self.hashing, self.clock, self.log) = (store, hashing, clock, log)
        control = ControlClient(path: socket, patience: Self.patience)
        let fonts = ["inter-regular.woff2", "naskh-regular.woff2"].map { name in
            ("fonts/" + name, resources.resource("display/fonts/" + name))
        }
        files = try PageFiles(resources.resource("panel"), beside: fonts)
    }

    /// - Parameter certificate: nil for HTTP, which only tests use.
    /// - Returns: where it listens.
    /// - Throws: where the address cannot be had, or the certificate cannot be used.
    package func listen(
        _ configuration: PanelConfiguration,
        _ certificate: WebServer.Certificate?
    ) throws -> ListenAddress {
        let names = WebServer.Names(table: "panel", executable: "adhand-panel")
        let hosts = AllowedHosts(more: configuration.hosts)
        let tasks = WebTasks(routes: Self.bodyLimit) { [self] in answer($0) }
        return try WebServer(configuration.listen, hosts, names, certificate: certificate, tasks: tasks) {
            [self] request in
            guard let file = files[request.path] else { return Self.missing }
            return request.header("If-None-Match") == file.tag ? file.same : file.answer
        }.address
    }

    private static let missing = WebAnswer.text(404, "there is nothing by that name")

    var now: Int64 { clock.wall().seconds }

    /// Runs a login after those before it.
    ///
    /// - Throws: `PanelRefusal.busy` where too many wait.
    func inTurn<Value>(_ body: () throws -> Value) throws -> Value {
        guard waiting.add(1, ordering: .relaxed).newValue <= Self.mostLogins else {
            waiting.subtract(1, ordering: .relaxed)
            throw PanelRefusal.busy
        }
        defer { waiting.subtract(1, ordering: .relaxed) }
        return try logins.withLock { _ in try body() }
    }
}

/// Why the panel does not do something. The page has a sentence for each code.
struct PanelRefusal: Error {
    let status: UInt32
    let code: String
    /// For programs, and where the page has no sentence.
    let words: String
    var seconds: Int64?

    init(_ status: UInt32, _ code: String, _ words: String, seconds: Int64? = nil) {
        (self.status, self.code, self.words, self.seconds) = (status, code, words, seconds)
    }

    static let busy = PanelRefusal(503, "busy", "too many log in at once; try again in a few seconds")
    static let foreign = PanelRefusal(403, "foreign", "this request does not come from the panel's own page")
    static let loggedOut = PanelRefusal(401, "logged-out", "log in first")
    static let forbidden = PanelRefusal(403, "forbidden", "this account may not do that")
    static let badBody = PanelRefusal(400, "bad-request", "the body of this request is not the JSON that is needed")
    /// One answer for an unknown name, a wrong password and a PIN from elsewhere.
    static let wrongLogin = PanelRefusal(401, "wrong-login", "the name or the password is wrong")
    static let wrongCode = PanelRefusal(401, "wrong-code", "this is not the setup code, or its 15 minutes are over")
    static let badName = PanelRefusal(
        422,
        "bad-name",
        "a name has 1 to 40 letters, digits and spaces"
    )
    static let badPassword = PanelRefusal(422, "bad-password", "a password has 10 to 128 characters")
    static let badPIN = PanelRefusal(422, "bad-pin", "a PIN has 6 digits, not all equal and not in a row")

    static func wait(_ seconds: Int64) -> PanelRefusal {
        PanelRefusal(429, "wait", "too many attempts failed; try again in \(seconds) s", seconds: seconds)
    }

    var answer: WebAnswer {
        struct Body: Encodable {
            let error, words: String
            let seconds: Int64?
        }
        let body = Body(error: code, words: words, seconds: seconds)
        // reason: it has texts and a number alone
        let text = (try? JSONText.encode(body, isPretty: false)) ?? "{}"
        return .json(status, text)
    }
}
