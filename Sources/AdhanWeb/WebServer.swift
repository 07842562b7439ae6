import AdhanSupport
import AdhanCore
import CMicroHTTPD
import Glibc

/// The HTTP server: libmicrohttpd on a thread of its own, to the end of the process.
///
/// Its thread answers GET and HEAD. `WebTasks` names the requests that change something or may block.
///
/// `Connections` ends some where there are too many. Other limits are the library's: the bytes of a request's head, and
/// the seconds in which a client has to say something.
package final class WebServer: Sendable {
    /// Why it does not listen.
    package struct Fault: Error, CustomStringConvertible {
        package let description: String
    }

    /// The names of a server in the messages about it.
    package struct Names: Sendable {
        /// The table of the config that has `listen` and `hosts`.
        let table: String
        let executable: String

        package init(table: String, executable: String) { (self.table, self.executable) = (table, executable) }
    }

    /// A certificate and its key, as PEM.
    package struct Certificate: Sendable {
        let certificate, key: [UInt8]

        package init(_ certificate: [UInt8], key: [UInt8]) { (self.certificate, self.key) = (certificate, key) }
    }

    static let connections = 1024
    /// With room for connections that have ended and are not closed yet. Beyond it the library accepts none.
    static let mostConnections = connections + 256
    /// For the head of a request.
    static let memory = 16_384
    private static let silence: UInt32 = 10

    /// Where it listens, with the port that the kernel chose.
    package let address: ListenAddress

    /// - Parameters:
    ///   - certificate: for HTTPS; nil for HTTP.
    ///   - tasks: the requests that are answered on other threads; nil for none.
    ///   - respond: called on the server's thread; it must not block.
    /// - Throws: `Fault` where the address is in use, or not this machine's, or the certificate cannot be used.
    package init(
        _ address: ListenAddress,
        _ hosts: AllowedHosts,
        _ names: Names,
        certificate: Certificate? = nil,
        clock: @escaping @Sendable () -> MonotonicInstant = { LinuxClock().monotonic() },
        tasks: WebTasks? = nil,
        respond: @escaping @Sendable (WebRequest) -> WebAnswer
    ) throws(Fault) {
        // Not released once it listens: the server's thread may use it to the end of the process.
        let context = Unmanaged.passRetained(WebContext(hosts, names, tasks, clock, respond))
        let limits = adhan_limits(
            connections: UInt32(Self.mostConnections),
            memory: Self.memory,
            silence: Self.silence
        )
        // With the NUL that ends a text of C.
        let pem: [UInt8] = certificate.map { $0.certificate + [0] } ?? []
        let key: [UInt8] = certificate.map { $0.key + [0] } ?? []
        let daemon = pem.withUnsafeBytes { pem in
            key.withUnsafeBytes { key in
                address.withSocketAddress {
                    adhan_listen(
                        $0,
                        address.isV6 ? 1 : 0,
                        limits,
                        Self.callbacks,
                        context.toOpaque(),
                        pem.isEmpty ? nil : pem.bindMemory(to: CChar.self).baseAddress,
                        key.isEmpty ? nil : key.bindMemory(to: CChar.self).baseAddress
                    )
                }
            }
        }
        guard let daemon else {
            context.release()
            let code = Self.obstacle(at: address)
            throw Fault(description: Self.words(address, names, code, isSecure: certificate != nil))
        }
        self.address = address.at(UInt16(clamping: adhan_port(daemon)))
    }

    /// Why nobody can listen there, as in `errno`; 0 where one can. The library says no reason, and in newer versions
    /// `errno` has another one by then.
    private static func obstacle(at address: ListenAddress) -> Int32 {
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(address.isV6 ? AF_INET6 : AF_INET, kind, 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        // The library sets it, too: connections that have just ended are in nobody's way.
        var reuse: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &reuse, socklen_t(MemoryLayout<Int32>.size))
        let size = socklen_t(address.isV6 ? MemoryLayout<sockaddr_in6>.size : MemoryLayout<sockaddr_in>.size)
        let isFree = address.withSocketAddress { bind(descriptor, $0, size) == 0 } && Glibc.listen(descriptor, 1) == 0
        return isFree ? 0 : errno
    }

    private static func words(_ address: ListenAddress, _ names: Names, _ code: Int32, isSecure: Bool) -> String {
        let (table, unit) = (names.table, names.executable)
        let advice =
            switch code {
            case EADDRINUSE:
                "another program listens there; perhaps \(unit) already runs: systemctl status \(unit). "
                    + "Otherwise choose another port in [\(table)] of the config"
            case EADDRNOTAVAIL: "this machine does not have that address"
            case EACCES: "a port below 1024 is root's; choose another in [\(table)] of the config"
            case 0 where isSecure:
                "its certificate and key cannot be used, or the machine has no thread or descriptor left"
            case 0: "nothing is in its way there; perhaps the machine has no thread or descriptor left"
            default: String(cString: strerror(code))
            }
        return "[\(table)] listen = \"\(address)\": \(advice)"
    }

    private static func server(_ context: UnsafeMutableRawPointer) -> WebContext {
        Unmanaged<WebContext>.fromOpaque(context).takeUnretainedValue()
    }

    private static var callbacks: adhan_callbacks {
        adhan_callbacks(
            connection: { context, connection, _, change in
                guard let context, let connection else { return }
                let (connections, socket) = (WebServer.server(context).connections, adhan_socket(connection))
                if adhan_is_start(change) != 0 {
                    connections.opened(socket, of: PeerAddress(adhan_client(connection)))
                } else {
                    connections.closed(socket)
                }
            },
            handler: handler,
            completed: { context, connection, state, _ in
                guard let context, let connection else { return }
                let server = WebServer.server(context)
                if let task = WebServer.task(state?.pointee, context) { Unmanaged<WebTask>.fromOpaque(task).release() }
                state?.pointee = nil
                server.connections.waits(adhan_socket(connection))
            }
        )
    }

    /// The request's `WebTask`, if it has one. `state` has the length of the address before the head was seen, which
    /// is less than any pointer; then it has the context, or a task.
    private static func task(
        _ state: UnsafeMutableRawPointer?,
        _ context: UnsafeMutableRawPointer
    ) -> UnsafeMutableRawPointer? {
        guard let state, state != context, UInt(bitPattern: state) > UInt(memory) else { return nil }
        return state
    }

    /// Called for each request when its head is there, for each part of its body, and when it is complete. `state`
    /// tells them apart.
    private static let handler: MHD_AccessHandlerCallback = {
        context,
        connection,
        path,
        method,
        version,
        part,
        size,
        state in
        guard let context, let connection, let path, let method, let version, let state else { return .NO }
        let server = WebServer.server(context)
        let request = WebRequest(path: String(cString: path), connection: connection)
        if let task = WebServer.task(state.pointee, context) {
            return Unmanaged<WebTask>.fromOpaque(task).takeUnretainedValue().continue(request, part, size, server)
        }
        if state.pointee == context {
            let answer = server.respond(request)
            if answer.isStream { server.connections.works(adhan_socket(connection)) }
            return answer.send(on: connection)
        }
        // Until here it is the length of the address.
        let address = UInt(bitPattern: state.pointee)
        let line = strlen(method) + 1 + Int(clamping: address) + 1 + strlen(version)
        let isWhole =
            address > 0 && RequestHead(connection).isWhole(line: line, size: adhan_head_size(connection))
        state.pointee = nil
        let name = String(cString: method)
        let rule = isWhole ? server.tasks?.rule(name, request.path) : nil
        guard isWhole else { return server.noHead.send(on: connection) }
        // An answer at once closes the connection, without the body.
        if let refusal = server.refusal(request, name, rule) { return refusal.send(on: connection) }
        guard let tasks = server.tasks, let rule else {
            state.pointee = context
            return .YES
        }
        let (task, refusal) = tasks.begin(name, rule, request, size: WebServer.size(of: request) ?? 0, server.clock())
        guard let task else { return refusal.send(on: connection) }
        state.pointee = Unmanaged.passRetained(task).toOpaque()
        return .YES
    }

    /// The bytes of the request's body, as its head has them; nil where that is no number.
    fileprivate static func size(of request: WebRequest) -> Int? {
        Int(request.header("Content-Length") ?? "0").flatMap { $0 >= 0 ? $0 : nil }
    }
}

/// The parts of a server that its callbacks use.
final class WebContext: Sendable {
    let hosts: AllowedHosts
    let connections = Connections(limit: WebServer.connections)
    let clock: @Sendable () -> MonotonicInstant
    let tasks: WebTasks?
    let respond: @Sendable (WebRequest) -> WebAnswer
    let noMethod = WebAnswer.text(405, "only GET and HEAD are answered", [("Allow", "GET, HEAD")])
    let noHead = WebAnswer.text(400, "the head of this request is not valid")
    private let noBody = WebAnswer.text(413, "a request has no body here")
    private let noLength = WebAnswer.text(411, "a request needs the length of its body")
    private let noHost: WebAnswer

    init(
        _ hosts: AllowedHosts,
        _ names: WebServer.Names,
        _ tasks: WebTasks?,
        _ clock: @escaping @Sendable () -> MonotonicInstant,
        _ respond: @escaping @Sendable (WebRequest) -> WebAnswer
    ) {
        (self.hosts, self.tasks, self.clock, self.respond) = (hosts, tasks, clock, respond)
        noHost = WebAnswer.text(
            421,
            "this server does not know itself by that name; ask for its address, "
                + "or add the name to hosts in [\(names.table)] of the config"
        )
    }

    /// Why a request is not answered; nil where it is.
    ///
    /// - Parameter rule: nil for a request without a body.
    func refusal(_ request: WebRequest, _ method: String, _ rule: WebTasks.Rule?) -> WebAnswer? {
        let length = request.header("Content-Length")
        if let rule {
            guard request.header("Transfer-Encoding") == nil else { return noLength }
            let isReading = method == "GET" || method == "HEAD"
            guard isReading || length != nil else { return noLength }
            guard let size = WebServer.size(of: request), size <= rule.limit, !isReading || size == 0 else {
                return .text(413, "the body of this request may have \(rule.limit) bytes")
            }
        } else {
            guard method == "GET" || method == "HEAD" else { return noMethod }
            guard length == nil || length == "0", request.header("Transfer-Encoding") == nil else { return noBody }
        }
        guard let host = request.header("Host"), hosts.allow(host) else { return noHost }
        return nil
    }
}
