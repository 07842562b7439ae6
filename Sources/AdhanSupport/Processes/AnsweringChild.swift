import AdhanCore
import Glibc

/// A child process that is given its input on a socket, and gives its output there.
package struct AnsweringChild: ~Copyable {
    package enum End: Equatable {
        case exited(Int32)
        case signalled(Int32)
        case late, flood
    }

    private static let endInterval: Duration = .milliseconds(5)
    /// How long a child that has closed its output may take to end.
    private static let patience: Duration = .seconds(5)

    private let process: pid_t
    private let socket: Int32
    private let input: [[UInt8]]
    private let clock = LinuxClock()

    /// - Parameter errors: its stderr; nil for /dev/null.
    package init(
        _ program: String,
        _ words: [String],
        head: [UInt8] = [],
        input: [UInt8],
        errors: Int32? = nil
    ) throws(SystemFault) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw SystemFault("socketpair", errno) }
        defer { close(ends[1]) }
        do throws(ProgramStart.Fault) {
            process = try ProgramStart.run(program, [program] + words, descriptors: [ends[1], ends[1], errors])
        } catch {
            close(ends[0])
            throw SystemFault("posix_spawn", error.code)
        }
        (socket, self.input) = (ends[0], [head, input].filter { !$0.isEmpty })
    }

    /// Exchanges input and output, and ends the child with all that it has started. Blocks.
    package consuming func finish(within patience: Duration, limit: Int) -> (output: [UInt8], end: End) {
        let (output, broken) = exchange(patience, limit)
        let deadline = clock.monotonic() + Self.patience
        while broken == nil, !hasEnded, clock.monotonic() < deadline { clock.sleep(Self.endInterval) }
        let isLate = broken == nil && !hasEnded
        // Until it is reaped, its number cannot be another group's.
        kill(0 - process, SIGKILL)
        close(socket)
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0, errno == EINTR {}
        if let broken { return ([], broken) }
        if isLate { return ([], .late) }
        return (output, status & 0x7F == 0 ? .exited((status >> 8) & 0xFF) : .signalled(status & 0x7F))
    }

    /// - Returns: the whole output; or why it is not whole, although the child has not ended.
    private borrowing func exchange(_ patience: Duration, _ limit: Int) -> (output: [UInt8], broken: End?) {
        let deadline = clock.monotonic() + patience
        var (waiting, sent, output) = (input[...], 0, [UInt8]())
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let rest = deadline - clock.monotonic()
            guard rest > .zero else { return ([], .late) }
            let events = waiting.isEmpty ? POLLIN : POLLIN | POLLOUT
            var descriptor = pollfd(fd: socket, events: Int16(events), revents: 0)
            guard poll(&descriptor, 1, Int32(clamping: rest.wholeMilliseconds + 1)) > 0 else { continue }
            if let part = waiting.first, Int32(descriptor.revents) & (POLLOUT | POLLHUP | POLLERR) != 0 {
                let count = part.withUnsafeBytes { bytes in
                    let rest = UnsafeRawBufferPointer(rebasing: bytes[sent...])
                    return send(socket, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
                }
                // It may have ended without reading all.
                if count < 0, ![EAGAIN, EINTR].contains(errno) { waiting = [] }
                sent += max(count, 0)
                if sent == part.count { (waiting, sent) = (waiting.dropFirst(), 0) }
                if waiting.isEmpty { shutdown(socket, Int32(SHUT_WR)) }
            }
            let count = recv(socket, &block, block.count, Int32(MSG_DONTWAIT))
            if count == 0 || count < 0 && ![EAGAIN, EINTR].contains(errno) { return (output, nil) }
            output += block.prefix(max(count, 0))
            guard output.count <= limit else { return ([], .flood) }
        }
    }

    private var hasEnded: Bool {
        var info = siginfo_t()
        guard waitid(P_PID, id_t(process), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else { return true }
        return info.si_signo == SIGCHLD
    }
}
