import AdhanTestSupport
import Foundation
import Glibc
import Synchronization

@testable import AdhanSupport

/// A server on a real socket. It answers `status` at once, and leaves every other request to the test.
final class ControlRig {
    let path: String
    let server: ControlServer
    private let noted: Noted

    private final class Noted: Sendable {
        /// The requests of the handler, in order.
        let requests = Mutex<[(ControlRequest, ControlCaller, ControlReplier)]>([])
        /// What it has reported of a removed socket.
        let renewals = Mutex<[ControlFault?]>([])
    }

    /// The answer to `status`, and the events.
    struct Note: Codable, Equatable {
        var number = 0
        var text = ""
    }

    init(_ bounds: ControlServer.Bounds = .init(), path: String? = nil) throws {
        let (path, noted) = (try path ?? TestDirectory().file("adhand.sock"), Noted())
        (self.path, self.noted) = (path, noted)
        let renewed: ControlServer.Renewed = { result in noted.renewals.withLock { $0.append(result.fault) } }
        server = try ControlServer(path: path, bounds: bounds, renewed: renewed) { request, caller, replier in
            switch request.command {
            case .status: replier.answer(Note(text: caller.name))
            case .events: replier.answer(Note(), thenEvents: true)
            default: noted.requests.withLock { $0.append((request, caller, replier)) }
            }
        }
    }

    var client: ControlClient { ControlClient(path: path) }

    /// Whether it still answers.
    func answers() throws -> Bool { try !client.ask(ControlRequest(.status), for: Note.self).text.isEmpty }

    /// The result for each removed socket: nil where it was made again.
    var renewals: [ControlFault?] { noted.renewals.withLock { $0 } }

    /// Waits for a request, which the test answers.
    func request(_ index: Int = 0) throws -> (ControlRequest, ControlCaller, ControlReplier) {
        guard eventually({ noted.requests.withLock { $0.count } > index }) else {
            throw RawClient.Failure(description: "no request \(index)")
        }
        return noted.requests.withLock { $0[index] }
    }

    /// Asks on a thread of its own.
    func asking(_ request: ControlRequest) throws -> ControlThreadResult<Note> {
        let client = client
        return try ControlThreadResult { try client.ask(request, for: Note.self) }
    }

    /// A client that has sent a command, or other text as it is.
    func saying(_ text: String) throws -> RawClient {
        let client = try RawClient(path)
        client.say(text.contains("{") || text.isEmpty ? text : "{\"command\":\"\(text)\"}\n")
        return client
    }
}

extension Result where Failure == ControlFault {
    fileprivate var fault: ControlFault? {
        if case .failure(let fault) = self { fault } else { nil }
    }
}

/// A client that sends any bytes, in any pieces.
final class RawClient {
    private let descriptor: Int32
    private var received = ControlLine.Buffer()

    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    init(_ path: String) throws {
        descriptor = UnixAddress.socket()
        let address = try UnixAddress(path)
        guard address.connect(descriptor) == 0 else { throw Failure(description: "connect: error \(errno)") }
        // A test that fails is better than one that hangs.
        var limit = timeval(tv_sec: 20, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// - Returns: whether the server took all of it.
    @discardableResult
    func say(_ bytes: [UInt8]) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    @discardableResult
    func say(_ text: String) -> Bool { say(Array(text.utf8)) }

    /// - Returns: the next line; nil where the server has hung up.
    func line() throws -> String? {
        while true {
            if let line = received.nextLine() { return String(decoding: line, as: UTF8.self) }
            guard try read(65_536) else { return nil }
        }
    }

    /// - Returns: false where the server has hung up.
    func read(_ limit: Int) throws -> Bool {
        var bytes = [UInt8](repeating: 0, count: limit)
        let count = recv(descriptor, &bytes, limit, 0)
        guard count > 0 || count == 0 || errno == ECONNRESET else { throw Failure(description: "recv: error \(errno)") }
        if count > 0 { received.append(bytes.prefix(count)) }
        return count > 0
    }

    /// Shuts down the sending side, and goes on reading.
    func endOfRequest() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// The failure that the next line tells; nil where it tells of none.
    func failure() throws -> ControlFailure? {
        guard let line = try line() else { throw Failure(description: "no line") }
        let reply = try JSONDecoder().decode(ControlReply<ControlRig.Note>.self, from: Data(line.utf8))
        if case .error(let failure) = reply { return failure }
        return nil
    }

    /// Binds the path and listens, like a daemon without our lock.
    static func stranger(_ path: String) throws -> Int32 {
        let descriptor = UnixAddress.socket()
        guard try UnixAddress(path).bind(descriptor) == 0, listen(descriptor, 0) == 0 else {
            throw Failure(description: "error \(errno)")
        }
        return descriptor
    }
}

/// The result of a blocking call on a thread of its own.
final class ControlThreadResult<Value: Sendable>: Sendable {
    private let thread: SystemThread
    private let outcome: Outcome

    private final class Outcome: Sendable {
        let result = Mutex<Result<Value, any Error>?>(nil)
    }

    init(_ body: @escaping @Sendable () throws -> Value) throws {
        let outcome = Outcome()
        self.outcome = outcome
        thread = try SystemThread {
            let result = Result { try body() }
            outcome.result.withLock { $0 = result }
        }
    }

    /// Waits for it, once.
    func value() throws -> Value {
        thread.join()
        guard let result = outcome.result.withLock({ $0 }) else { throw RawClient.Failure(description: "no outcome") }
        return try result.get()
    }
}
