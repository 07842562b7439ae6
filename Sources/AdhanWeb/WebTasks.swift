import AdhanSupport
import CMicroHTTPD
import Synchronization

/// The requests that change something, or whose answers may block: they are answered on threads of pools.
package struct WebTasks: Sendable {
    /// The usual limit of a body, in bytes.
    package static let usualBody = 1 << 16
    /// The highest limit that a route may have: a recording of 32 MB and a timetable have room at once.
    package static let largestBody = 48 << 20

    /// How a request is answered.
    package struct Rule: Sendable {
        let limit: Int
        let lane: Lane

        /// - Parameter limit: the most bytes of its body, at most `largestBody`.
        package init(limit: Int, lane: Lane = .views) { (self.limit, self.lane) = (min(limit, largestBody), lane) }
    }

    /// The threads of a request. Those of one lane do not wait for those of another.
    package enum Lane: CaseIterable, Sendable {
        /// Answers of this process alone, as a login.
        case quick
        /// Orders for another process.
        case orders
        /// Answers that need another process, or some time.
        case views
        /// Large bodies, and the work on them.
        case uploads
    }

    private let routes: @Sendable (_ method: String, _ path: String) -> Rule?
    private let member: @Sendable (_ method: String, _ request: WebRequest) -> String?
    private let stranger: WebAnswer
    let answer: @Sendable (WebCall) -> WebAnswer
    private let desks: [Lane: WebDesk]
    private let pots = WebPots()

    /// - Parameters:
    ///   - threads: how many requests of a lane are answered at once.
    ///   - routes: the rule of a request; nil for one that the server's thread answers. HEAD is asked for as GET.
    ///   - member: the person of a request's head who may use its route; nil for a stranger. It must not block.
    ///   - stranger: the answer to somebody else, where the body has more than the usual bytes.
    ///   - answer: may block.
    package init(
        threads: Int = 4,
        routes: @escaping @Sendable (_ method: String, _ path: String) -> Rule?,
        member: @escaping @Sendable (_ method: String, _ request: WebRequest) -> String? = { _, _ in "" },
        stranger: WebAnswer = .text(401, "log in first"),
        answer: @escaping @Sendable (WebCall) -> WebAnswer
    ) {
        (self.routes, self.member, self.stranger, self.answer) = (routes, member, stranger, answer)
        desks = Dictionary(uniqueKeysWithValues: Lane.allCases.map { ($0, WebDesk(threads: threads)) })
    }

    func rule(_ method: String, _ path: String) -> Rule? { routes(method == "HEAD" ? "GET" : method, path) }

    /// Decides at the head of a request whether its body has room.
    ///
    /// - Parameter size: of the body, in bytes; at most the rule's.
    /// - Returns: the task; or the answer that refuses it, before its body is read.
    func begin(_ method: String, _ rule: Rule, _ request: WebRequest, size: Int) -> (task: WebTask?, WebAnswer) {
        let member = size > WebPots.tiny ? member(method, request) : nil
        if member == nil, size > Self.usualBody { return (nil, stranger) }
        let pot = pots.pot(for: size, isStranger: member == nil)
        guard let share = pot.reserve(size, for: member ?? ""),
            let desk = desks[rule.limit > Self.usualBody ? .uploads : rule.lane]
        else {
            return (nil, WebTask.busy)
        }
        return (WebTask(method, desk, share), WebTask.busy)
    }
}

/// The memory for bodies. Strangers, members and large files have their own, so that none takes the room of another.
private struct WebPots {
    /// A body of so many bytes always has room: there are at most as many as connections. A login has less.
    static let tiny = 4096
    private static let large = 1 << 20

    private let ofTiny = WebPot(.max)
    private let ofStrangers = WebPot(16 << 20)
    private let ofMembers = WebPot(16 << 20)
    /// One person's largest file leaves room for another's timetable.
    private let ofLarge = WebPot(WebTasks.largestBody, ofOne: 34 << 20)

    func pot(for size: Int, isStranger: Bool) -> WebPot {
        if size <= Self.tiny { return ofTiny }
        if isStranger { return ofStrangers }
        return size > Self.large ? ofLarge : ofMembers
    }
}

/// A bound on the bytes of the bodies that are read and worked on.
final class WebPot: Sendable {
    /// A reserved part, which is given back with the object.
    final class Share: Sendable {
        let size: Int
        private let person: String
        private let pot: WebPot

        fileprivate init(_ size: Int, of pot: WebPot, for person: String) {
            (self.size, self.pot, self.person) = (size, pot, person)
        }

        deinit { pot.give(size, back: person) }
    }

    private struct Used {
        var all = 0
        var ofPersons: [String: Int] = [:]
    }

    private let most, mostOfOne: Int
    private let used = Mutex(Used())

    /// - Parameters:
    ///   - most: in bytes.
    ///   - mostOfOne: of one person's bodies together; a single one may have more. Nil for `most`.
    init(_ most: Int, ofOne mostOfOne: Int? = nil) { (self.most, self.mostOfOne) = (most, mostOfOne ?? most) }

    /// - Parameter person: empty for somebody who is not known.
    /// - Returns: nil where there is no room for so many more bytes.
    func reserve(_ size: Int, for person: String = "") -> Share? {
        let hasRoom = used.withLock { used in
            let own = used.ofPersons[person, default: 0]
            guard size <= most - used.all, own == 0 || size <= mostOfOne - own else { return false }
            used.all += size
            used.ofPersons[person] = own + size
            return true
        }
        return hasRoom ? Share(size, of: self, for: person) : nil
    }

    private func give(_ size: Int, back person: String) {
        used.withLock { used in
            used.all -= size
            let own = used.ofPersons[person, default: 0] - size
            used.ofPersons[person] = own > 0 ? own : nil
        }
    }
}

/// The threads of a lane.
final class WebDesk: Sendable {
    /// The most tasks that wait or run.
    private static let mostTasks = 64

    private let pool: ThreadPool
    private let unfinished = Mutex(0)

    init(threads: Int) { pool = ThreadPool("web", atMost: threads) }

    /// - Returns: false where too many tasks wait.
    func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = unfinished.withLock { unfinished in
            guard unfinished < Self.mostTasks else { return false }
            unfinished += 1
            return true
        }
        guard isTaken else { return false }
        pool.perform("web") { [self] in
            job()
            unfinished.withLock { $0 -= 1 }
        }
        return true
    }
}

/// A whole request, for the thread that answers it.
package struct WebCall: Sendable {
    package let method: String
    package let path: String
    package let address: PeerAddress
    package let body: [UInt8]
    private let headers: [String: String]
    private let arguments: [String: String]

    init(_ method: String, _ request: WebRequest, body: [UInt8]) {
        let arguments = request.arguments.reduce(into: [:]) { $0[$1] = request.argument($1) }
        self.init(method, request.path, request.address, request.headers, body, arguments: arguments)
    }

    /// - Parameter headers: by their names in lower case.
    package init(
        _ method: String,
        _ path: String,
        _ address: PeerAddress,
        _ headers: [String: String],
        _ body: [UInt8],
        arguments: [String: String] = [:]
    ) {
        (self.method, self.path, self.address, self.body) = (method, path, address, body)
        (self.headers, self.arguments) = (headers, arguments)
    }

    /// The value of a header; where it comes several times, the first.
    package func header(_ name: String) -> String? { headers[name.lowercased()] }
    package func argument(_ name: String) -> String? { arguments[name] }
}

/// A request that is answered on another thread: its body until it is complete, then its answer.
///
/// While a thread makes the answer, the connection is suspended, and the server's thread serves the others.
final class WebTask: Sendable {
    private struct State {
        var body: [UInt8] = []
        var isSubmitted = false
        var answer: WebAnswer?
    }

    private let method: String
    private let desk: WebDesk
    /// The room for the body, until the request is over.
    private let share: WebPot.Share
    private let state = Mutex(State())

    init(_ method: String, _ desk: WebDesk, _ share: WebPot.Share) {
        (self.method, self.desk, self.share) = (method, desk, share)
    }

    /// On the server's thread: a part of the body, its end, or the call after the connection is resumed.
    func `continue`(
        _ request: WebRequest,
        _ part: UnsafePointer<CChar>?,
        _ size: UnsafeMutablePointer<Int>?,
        _ server: WebContext
    ) -> MHD_Result {
        guard let tasks = server.tasks, let size else { return .NO }
        if size.pointee > 0 {
            guard let part, add(UnsafeRawBufferPointer(start: part, count: size.pointee)) else { return .NO }
            size.pointee = 0
            return .YES
        }
        let (answer, body) = state.withLock { state -> (WebAnswer?, [UInt8]?) in
            if state.isSubmitted { return (state.answer ?? Self.lost, nil) }
            state.isSubmitted = true
            defer { state.body = [] }
            return (nil, state.body)
        }
        guard let body else { return (answer ?? Self.lost).send(on: request.connection) }
        server.connections.asked(adhan_socket(request.connection))
        let call = WebCall(method, request, body: body)
        nonisolated(unsafe) let connection = request.connection
        MHD_suspend_connection(connection)
        let isTaken = desk.perform { [self] in
            let answer = tasks.answer(call)
            state.withLock { $0.answer = answer }
            // The library keeps a suspended connection until then.
            MHD_resume_connection(connection)
        }
        if !isTaken {
            state.withLock { $0.answer = Self.busy }
            MHD_resume_connection(connection)
        }
        return .YES
    }

    /// - Returns: false for more than the head has announced.
    private func add(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            guard state.body.count + bytes.count <= share.size else { return false }
            if state.body.isEmpty { state.body.reserveCapacity(share.size) }
            state.body += bytes
            return true
        }
    }

    static let busy = WebAnswer.text(503, "too much is being done; try again", [("Retry-After", "5")])
    private static let lost = WebAnswer.text(500, "this request has no answer")
}
