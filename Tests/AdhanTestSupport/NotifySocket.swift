import Glibc

/// systemd's end of `$NOTIFY_SOCKET`.
package final class NotifySocket {
    package let path: String
    private let descriptor: Int32

    /// - Parameter directory: the folder for the socket.
    package init(in directory: TestDirectory) throws {
        path = directory.file("notify")
        descriptor = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let bytes = Array(path.utf8CString)
        guard bytes.count <= MemoryLayout.size(ofValue: address.sun_path) else {
            throw ChildProcess.Failure(description: "\(path) is too long for a socket")
        }
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes.map(UInt8.init(bitPattern:))) }
        let bound = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard bound == 0 else { throw ChildProcess.Failure(description: "bind \(path): error \(errno)") }
    }

    deinit { close(descriptor) }

    /// The messages since the last call; does not wait.
    package func messages() -> [String] {
        var messages: [String] = []
        var bytes = [UInt8](repeating: 0, count: 8192)
        while true {
            let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
            guard count >= 0 else { return messages }
            messages.append(String(decoding: bytes.prefix(count), as: UTF8.self))
        }
    }

    /// The first message from now on that has this text; nil where none comes in time.
    package func waitFor(_ text: String) -> String? {
        var found: String?
        _ = eventually {
            found = messages().first { $0.contains(text) }
            return found != nil
        }
        return found
    }
}
