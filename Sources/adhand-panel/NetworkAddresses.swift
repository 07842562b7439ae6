import Glibc

/// The addresses of IPv4 by which others reach this machine.
enum NetworkAddresses {
    static func own() -> [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var (found, next) = ([String](), first)
        while let entry = next?.pointee {
            next = entry.ifa_next
            let flags = Int32(bitPattern: entry.ifa_flags)
            let isUp = flags & Int32(IFF_UP) != 0 && flags & Int32(IFF_LOOPBACK) == 0
            guard isUp, let address = entry.ifa_addr, address.pointee.sa_family == sa_family_t(AF_INET) else {
                continue
            }
            var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
            let size = socklen_t(MemoryLayout<sockaddr_in>.size)
            guard getnameinfo(address, size, &text, socklen_t(text.count), nil, 0, NI_NUMERICHOST) == 0 else {
                continue
            }
            found.append(String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self))
        }
        return found
    }
}
