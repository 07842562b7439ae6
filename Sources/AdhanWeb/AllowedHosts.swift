import Glibc

/// The names by which a browser may ask for the page. A web site elsewhere can have its own name point at this box, and
/// would read what the box says through a visitor's browser;
/// it cannot have a browser ask for another name than its own.
package struct AllowedHosts: Sendable {
    private let names: Set<String>

    package init(machine: String = Self.machine, more: [String]) {
        names = Set((["localhost", machine, machine + ".local"] + more).map { $0.lowercased() })
    }

    /// - Parameter host: the header's value, with or without a port.
    package func allow(_ host: String) -> Bool {
        guard let name = Self.name(host.lowercased()) else { return false }
        return names.contains(name) || Self.isAddress(name)
    }

    /// Nil where what is behind the name is no port.
    private static func name(_ host: String) -> String? {
        let end = host.hasPrefix("[") ? host.firstIndex(of: "]").map(host.index(after:)) : host.firstIndex(of: ":")
        let (head, port) = (host[..<(end ?? host.endIndex)], host[(end ?? host.endIndex)...])
        guard ["", ":"].contains(port) || port.first == ":" && UInt16(port.dropFirst()) != nil else { return nil }
        if head.hasPrefix("[") { return head.hasSuffix("]") ? String(head.dropFirst().dropLast()) : nil }
        return String(head.hasSuffix(".") ? head.dropLast() : head)
    }

    /// The machine's name.
    package static var machine: String {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, name.count - 1)
        return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func isAddress(_ name: String) -> Bool {
        var bytes = in6_addr()
        return inet_pton(AF_INET, name, &bytes) == 1 || inet_pton(AF_INET6, name, &bytes) == 1
    }
}
