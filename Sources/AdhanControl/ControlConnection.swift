import AdhanSystem
import Glibc

/// One client, as the server's thread sees it. Nothing here waits.
package final class ControlConnection {
    package enum Stage {
        /// Its request is coming in.
        case asking
        /// The daemon has the request.
        case waiting
        /// The answer goes out, and each event after it.
        case following
        /// The answer goes out, and that is all.
        case leaving
        /// To be closed.
        case gone
    }

    package let id: UInt64
    package let descriptor: Int32
    package let user: uid_t
    /// What it asks; nil until that has come.
    package private(set) var command: ControlRequest.Command?
    package private(set) var stage = Stage.asking
    /// When the stage has lasted too long; nil where it may last for ever.
    package private(set) var deadline: BootInstant?
    private var received = ControlLine.Buffer()
    private var outgoing: [UInt8] = []

    package init(_ descriptor: Int32, of user: uid_t, id: UInt64, deadline: BootInstant) {
        (self.descriptor, self.user, self.id, self.deadline) = (descriptor, user, id, deadline)
    }

    deinit { close(descriptor) }

    /// What poll(2) is to look for. That the client has gone it reports unasked.
    package var interest: Int16 {
        Int16(stage == .asking ? POLLIN : 0) | Int16(outgoing.isEmpty ? 0 : POLLOUT)
    }

    /// Takes what has come of the request.
    ///
    /// - Parameter limit: in bytes.
    /// - Returns: the request once it is whole: at a newline, or where the client says that it sends no more.
    package func receive(limit: Int) throws(ControlRefusal) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        let count = recv(descriptor, &bytes, bytes.count, Int32(MSG_DONTWAIT))
        guard count >= 0 else {
            if errno != EAGAIN && errno != EINTR { stage = .gone }
            return nil
        }
        received.append(bytes.prefix(count))
        let whole = received.take()
        guard whole?.count ?? received.count <= limit else { throw .requestTooLong(limit: limit) }
        if let whole { return whole }
        guard count == 0 else { return nil }
        guard received.count > 0 else {
            stage = .gone
            return nil
        }
        return received.takeRest()
    }

    /// - Parameter deadline: for the daemon's answer.
    package func wait(for command: ControlRequest.Command, until deadline: BootInstant) {
        (stage, self.deadline, self.command) = (.waiting, deadline, command)
    }

    /// - Parameters:
    ///   - line: the reply.
    ///   - deadline: for the client to take it; nil to have events follow.
    package func reply(_ line: [UInt8], until deadline: BootInstant?) {
        (stage, self.deadline) = (deadline == nil ? .following : .leaving, deadline)
        outgoing += line
        send()
    }

    /// - Parameter limit: the client is given up when more bytes than this wait for it.
    package func follow(_ line: [UInt8], limit: Int) {
        outgoing += line
        send()
        if outgoing.count > limit { stage = .gone }
    }

    /// Sends what the client takes at once.
    package func send() {
        while !outgoing.isEmpty {
            let count = outgoing.withUnsafeBytes {
                Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL | MSG_DONTWAIT))
            }
            if count < 0 {
                if errno == EINTR { continue }
                if errno != EAGAIN { stage = .gone }
                return
            }
            outgoing.removeFirst(count)
        }
        if stage == .leaving { stage = .gone }
    }

    package func giveUp() { stage = .gone }
}
