import AdhanSupport
import Glibc

/// A client that sends any bytes and reads what comes.
package final class WebClient {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// An answer's status, headers and body.
    package struct Answer {
        package let status: Int
        /// By name in lower case.
        package let headers: [String: String]
        package let body: String
        /// The values of all headers `Set-Cookie`.
        package let cookies: [String]
    }

    private let descriptor: Int32
    private var received: [UInt8] = []

    /// - Parameter own: the client's own address; nil lets the kernel choose.
    package init(_ address: ListenAddress, from own: String? = nil) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        if let own = own.flatMap({ ListenAddress("\($0):0") }) {
            let code = own.withSocketAddress { bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
            guard code == 0 else { throw Failure(description: "bind: error \(errno)") }
        }
        // A test that fails is better than one that hangs.
        var limit = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        let code = address.withSocketAddress { connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
        guard code == 0 else { throw Failure(description: "connect: error \(errno)") }
    }

    deinit { close(descriptor) }

    package func say(_ text: String) { say(Array(text.utf8)) }

    package func say(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Reads until the text has come.
    ///
    /// - Returns: what was read so far; nil where the server hung up before.
    package func read(until text: String) -> String? {
        while true {
            let words = String(decoding: received, as: UTF8.self)
            if words.contains(text) { return words }
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { return nil }
            received += bytes.prefix(count)
        }
    }

    /// Has the connection reset when the client goes, so that the server notices at once. After an ordinary end it waits for the rest of a
    /// request, as long as for any silent client.
    package func resetAtEnd() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
    }

    /// Reads what has come.
    ///
    /// - Returns: how many bytes; nil where the server has hung up.
    package func readSome() -> Int? {
        var bytes = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &bytes, bytes.count, 0)
        return count > 0 ? count : nil
    }

    /// Whether the server has hung up.
    package func isClosed() -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, 0) == 0
    }

    /// Asks and reads one answer; the connection stays open if the server leaves it so.
    package func ask(
        _ path: String,
        _ method: String = "GET",
        _ headers: [String] = ["Host: localhost"],
        body: [UInt8]? = nil
    ) throws -> Answer {
        let length = body.map { ["Content-Length: \($0.count)"] } ?? []
        say(([method + " " + path + " HTTP/1.1"] + headers + length + ["", ""]).joined(separator: "\r\n"))
        if let body { say(body) }
        received = []
        guard let text = read(until: "\r\n\r\n") else { throw Failure(description: "no answer to \(path)") }
        let head = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)[0]
        let lines = head.split(separator: "\r\n").map(String.init)
        let pairs = lines.dropFirst().compactMap { line -> (String, String)? in
            let parts = line.split(separator: ": ", maxSplits: 1).map(String.init)
            return parts.count == 2 ? (parts[0].lowercased(), parts[1]) : nil
        }
        let fields = Dictionary(pairs) { first, _ in first }
        let size = method == "HEAD" ? 0 : fields["content-length"].flatMap { Int($0) } ?? 0
        while received.count < head.utf8.count + 4 + size {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = recv(descriptor, &bytes, bytes.count, 0)
            guard count > 0 else { throw Failure(description: "the answer to \(path) is cut") }
            received += bytes.prefix(count)
        }
        return Answer(
            status: Int(lines[0].split(separator: " ")[1]) ?? 0,
            headers: fields,
            body: String(decoding: received.dropFirst(head.utf8.count + 4), as: UTF8.self),
            cookies: pairs.filter { $0.0 == "set-cookie" }.map(\.1)
        )
    }
}
