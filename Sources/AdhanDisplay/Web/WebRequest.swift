import CMicroHTTPD
import Glibc

/// A client's address, of whichever kind.
struct PeerAddress: Equatable, Sendable {
    private let bytes: [UInt8]
    /// Whether it is this box's own 127.0.0.1 or ::1, which count as one.
    let isLocal: Bool

    init(_ address: UnsafePointer<sockaddr>?) {
        isLocal = adhan_is_own(address) != 0
        var bytes = [UInt8](repeating: 0, count: isLocal ? 0 : 16)
        if !isLocal { adhan_address(address, &bytes) }
        self.bytes = bytes
    }
}

/// A request, as far as anything here depends on it. It is valid until it is answered.
struct WebRequest {
    /// Without percent signs and arguments.
    let path: String
    /// The client's connection, for an event stream.
    let connection: OpaquePointer

    func argument(_ name: String) -> String? { adhan_argument(connection, name).map { String(cString: $0) } }
    /// The names of all arguments, in no order.
    var arguments: [String] {
        var names: [String] = []
        withUnsafeMutablePointer(to: &names) { names in
            adhan_arguments(
                connection,
                { names, _, name, _ in
                    if let name { names?.assumingMemoryBound(to: [String].self).pointee.append(String(cString: name)) }
                    return .YES
                },
                names
            )
        }
        return names
    }

    func header(_ name: String) -> String? { adhan_header(connection, name).map { String(cString: $0) } }

    var address: PeerAddress { PeerAddress(adhan_client(connection)) }

    /// Whether it comes from this box, as its own screen does.
    var isLocal: Bool { address.isLocal }
}
