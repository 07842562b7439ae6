import CMicroHTTPD
import Glibc

/// A client's address, of whichever kind.
package struct PeerAddress: Equatable, Sendable {
    fileprivate let bytes: [UInt8]
    /// Whether it is this box's own 127.0.0.1 or ::1, which count as one.
    package let isLocal: Bool

    package init(_ address: UnsafePointer<sockaddr>?) {
        isLocal = adhan_is_own(address) != 0
        var bytes = [UInt8](repeating: 0, count: isLocal ? 0 : 16)
        if !isLocal { adhan_address(address, &bytes) }
        self.bytes = bytes
    }
}

extension PeerAddress {
    /// Whether it is of this box or of a local network: a private or link-local address.
    package var isPrivate: Bool {
        if isLocal { return true }
        guard isOld else { return bytes[0] & 0xFE == 0xFC || bytes[0] == 0xFE && bytes[1] & 0xC0 == 0x80 }
        switch (bytes[12], bytes[13]) {
        case (10, _), (127, _), (172, 16...31), (192, 168), (169, 254): return true
        default: return false
        }
    }

    /// A name for the network of the client: its address of IPv4, or the first 64 bits of one of IPv6, of which a
    /// client has as many addresses as it likes: `192.168.1.2`, `2001:db8:1:2::/64`.
    package var network: String {
        if isLocal { return "local" }
        if isOld { return bytes.suffix(4).map(String.init).joined(separator: ".") }
        var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
        inet_ntop(AF_INET6, bytes.prefix(8) + [UInt8](repeating: 0, count: 8), &text, socklen_t(text.count))
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self) + "/64"
    }

    /// Whether it is an address of IPv4.
    private var isOld: Bool { bytes.prefix(10).allSatisfy { $0 == 0 } && bytes[10] == 0xFF && bytes[11] == 0xFF }
}

/// A request, as far as anything here depends on it. It is valid until it is answered.
package struct WebRequest {
    /// Without percent signs and arguments.
    package let path: String
    /// The client's connection, for an event stream.
    let connection: OpaquePointer

    package func argument(_ name: String) -> String? { adhan_argument(connection, name).map { String(cString: $0) } }
    /// The names of all arguments, in no order.
    package var arguments: [String] {
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

    package func header(_ name: String) -> String? { adhan_header(connection, name).map { String(cString: $0) } }

    /// All headers, by their names in lower case; of one that comes several times, the first.
    var headers: [String: String] {
        var headers: [String: String] = [:]
        withUnsafeMutablePointer(to: &headers) { headers in
            adhan_headers(
                connection,
                { headers, _, name, nameSize, value, valueSize in
                    let name = String(decoding: UnsafeRawBufferPointer(start: name, count: nameSize), as: UTF8.self)
                    let value = String(decoding: UnsafeRawBufferPointer(start: value, count: valueSize), as: UTF8.self)
                    let known = headers?.assumingMemoryBound(to: [String: String].self)
                    if known?.pointee[name.lowercased()] == nil { known?.pointee[name.lowercased()] = value }
                    return .YES
                },
                headers
            )
        }
        return headers
    }

    package var address: PeerAddress { PeerAddress(adhan_client(connection)) }

    /// Whether it comes from this box, as its own screen does.
    package var isLocal: Bool { address.isLocal }
}
