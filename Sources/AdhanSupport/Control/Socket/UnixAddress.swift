import Glibc

package struct UnixAddress {
    private var address = sockaddr_un()

    /// The most bytes of a path; one more is for the zero behind it.
    package static let pathLimit = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    /// - Throws: `ControlFault.badPath` for a path that is empty, too long or has a zero inside,
    ///   which would cut it short.
    package init(_ path: String) throws(ControlFault) {
        let bytes = Array(path.utf8)
        guard !bytes.isEmpty, bytes.count <= Self.pathLimit, !bytes.contains(0) else {
            throw .badPath(path, limit: Self.pathLimit)
        }
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    }

    package func bind(_ socket: Int32) -> Int32 { with { Glibc.bind(socket, $0, $1) } }
    package func connect(_ socket: Int32) -> Int32 { with { Glibc.connect(socket, $0, $1) } }

    private func with(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32) -> Int32 {
        withUnsafePointer(to: address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }

    /// - Returns: a stream socket with close-on-exec; negative, with errno, where there is none.
    package static func socket(isNonblocking: Bool = false) -> Int32 {
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | (isNonblocking ? SOCK_NONBLOCK.rawValue : 0)
        return Glibc.socket(AF_UNIX, Int32(kind), 0)
    }

    /// Whether a process listens on the path, by /proc/net/unix: this network namespace only, whatever the permissions.
    ///
    /// - Returns: nil where /proc/net/unix cannot be read.
    package static func isListening(_ path: String) -> Bool? {
        let table = try? BoundedFile.read("/proc/net/unix", limit: 1 << 24)  // reason: see above
        guard let bytes = table else { return nil }
        // Address, references, protocol, flags with __SO_ACCEPTCON, type, state, inode, path.
        return String(decoding: bytes, as: UTF8.self).split(separator: "\n").contains {
            let words = $0.split(separator: " ", maxSplits: 7)
            return words.count == 8 && words.dropFirst(3).first == "00010000" && words.last == path[...]
        }
    }
}
