import AdhanCore
import Glibc

/// One connection, on the client's side. Calls block.
final class ControlCall {
    /// In bytes. The times of a year have half a megabyte, and a page of the history has one.
    private static let longestLine = 16 << 20

    private let path: String
    private let patience: Duration
    /// When the answer must have come.
    private let deadline: BootInstant
    private let descriptor: Int32
    private var received = ControlLine.Buffer()

    /// Throws where there is no connection. Everything up to the answer may take `patience`.
    init(_ path: String, _ patience: Duration) throws(ControlFault) {
        let address = try UnixAddress(path)
        (self.path, self.patience, deadline) = (path, patience, BootClock.now() + patience)
        descriptor = UnixAddress.socket()
        guard descriptor >= 0 else { throw .system(path: path, doing: "making a socket", code: errno) }
        // A daemon that hangs accepts nobody: without the timeout, connect(2) and send(2) would block for ever.
        var limit = timeval(tv_sec: Int(patience.components.seconds), tv_usec: 0)
        limit.tv_usec = Int((patience - .seconds(limit.tv_sec)).wholeMicroseconds)
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        while address.connect(descriptor) != 0 {
            switch errno {
            case EINTR: continue
            case ENOENT, ENOTDIR, ECONNREFUSED: throw .notRunning(path: path)
            case EACCES, EPERM: throw .notAllowed(path: path, user: ControlCaller(uid: geteuid()).name)
            case EAGAIN: throw .noAnswer(path: path, after: patience)
            default: throw .system(path: path, doing: "connecting", code: errno)
            }
        }
    }

    deinit { close(descriptor) }

    /// Sends the request and waits for the answer.
    ///
    /// - Throws: `ControlFault.refused` where the daemon refuses;
    ///   another `ControlFault` where there is no valid answer.
    func ask<Answer: Decodable>(_ request: ControlRequest) throws(ControlFault) -> Answer {
        try send(try ControlLine.encode(request))
        guard let line = try line(until: deadline) else { throw .hungUp(path: path) }
        switch try decode(ControlReply<Answer>.self, line) {
        case .ok(let answer): return answer
        case .error(let failure): throw .refused(failure)
        }
    }

    /// Waits until the deadline, or without a limit; nil where the daemon has closed the connection.
    func line(until deadline: BootInstant?) throws(ControlFault) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        while true {
            if let line = received.nextLine() { return line }
            guard received.count <= Self.longestLine else {
                let reason = "it has more than \(Self.longestLine >> 20) MB"
                throw .unintelligible(path: path, line: Self.excerpt(received.removeRest()), reason: reason)
            }
            let rest = deadline.map { ($0 - BootClock.now()).wholeMilliseconds }
            if let rest, rest <= 0 { throw .noAnswer(path: path, after: patience) }
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&polled, 1, rest.map { Int32(clamping: $0) } ?? -1) > 0 else { continue }
            let count = recv(descriptor, &bytes, bytes.count, 0)
            if count > 0 {
                received.append(bytes.prefix(count))
            } else if count == 0 || errno == ECONNRESET {
                return nil
            } else if errno != EINTR {
                throw .system(path: path, doing: "waiting for the answer", code: errno)
            }
        }
    }

    private func send(_ line: [UInt8]) throws(ControlFault) {
        var rest = line[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            if count >= 0 {
                rest = rest.dropFirst(count)
                continue
            }
            switch errno {
            case EINTR: continue
            // Refused before all was sent: the answer says why.
            case EPIPE, ECONNRESET: return
            case EAGAIN: throw .noAnswer(path: path, after: patience)
            default: throw .system(path: path, doing: "sending the request", code: errno)
            }
        }
    }

    func decode<Value: Decodable>(_ type: Value.Type, _ line: [UInt8]) throws(ControlFault) -> Value {
        do {
            return try JSONText.decode(type, from: line)
        } catch {
            throw .unintelligible(path: path, line: Self.excerpt(line), reason: "\(error)")
        }
    }

    private static func excerpt(_ line: [UInt8]) -> String { String(decoding: line.prefix(200), as: UTF8.self) }
}
