import AdhanSupport
import CMicroHTTPD
import Synchronization

/// The requests that change something, or whose answers may block: they are answered on threads of a pool.
package struct WebTasks: Sendable {
    /// The usual limit of a body, in bytes.
    package static let usualBody = 1 << 16
    /// The highest limit that a route may have.
    package static let largestBody = 64 << 20

    private let routes: @Sendable (_ method: String, _ path: String) -> Int?
    let answer: @Sendable (WebCall) -> WebAnswer
    let desk: WebDesk

    /// - Parameters:
    ///   - threads: how many requests are answered at once.
    ///   - routes: the limit of the body of a request in bytes, at most `largestBody`; nil for a request that the
    ///     server's thread answers. HEAD is asked for as GET.
    ///   - answer: may block.
    package init(
        threads: Int = 4,
        routes: @escaping @Sendable (_ method: String, _ path: String) -> Int?,
        answer: @escaping @Sendable (WebCall) -> WebAnswer
    ) {
        (self.routes, self.answer) = (routes, answer)
        desk = WebDesk(threads: threads)
    }

    func bodyLimit(_ method: String, _ path: String) -> Int? {
        routes(method == "HEAD" ? "GET" : method, path).map { min($0, Self.largestBody) }
    }
}

/// The threads of the tasks, and the memory that all bodies use together.
final class WebDesk: Sendable {
    private struct State {
        var unfinished = 0
        var bodies = 0
    }

    /// The most tasks that wait or run.
    private static let mostTasks = 64
    /// The most bytes of all bodies.
    private static let mostBytes = 96 << 20

    private let pool: ThreadPool
    private let state = Mutex(State())

    init(threads: Int) { pool = ThreadPool("web", atMost: threads) }

    /// - Returns: false where too many tasks wait.
    func perform(_ job: @escaping @Sendable () -> Void) -> Bool {
        let isTaken = state.withLock { state in
            guard state.unfinished < Self.mostTasks else { return false }
            state.unfinished += 1
            return true
        }
        guard isTaken else { return false }
        pool.perform("web") { [self] in
            job()
            state.withLock { $0.unfinished -= 1 }
        }
        return true
    }

    /// - Returns: false where the bodies have no room for so many more bytes.
    func reserve(_ count: Int) -> Bool {
        state.withLock { state in
            guard state.bodies + count <= Self.mostBytes else { return false }
            state.bodies += count
            return true
        }
    }

    func release(_ count: Int) { state.withLock { $0.bodies -= count } }
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
        /// Bytes that are reserved at the desk.
        var reserved = 0
        var isSubmitted = false
        var answer: WebAnswer?
        /// Gives the reserved bytes back.
        var desk: WebDesk?
    }

    private let method: String
    private let state = Mutex(State())

    init(_ method: String) { self.method = method }

    deinit { state.withLock { $0.desk?.release($0.reserved) } }

    /// On the server's thread: a part of the body, its end, or the call after the connection is resumed.
    func `continue`(
        _ request: WebRequest,
        _ part: UnsafePointer<CChar>?,
        _ size: UnsafeMutablePointer<Int>?,
        _ server: WebContext
    ) -> MHD_Result {
        guard let tasks = server.tasks, let size else { return .NO }
        if size.pointee > 0 {
            // The library reads no more than the head says, and that was compared with the limit.
            guard let part, add(UnsafeRawBufferPointer(start: part, count: size.pointee), tasks.desk) else {
                return .NO
            }
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
        let isTaken = tasks.desk.perform { [self] in
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

    private func add(_ bytes: UnsafeRawBufferPointer, _ desk: WebDesk) -> Bool {
        guard desk.reserve(bytes.count) else { return false }
        state.withLock { state in
            state.body += bytes
            state.desk = desk
            state.reserved += bytes.count
        }
        return true
    }

    private static let busy = WebAnswer.text(503, "too much is being done; try again", [("Retry-After", "5")])
    private static let lost = WebAnswer.text(500, "this request has no answer")
}
