import Glibc

/// An address and a port on which a server listens: `127.0.0.1:8080`, or `[::1]:8080`.
package struct ListenAddress: Sendable, Hashable, CustomStringConvertible {
    /// This box alone.
    package static let usual = ListenAddress(host: "127.0.0.1", isV6: false, port: 8080)

    /// All of the box's addresses of IPv4, for the panel.
    package static let panel = ListenAddress(host: "0.0.0.0", isV6: false, port: 8443)

    /// The address without brackets.
    package let host: String
    package let isV6: Bool
    /// 0 lets the kernel choose.
    package let port: UInt16

    private init(host: String, isV6: Bool, port: UInt16) { (self.host, self.isV6, self.port) = (host, isV6, port) }

    /// Nil for any other text, a host name too: its address may change, and the network would have to be asked.
    package init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        var host = String(text[..<colon])
        let isV6 = host.hasPrefix("[") && host.hasSuffix("]")
        if isV6 { host = String(host.dropFirst().dropLast()) }
        var bytes = in6_addr()
        guard inet_pton(isV6 ? AF_INET6 : AF_INET, host, &bytes) == 1 else { return nil }
        self.init(host: host, isV6: isV6, port: port)
    }

    /// Whether only this box reaches it.
    package var isLoopback: Bool { isV6 ? host == "::1" : host.hasPrefix("127.") }

    package var description: String { (isV6 ? "[\(host)]" : host) + ":\(port)" }

    package func at(_ port: UInt16) -> ListenAddress { ListenAddress(host: host, isV6: isV6, port: port) }

    /// For bind(2).
    package func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>) -> Result) -> Result {
        func pass<Address>(_ address: Address) -> Result {
            withUnsafePointer(to: address) { $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0) } }
        }
        if isV6 {
            var address = sockaddr_in6()
            (address.sin6_family, address.sin6_port) = (sa_family_t(AF_INET6), port.bigEndian)
            inet_pton(AF_INET6, host, &address.sin6_addr)
            return pass(address)
        }
        var address = sockaddr_in()
        (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
        inet_pton(AF_INET, host, &address.sin_addr)
        return pass(address)
    }
}
