import AdhanSupport
import CMicroHTTPD
import Synchronization

/// The requests that change something, or whose answers may block: they are answered on threads of pools.
package struct WebTasks: Sendable {
    /// The usual limit of a body, in bytes.
    package static let usualBody = 1 << 16
    /// The highest limit that a route may have: a recording of 32 MB and a shorter one have room at once.
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
        /// Answers of this process alone.
        case quick
        /// Passwords are hashed, one at a time.
        case passwords
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
    let busy: WebAnswer
    let party: @Sendable (WebCall) -> WebParty
    let answer: @Sendable (WebCall) -> WebAnswer
    private let desks: [Lane: WebDesk]
    fileprivate let pots = WebPots()

    /// - Parameters:
    ///   - threads: how many requests of a lane are answered at once.
    ///   - routes: the rule of a request; nil for one that the server's thread answers. HEAD is asked for as GET.
    ///   - member: the person of a request's head who may use its route; nil for a stranger. It must not block.
    ///   - stranger: the answer to somebody else, where the body has more than the usual bytes.
    ///   - busy: the answer where too many requests wait.
    ///   - party: who counts for a whole request, where many wait for a thread. It must not block.
    ///   - answer: may block.
    package init(
        threads: Int = 4,
        routes: @escaping @Sendable (_ method: String, _ path: String) -> Rule?,
        member: @escaping @Sendable (_ method: String, _ request: WebRequest) -> String? = { _, _ in "" },
        stranger: WebAnswer = .text(401, "log in first"),
        busy: WebAnswer = .text(503, "too much is being done; try again", [("Retry-After", "5")]),
        party: @escaping @Sendable (WebCall) -> WebParty = { WebParty($0.address) },
        answer: @escaping @Sendable (WebCall) -> WebAnswer
    ) {
        (self.routes, self.member, self.stranger, self.busy) = (routes, member, stranger, busy)
        (self.party, self.answer) = (party, answer)
        // While one password is hashed, the answer to the one before may wait for a disk.
        let desks = Lane.allCases.map { ($0, WebDesk(threads: $0 == .passwords ? min(2, threads) : threads)) }
        self.desks = Dictionary(uniqueKeysWithValues: desks)
    }

    func rule(_ method: String, _ path: String) -> Rule? { routes(method == "HEAD" ? "GET" : method, path) }

    /// Decides at the head of a request whether its body has room.
    ///
    /// - Parameter size: of the body, in bytes; at most the rule's.
    /// - Returns: the task; or the answer that refuses it, before its body is read.
    func begin(
        _ method: String,
        _ rule: Rule,
        _ request: WebRequest,
        size: Int,
        _ now: MonotonicInstant
    ) -> (task: WebTask?, WebAnswer) {
        let member = size > WebPots.tiny ? member(method, request) : nil
        if member == nil, size > Self.usualBody { return (nil, stranger) }
        let pot = pots.pot(for: size, rule, isStranger: member == nil)
        let party = WebParty(request.address, person: member ?? "")
        guard let share = pot.reserve(size, for: party, adhan_socket(request.connection)),
            let desk = desks[rule.limit > Self.usualBody ? .uploads : rule.lane]
        else {
            return (nil, busy)
        }
        return (WebTask(method, desk, share, began: now), busy)
    }
}

/// The memory for bodies and answers. Bodies of about one size share a pot, so that no small one ends a large one of
/// another person. Recordings have their own: only caretakers may send them.
struct WebPots {
    /// A body of so many bytes always has room: there are at most as many as connections. A login has less.
    static let tiny = 4096
    private static let small = 1 << 20
    /// The sizes of the pots of strangers, small and large bodies, and answers.
    private static let (strangers, members, large, answers) = (4 << 20, 8 << 20, 16 << 20, 16 << 20)
    static let sum = strangers + members + large + answers + WebTasks.largestBody

    private let ofTiny = WebPot(.max)
    private let ofStrangers = WebPot(strangers)
    private let ofMembers = WebPot(members)
    private let ofLarge = WebPot(large)
    private let ofRecordings = WebPot(WebTasks.largestBody)
    let ofAnswers = WebPot(answers)

    func pot(for size: Int, _ rule: WebTasks.Rule, isStranger: Bool) -> WebPot {
        if size <= Self.tiny { return ofTiny }
        if isStranger { return ofStrangers }
        if rule.limit > Self.large { return ofRecordings }
        return size > Self.small ? ofLarge : ofMembers
    }
}

/// A bound on the bytes of bodies, or of answers that are read.
final class WebPot: Sendable {
    fileprivate struct Body: Hashable {
        let socket: Int32
        let number: Int
    }

    /// A reserved part, which is given back with the object.
    final class Share: Sendable {
        let size: Int
        private let body: Body
        private let pot: WebPot

        fileprivate init(_ size: Int, _ body: Body, of pot: WebPot) {
            (self.size, self.body, self.pot) = (size, body, pot)
        }

        /// A part of the body has come: it stands behind those of which nothing comes.
        func wait() { pot.state.withLock { $0.shares.wait(body) } }

        /// The body has come whole, and waits for a thread.
        ///
        /// - Parameter end: called where it has to make room.
        func wait(orEnd end: @escaping @Sendable () -> Void) { pot.state.withLock { $0.ends[body] = end } }

        /// The body is worked on.
        func work() { finish { $0.work($1) } }

        /// The body is no longer needed. Its room is free before the object is.
        func giveBack() { finish { $0.remove($1) } }

        private func finish(_ change: (inout Shares<Body>, Body) -> Void) {
            // Released outside the lock: the closure may hold the last reference to this share, whose deinit locks.
            _ = pot.state.withLock { state in
                change(&state.shares, body)
                return state.ends.removeValue(forKey: body)
            }
        }

        deinit { pot.state.withLock { $0.shares.remove(body) } }
    }

    fileprivate struct State {
        var shares: Shares<Body>
        /// How to cancel bodies that wait for a thread.
        var ends: [Body: @Sendable () -> Void] = [:]
    }

    fileprivate let state: Mutex<State>
    private let last = Atomic(0)

    /// - Parameter most: in bytes.
    init(_ most: Int) { state = Mutex(State(shares: Shares(limit: most))) }

    /// Reserves room for a body. Where there is none, others end that wait: for their clients or for a thread.
    ///
    /// - Returns: nil where the party has most, or all other bodies are worked on.
    func reserve(_ size: Int, for party: WebParty, _ socket: Int32) -> Share? {
        let body = Body(socket: socket, number: last.add(1, ordering: .relaxed).newValue)
        let ended = state.withLock { state in
            state.shares.add(body, of: party, size: size).map { ($0, state.ends.removeValue(forKey: $0)) }
        }
        for (other, end) in ended where other != body {
            if let end { end() } else { Connections.end(other.socket) }
        }
        return ended.contains { $0.0 == body } ? nil : Share(size, body, of: self)
    }
}

/// The threads of a lane.
final class WebDesk: Sendable {
    final class Job: Sendable {
        fileprivate let run: @Sendable () -> Void
        /// Called instead where others need its place.
        fileprivate let refuse: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void, refuse: @escaping @Sendable () -> Void) {
            (self.run, self.refuse) = (run, refuse)
        }
    }

    private struct State {
        var shares = Shares<ObjectIdentifier>(limit: mostTasks, reserved: 1)
        /// The jobs that wait for a thread.
        var jobs: [ObjectIdentifier: Job] = [:]

        mutating func next() -> Job? {
            guard let id = shares.longest(ofMost: false), let job = jobs.removeValue(forKey: id) else { return nil }
            shares.work(id)
            return job
        }
    }

    /// The most tasks that wait or run.
    private static let mostTasks = 64

    private let pool: ThreadPool
    private let state = Mutex(State())

    init(threads: Int) { pool = ThreadPool("web", atMost: threads) }

    /// Runs a job after those of the clients that have fewer.
    func perform(_ job: Job, of party: WebParty) {
        let id = ObjectIdentifier(job)
        let refused = state.withLock { state in
            state.jobs[id] = job
            return state.shares.add(id, of: party).compactMap { state.jobs.removeValue(forKey: $0) }
        }
        // The thread that was asked for the refused job takes the new one.
        guard refused.isEmpty else { return refused.forEach { $0.refuse() } }
        pool.perform("web") { [self] in
            guard let next = state.withLock({ $0.next() }) else { return }
            next.run()
            state.withLock { $0.shares.remove(ObjectIdentifier(next)) }
        }
    }

    /// Refuses a job that still waits for a thread.
    func end(_ job: Job) {
        let waiting = state.withLock { state in
            let waiting = state.jobs.removeValue(forKey: ObjectIdentifier(job))
            if waiting != nil { state.shares.remove(ObjectIdentifier(job)) }
            return waiting
        }
        waiting?.refuse()
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
        /// The client that the answer is for; nil until the body is complete.
        var party: WebParty?
        /// The room for the body until its answer is made, then for the answer until its client has read it.
        var room: WebPot.Share?
    }

    private let method: String
    private let desk: WebDesk
    private let began: MonotonicInstant
    /// The announced size of the body, in bytes.
    private let size: Int
    private let state: Mutex<State>

    init(_ method: String, _ desk: WebDesk, _ share: WebPot.Share, began: MonotonicInstant) {
        (self.method, self.desk, self.began, size) = (method, desk, began, share.size)
        state = Mutex(State(room: share))
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
            let bytes = UnsafeRawBufferPointer(start: part, count: size.pointee)
            guard part != nil, add(bytes, server.clock()) else { return .NO }
            size.pointee = 0
            // A running upload counts as new with each part; its least rate bounds how long it takes.
            server.connections.waits(adhan_socket(request.connection))
            state.withLock(\.room)?.wait()
            return .YES
        }
        let (answer, party, body) = state.withLock { state -> (WebAnswer, WebParty?, [UInt8]?) in
            if state.isSubmitted { return (state.answer ?? Self.lost, state.party, nil) }
            state.isSubmitted = true
            defer { state.body = [] }
            return (Self.lost, nil, state.body)
        }
        guard let body else {
            let (socket, party) = (adhan_socket(request.connection), party ?? WebParty(request.address))
            server.connections.waits(socket)
            // A long answer takes memory until its client has read it. That of a file takes none.
            guard answer.size > WebPots.tiny else { return answer.send(on: request.connection) }
            let room = tasks.pots.ofAnswers.reserve(answer.size, for: party, socket)
            state.withLock { $0.room = room }
            return (room == nil ? tasks.busy : answer).send(on: request.connection)
        }
        server.connections.works(adhan_socket(request.connection))
        let call = WebCall(method, request, body: body)
        let caller = tasks.party(call)
        let share = state.withLock { state in
            state.party = caller
            return state.room
        }
        nonisolated(unsafe) let connection = request.connection
        MHD_suspend_connection(connection)
        let end = { @Sendable [self] (answer: WebAnswer) in
            share?.giveBack()
            state.withLock { ($0.answer, $0.room) = (answer, nil) }
            // The library keeps a suspended connection until then.
            MHD_resume_connection(connection)
        }
        let job = WebDesk.Job(
            run: {
                share?.work()
                end(tasks.answer(call))
            },
            refuse: { end(tasks.busy) }
        )
        share?.wait(orEnd: { [desk] in desk.end(job) })
        desk.perform(job, of: caller)
        return .YES
    }

    /// - Returns: false for more than the head has announced, and for a body that comes too slowly.
    private func add(_ bytes: UnsafeRawBufferPointer, _ now: MonotonicInstant) -> Bool {
        let seconds = Int(clamping: (now - began - Self.patience).components.seconds)
        return state.withLock { state in
            let count = state.body.count + bytes.count
            guard count <= size, count / Self.leastRate >= seconds else { return false }
            if state.body.isEmpty { state.body.reserveCapacity(size) }
            state.body += bytes
            return true
        }
    }

    /// How long a body may take whatever its rate is, and the bytes of each second after that. A weak network has more.
    private static let patience: Duration = .seconds(10)
    private static let leastRate = 16_384

    private static let lost = WebAnswer.text(500, "this request has no answer")
}
