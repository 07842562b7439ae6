import AdhanSupport
import AdhanCore
import CMicroHTTPD
import Glibc

/// The HTTP server: libmicrohttpd on a thread of its own, which only reads. It refuses all that could change anything,
/// and serves to the end of the process.
///
/// The limits are those of the library: connections in all and from one address, the bytes of a request's head, and the
/// seconds in which a client has to say something. `Connections` keeps some for the box's own screen.
final class WebServer: Sendable {
    /// Why it does not listen.
    struct Fault: Error, CustomStringConvertible {
        let description: String
    }

    /// How many connections there may be. One address has less, so that one client cannot keep the others out.
    static let connections: UInt32 = 1024
    static let ofAddress: UInt32 = 384
    /// For the head of a request.
    private static let memory = 16_384
    private static let silence: UInt32 = 10

    /// Where it listens, with the port that the kernel chose.
    let address: ListenAddress

    private final class Context: Sendable {
        let hosts: AllowedHosts
        let connections: Connections
        let respond: @Sendable (WebRequest) -> WebAnswer
        let noMethod = WebAnswer.text(405, "only GET and HEAD are answered", [("Allow", "GET, HEAD")])
        let noHead = WebAnswer.text(400, "the head of this request is not valid")
        let noBody = WebAnswer.text(413, "a request has no body here")
        let noHost = WebAnswer.text(
            421,
            "this server does not know itself by that name; ask for its address, "
                + "or add the name to hosts in [display] of the config"
        )

        init(
            _ hosts: AllowedHosts,
            _ connections: Connections,
            _ respond: @escaping @Sendable (WebRequest) -> WebAnswer
        ) {
            (self.hosts, self.connections, self.respond) = (hosts, connections, respond)
        }
    }

    /// - Parameters:
    ///   - clock: the monotonic one.
    ///   - respond: called on the server's thread; it must not block.
    /// - Throws: `Fault` where the address is in use, or not this machine's.
    init(
        _ address: ListenAddress,
        _ hosts: AllowedHosts,
        clock: @escaping @Sendable () -> MonotonicInstant = { LinuxClock().monotonic() },
        respond: @escaping @Sendable (WebRequest) -> WebAnswer
    ) throws(Fault) {
        let connections = Connections(limit: Int(Self.connections), clock: clock)
        // Not released once it listens: the server's thread may use it to the end of the process.
        let context = Unmanaged.passRetained(Context(hosts, connections, respond))
        let limits = adhan_limits(
            connections: Self.connections,
            of_address: Self.ofAddress,
            memory: Self.memory,
            silence: Self.silence
        )
        errno = 0
        let daemon = address.withSocketAddress {
            adhan_listen($0, address.isV6 ? 1 : 0, limits, Self.callbacks, context.toOpaque())
        }
        guard let daemon else {
            let code = errno
            context.release()
            throw Fault(description: Self.words(address, code))
        }
        self.address = address.at(UInt16(clamping: adhan_port(daemon)))
    }

    private static func words(_ address: ListenAddress, _ code: Int32) -> String {
        let advice =
            switch code {
            case EADDRINUSE:
                "another program listens there; perhaps adhand-display already runs: systemctl status adhand-display. "
                    + "Otherwise choose another port in [display] of the config"
            case EADDRNOTAVAIL: "this machine does not have that address"
            case EACCES: "a port below 1024 is root's; choose another in [display] of the config"
            default: String(cString: strerror(code))
            }
        return "[display] listen = \"\(address)\": \(advice)"
    }

    private static func server(_ context: UnsafeMutableRawPointer) -> Context {
        Unmanaged<Context>.fromOpaque(context).takeUnretainedValue()
    }

    private static var callbacks: adhan_callbacks {
        adhan_callbacks(
            accept: { context, address, _ in
                guard let context else { return .NO }
                return WebServer.server(context).connections.accept(isLocal: adhan_is_own(address) != 0) ? .YES : .NO
            },
            connection: { context, connection, _, change in
                guard let context, let connection else { return }
                let (connections, socket) = (WebServer.server(context).connections, adhan_socket(connection))
                if adhan_is_start(change) != 0 {
                    connections.opened(socket)
                } else {
                    connections.closed(socket)
                }
            },
            handler: handler,
            completed: { context, connection, _, _ in
                guard let context, let connection else { return }
                WebServer.server(context).connections.answered(adhan_socket(connection))
            }
        )
    }

    /// Called twice for each request: when its head is there, and when it is complete. `state` tells them apart.
    private static let handler: MHD_AccessHandlerCallback = { context, connection, path, method, version, _, _, state in
        guard let context, let connection, let path, let method, let version, let state else { return .NO }
        let server = WebServer.server(context)
        let request = WebRequest(path: String(cString: path), connection: connection)
        if state.pointee != context {
            server.connections.asked(adhan_socket(connection))
            // Until here it is the length of the address.
            let address = UInt(bitPattern: state.pointee)
            let line = strlen(method) + 1 + Int(clamping: address) + 1 + strlen(version)
            guard address > 0, RequestHead(connection).isWhole(line: line, size: adhan_head_size(connection)) else {
                return server.noHead.send(on: connection)
            }
            // What is answered at once closes the connection, without the body.
            if let refusal = refusal(request, String(cString: method), server) { return refusal.send(on: connection) }
            state.pointee = context
            return .YES
        }
        return server.respond(request).send(on: connection)
    }

    private static func refusal(_ request: WebRequest, _ method: String, _ server: Context) -> WebAnswer? {
        guard method == "GET" || method == "HEAD" else { return server.noMethod }
        let length = request.header("Content-Length")
        guard length == nil || length == "0", request.header("Transfer-Encoding") == nil else { return server.noBody }
        guard let host = request.header("Host"), server.hosts.allow(host) else { return server.noHost }
        return nil
    }
}
