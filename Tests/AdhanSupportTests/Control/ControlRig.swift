import AdhanTestSupport
import Glibc
import Synchronization

@testable import AdhanSupport

/// A server on a real socket. It answers `status` at once, and leaves every other request to the test.
final class ControlRig {
    let path: String
    let server: ControlServer
    private let kept: Kept
    private let made: Made

    /// What it has reported of a removed socket.
    private final class Made: Sendable {
        let results = Mutex<[ControlFault?]>([])
    }

    /// The requests of the handler, in order.
    private final class Kept: Sendable {
        let requests = Mutex<[(ControlRequest, ControlCaller, ControlReplier)]>([])
    }

    /// The answer to `status`, and the events.
    struct Note: Codable, Equatable {
        var number = 0
        var text = ""
    }

    init(_ bounds: ControlServer.Bounds = .init(), path: String? = nil) throws {
        let (path, kept, made) = (try path ?? TestDirectory().file("adhand.sock"), Kept(), Made())
        (self.path, self.kept, self.made) = (path, kept, made)
        let renewed: ControlServer.Renewed = { result in
            made.results.withLock { $0.append(result.fault) }
        }
        server = try ControlServer(path: path, bounds: bounds, renewed: renewed) { request, caller, replier in
            switch request.command {
            case .status: replier.answer(Note(text: caller.name))
            case .events: replier.answer(Note(), thenEvents: true)
            default: kept.requests.withLock { $0.append((request, caller, replier)) }
            }
        }
    }

    var client: ControlClient { ControlClient(path: path) }

    /// Whether it still answers.
    func answers() throws -> Bool { try !client.ask(ControlRequest(.status), for: Note.self).text.isEmpty }

    /// The result for each removed socket: nil where it was made again.
    var renewals: [ControlFault?] { made.results.withLock { $0 } }

    /// Waits for a request, which the test answers.
    func request(_ index: Int = 0) throws -> (ControlRequest, ControlCaller, ControlReplier) {
        guard eventually({ kept.requests.withLock { $0.count } > index }) else {
            throw RawClient.Failure(description: "no request \(index)")
        }
        return kept.requests.withLock { $0[index] }
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

}
